#include <gtest/gtest.h>

#include <algorithm>

#include "cli/run_tool.h"
#include "test_files.h"

namespace tassel {
namespace {

/// The table's line that starts with `what`, without its end; empty where there is none.
std::string row(const std::string& table, const std::string& what) {
  const size_t start = table.find("\n  " + what);
  if (start == std::string::npos) return "";
  return table.substr(start + 1, table.find('\n', start + 1) - start - 1);
}

// The goal for a dangle's state is 8 KiB, and that for compiling a binary pair 1 ms.
TEST(Bench, HoldsFiguresAgainstTheirGoals) {
  TASSEL_REQUIRE_SHARED_DATA("redengine/hair/fhair47_pt2.rig");
  const ToolRun run = run_tool({"bench", shared_data("redengine/hair/fhair47_pt2.rig"),
                                shared_data("redengine/hair/fhair47_pt2.animgraph")});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  const std::string state = row(run.output, "state of one dangle");
  EXPECT_NE(state.find("goal    8.00  met"), std::string::npos) << run.output;
  const std::string pair = row(run.output, "compiling the binary pair");
  EXPECT_NE(pair.find("µs               goal 1000.00  "), std::string::npos) << run.output;
}

// A JSON pair is many times longer than the binary one that the goal is for.
TEST(Bench, HasNoGoalForAJsonPair) {
  const ToolRun run = run_tool({"bench", kEarringRig, kEarringGraph});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  const std::string pair = row(run.output, "compiling the pair");
  EXPECT_NE(pair, "") << run.output;
  EXPECT_EQ(pair.find("goal"), std::string::npos) << run.output;
}

TEST(Bench, NeedsNoPair) {
  const ToolRun run = run_tool({"bench"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(row(run.output, "one dangle"), "") << run.output;
  EXPECT_EQ(row(run.output, "compiling"), "") << run.output;
}

TEST(Bench, NamesAFileThatCanNotBeRead) {
  const ToolRun run = run_tool({"bench", kEarringRig, "missing.animgraph"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.errors, "tassel: missing.animgraph: there is no such file\n");
}

}  // namespace
}  // namespace tassel
