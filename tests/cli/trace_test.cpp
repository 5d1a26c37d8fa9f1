#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/run_tool.h"
#include "test_files.h"

namespace tassel {
namespace {

using nlohmann::json;

json trace(const std::string& input, const std::string& scalar = "double") {
  TemporaryFolder folder;
  const ToolRun run = run_tool({"trace", input, "-o", folder / "trace.json", "--scalar", scalar});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  return run.exit_code == 0 ? json::parse(read_text(folder / "trace.json")) : json();
}

double distance(const json& a, const json& b) {
  double sum = 0;
  for (size_t i = 0; i < 3; ++i) sum += std::pow(a.at(i).get<double>() - b.at(i).get<double>(), 2);
  return std::sqrt(sum);
}

/// The earring's spec over frames in which nothing moves.
json still_case(int frames) {
  TemporaryFolder folder;
  EXPECT_EQ(run_tool({"compile", kEarringRig, kEarringGraph, "-o", folder / "s.json"}).exit_code,
            0);
  const json spec = json::parse(read_text(folder / "s.json"));
  json list = json::array();
  for (int i = 0; i < frames; ++i) {
    list.push_back({{"realDt", 1.0 / 60}, {"gameDt", 1.0 / 60}, {"pose", spec.at("reference")}});
  }
  return {{"spec", spec}, {"input", {{"frames", list}}}};
}

class SharedCase : public testing::TestWithParam<const char*> {};

// The cases' own tolerance: 1e-9 m on every particle of every listed frame.
TEST_P(SharedCase, AgreesOnEveryParticle) {
  const std::string name = std::string("dyng-cases/") + GetParam() + ".json";
  TASSEL_REQUIRE_SHARED_DATA(name);
  const json expected = json::parse(read_text(shared_data(name))).at("expected");
  const json frames = trace(shared_data(name)).at("frames");
  ASSERT_EQ(frames.size(), expected.at("steps").size());
  for (size_t i = 0; i < frames.size(); ++i) {
    EXPECT_EQ(frames.at(i).at("steps"), expected.at("steps").at(i)) << "frame " << i;
  }
  double worst = 0;
  for (const json& frame : expected.at("frames")) {
    const json& particles = frames.at(frame.at("frame").get<size_t>()).at("particles");
    for (size_t p = 0; p < particles.size(); ++p) {
      worst =
          std::max(worst, distance(particles.at(p).at("x"), frame.at("particles").at(p).at("x")));
    }
  }
  EXPECT_LE(worst, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Trace, SharedCase,
                         testing::Values("every-constraint", "external-force-link",
                                         "hh033-head-turn", "hh107-head-turn", "irregular-frames",
                                         "iterations-alpha-30fps", "real-fhair47_pt2",
                                         "world-inertia"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Trace, GivesEveryFrameWithEveryParticleAndJoint) {
  TemporaryFolder folder;
  const json result = trace(folder.write("case.json", still_case(3).dump()));
  ASSERT_EQ(result.at("frames").size(), 3);
  for (const json& frame : result.at("frames")) {
    EXPECT_EQ(frame.at("particles").size(), 6);
    EXPECT_EQ(frame.at("pose").size(), 8);
    EXPECT_EQ(frame.at("h"), 0.01);
  }
}

// Ten frames can't amplify a float's rounding (6e-8) to more than a micrometre or so.
TEST(Trace, FloatIsRunInFloatAndStaysCloseToDouble) {
  TemporaryFolder folder;
  const std::string input = folder.write("case.json", still_case(10).dump());
  const json in_double = trace(input, "double").at("frames").at(9).at("particles");
  const json in_float = trace(input, "float").at("frames").at(9).at("particles");
  double apart = 0;
  for (size_t i = 0; i < in_double.size(); ++i) {
    apart = std::max(apart, distance(in_double.at(i).at("x"), in_float.at(i).at("x")));
  }
  EXPECT_GT(apart, 0);
  EXPECT_LT(apart, 1e-5);
}

TEST(Trace, ACaseThatSimulatesNothingIsItsOwnExitCode) {
  TemporaryFolder folder;
  json empty = still_case(1);
  empty["spec"]["simulation"]["particles"] = json::array();
  empty["spec"]["simulation"]["constraints"] = json::array();
  const std::string input = folder.write("case.json", empty.dump());
  const ToolRun run = run_tool({"trace", input, "-o", folder / "trace.json"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_EQ(folder.file_names(), std::vector<std::string>{"case.json"});
}

TEST(Trace, ABrokenCaseIsSaidWithItsPlace) {
  TemporaryFolder folder;
  json broken = still_case(2);
  broken["input"]["frames"][1]["realDt"] = "soon";
  const std::string input = folder.write("case.json", broken.dump());
  const ToolRun run = run_tool({"trace", input, "-o", folder / "trace.json"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.errors.find("tassel: " + input + ": /input/frames/1/realDt: "), 0) << run.errors;
  EXPECT_EQ(folder.file_names(), std::vector<std::string>{"case.json"});
}

TEST(Trace, TheScalarIsDoubleOrFloat) {
  const ToolRun run = run_tool({"trace", "case.json", "-o", "x.json", "--scalar", "half"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find("half"), std::string::npos) << run.errors;
}

// Rule 7: what was put back or left out is counted and said.
TEST(Trace, SaysWhichFramesDidNotRunAsTheyWereGiven) {
  json odd = still_case(6);
  json& frames = odd["input"]["frames"];
  frames[2]["pose"][2][0] = 1e28;                // Past any use.
  frames[4]["world"] = {0, 0, 0, 0, 0, 0, 0.5};  // Not a rotation.
  TemporaryFolder folder;
  const std::string path = folder.write("case.json", odd.dump());
  const ToolRun run = run_tool({"trace", path, "-o", folder / "t.json"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(run.output.find("1 frame, from frame 2 on: the state stopped being finite"),
            std::string::npos)
      << run.output;
  EXPECT_NE(run.output.find("1 frame, from frame 4 on: a number of the frame"), std::string::npos);
}

TEST(Trace, WhatAFloatCannotHoldIsRefused) {
  json odd = still_case(3);
  odd["input"]["frames"][1]["pose"][2][0] = 1e300;
  TemporaryFolder folder;
  const std::string path = folder.write("case.json", odd.dump());
  const ToolRun run = run_tool({"trace", path, "-o", folder / "t.json"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.errors, "tassel: " + path + ": /input/frames/1/pose/2: holds a number past 1e30\n");
}

// As with bake: a file that can be read, and holds what isn't decoded.
TEST(Trace, WhatIsNotDecodedIsNothingSimulated) {
  json boxed = still_case(3);
  boxed["spec"]["simulation"]["particles"][0]["projectionType"] = "Directed";
  TemporaryFolder folder;
  const ToolRun run =
      run_tool({"trace", folder.write("case.json", boxed.dump()), "-o", folder / "t.json"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_NE(run.errors.find("Directed"), std::string::npos) << run.errors;
}

}  // namespace
}  // namespace tassel
