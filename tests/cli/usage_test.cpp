#include <gtest/gtest.h>

#include <algorithm>

#include "cli/run_tool.h"

namespace tassel {
namespace {

void expect_usage_failure(const std::vector<std::string>& arguments, const std::string& part) {
  const ToolRun run = run_tool(arguments);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
  EXPECT_NE(run.errors.find(part), std::string::npos) << run.errors;
}

class Help : public testing::TestWithParam<const char*> {};

TEST_P(Help, HasAnExample) {
  const ToolRun run = run_tool({GetParam(), "--help"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.errors, "");
  EXPECT_NE(run.output.find(std::string("Example:\n  tassel ") + GetParam()), std::string::npos)
      << run.output;
}

TEST(HelpText, ListsTheExitCodes) {
  const std::string help = run_tool({"--help"}).output;
  for (const char* line : {"\n  0  Done\n", "\n  2  The command line is wrong\n",
                           "\n  3  A file can't be read or written\n",
                           "\n  4  Nothing can be simulated (bake, trace)\n"}) {
    EXPECT_NE(help.find(line), std::string::npos) << line << " is missing in\n" << help;
  }
}

TEST(HelpText, ShowsThatAPairIsOptionalAsAWhole) {
  EXPECT_NE(run_tool({"bench", "--help"}).output.find("\nUsage: tassel bench [RIG GRAPH]\n"),
            std::string::npos);
}

TEST(HelpText, SaysOfEachCommandHowItEndsWhereNothingIsSimulated) {
  for (const char* command : {"bake", "trace"}) {
    EXPECT_NE(run_tool({command, "--help"}).output.find("the exit code is 4"), std::string::npos);
  }
  for (const char* command : {"inspect", "compile"}) {
    EXPECT_NE(run_tool({command, "--help"}).output.find("the exit code is 0"), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryCommand, Help,
                         testing::Values("inspect", "compile", "trace", "bake", "bench"));

TEST(Usage, NoArgumentsShowTheCommands) {
  const ToolRun run = run_tool({});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find("bake"), std::string::npos);
}

TEST(Usage, FaultsAreOneSentenceThatNamesTheFault) {
  expect_usage_failure({"frobnicate"}, "\"frobnicate\"");
  expect_usage_failure({"inspect"}, "FILE is required");
  expect_usage_failure({"inspect", "--jsn", "x"}, "\"--jsn\"");
  expect_usage_failure({"compile", kHairRig}, "--output is required");
  expect_usage_failure({"bake", kHairRig, kHairGraph, "-o", "x.glb"}, "--motion is required");
  expect_usage_failure({"bake", "--motion"}, "--motion needs a value");
  expect_usage_failure({"bench", kHairRig}, "RIG requires GRAPH");
}

TEST(Usage, AMotionMustBeKnown) {
  expect_usage_failure({"bake", kHairRig, kHairGraph, "--motion", "spin", "-o", "x.glb"},
                       "turn, nod, shake, walk");
}

class Rate : public testing::TestWithParam<const char*> {};

TEST_P(Rate, IsRefused) {
  expect_usage_failure(
      {"bake", kHairRig, kHairGraph, "--motion", "nod", "--fps", GetParam(), "-o", "x.glb"},
      std::string("--fps ") + GetParam() + ": must be a number above 0");
}

INSTANTIATE_TEST_SUITE_P(OutOfRange, Rate,
                         testing::Values("0", "-1", "1001", "nan", "inf", "abc", "60x"));

}  // namespace
}  // namespace tassel
