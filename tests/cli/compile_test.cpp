#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_tool.h"
#include "tassel/redengine.h"
#include "test_files.h"

namespace tassel {
namespace {

using nlohmann::json;

TEST(Compile, WritesASpecThatTheLibraryReadsBack) {
  TemporaryFolder folder;
  const ToolRun run = run_tool({"compile", kHairRig, kHairGraph, "-o", folder / "hair.json"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  DyngSpec spec;
  const std::string text = read_text(folder / "hair.json");
  const Status status = from_json(text, spec);
  ASSERT_TRUE(status.ok()) << status.to_string();
  EXPECT_EQ(spec.simulation.particles.size(), 82);
  EXPECT_TRUE(validate(spec).empty());
  EXPECT_EQ(to_json(spec), text);
}

TEST(Compile, TheSameInputsGiveTheSameBytes) {
  TemporaryFolder folder;
  for (const char* name : {"a.json", "b.json"}) {
    ASSERT_EQ(run_tool({"compile", kHairRig, kHairGraph, "-o", folder / name}).exit_code, 0);
  }
  EXPECT_EQ(read_text(folder / "a.json"), read_text(folder / "b.json"));
}

TEST(Compile, ARigAloneGivesRigidChains) {
  TemporaryFolder folder;
  const ToolRun run = run_tool({"compile", kHairRig, "-o", folder / "rigid.json"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  const json spec = json::parse(read_text(folder / "rigid.json"));
  EXPECT_EQ(spec.at("joints").size(), 89);
  EXPECT_TRUE(spec.at("simulation").at("particles").empty());
  EXPECT_NE(run.output.find("nothing is simulated"), std::string::npos);
}

// Left rigid is a finding, not a failure: the spec is written and the notes say why.
TEST(Compile, WritesWhatItLeavesRigidAndSaysWhy) {
  TemporaryFolder folder;
  const ToolRun run = run_tool({"compile", kEarringRig, kHairGraph, "-o", folder / "spec.json"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  const json spec = json::parse(read_text(folder / "spec.json"));
  EXPECT_TRUE(spec.at("simulation").at("particles").empty());
  ASSERT_FALSE(spec.at("notes").empty());
  EXPECT_NE(run.output.find(spec.at("notes").at(0).get<std::string>()), std::string::npos);
}

TEST(Compile, SaysSoWhereRigAndGraphAreSwapped) {
  TemporaryFolder folder;
  const ToolRun run = run_tool({"compile", kHairGraph, kHairRig, "-o", folder / "spec.json"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.errors,
            "tassel: " + kHairGraph + ": this is an animation graph, but a rig belongs here\n");
  EXPECT_TRUE(folder.file_names().empty());
}

}  // namespace
}  // namespace tassel
