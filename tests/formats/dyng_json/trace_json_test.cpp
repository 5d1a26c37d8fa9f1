#include "formats/dyng_json/trace_json.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "scenes/hair_scene.h"
#include "tassel/redengine.h"

namespace tassel {
namespace {

const char* const kSpec = R"({"joints": [{"name": "a", "parent": -1, "local": [0,0,0,0,0,0,1]}],
    "reference": [[0,0,0,0,0,0,1]], "simulation": {"particles": [{"bone": "a"}]}})";

Status read_with(const std::string& input, DyngCase& out) {
  return read_case(std::string(R"({"spec": )") + kSpec + R"(, "input": )" + input + "}", out);
}

TEST(TraceCase, ReadsFramesWithTheirDefaults) {
  DyngCase read;
  const Status status = read_with(
      R"({"initialSteps": 1.5, "frames": [
          {"realDt": 0.1, "gameDt": 0.2, "pose": [[1,2,3, 0,0,0,1]]},
          {"realDt": 0, "gameDt": 0, "mode": 2, "world": [0,0,1, 0,0,1,0],
           "externalForceLink": [4,5,6], "pose": [[0,0,0, 0,0,0,1, 2,2,2]]}]})",
      read);
  ASSERT_TRUE(status.ok()) << status.to_string();
  EXPECT_EQ(read.input.initial_substeps, 1.5);
  ASSERT_EQ(read.input.frames.size(), 2U);
  EXPECT_EQ(read.input.frames[0].frame.mode, DyngMode::kModelSpace);
  EXPECT_EQ(read.input.frames[0].frame.world_ws.rotation.w, 1);
  EXPECT_EQ(read.input.frames[0].pose_ms[0].translation.z, 3);
  EXPECT_EQ(read.input.frames[1].frame.mode, DyngMode::kReset);
  EXPECT_EQ(read.input.frames[1].frame.external_force_ws.y, 5);
  EXPECT_EQ(read.input.frames[1].pose_ms[0].scale.x, 2);
}

TEST(TraceCase, FaultsNameTheirPlace) {
  const struct {
    const char* input;
    const char* place;
  } faults[] = {
      {R"({"frames": [{"realDt": -1, "gameDt": 0, "pose": [[0,0,0,0,0,0,1]]}]})",
       "/input/frames/0/realDt"},
      {R"({"frames": [{"realDt": 0, "gameDt": 0, "pose": []}]})", "/input/frames/0/pose"},
      {R"({"frames": [{"realDt": 0, "gameDt": 0, "mode": 3, "pose": [[0,0,0,0,0,0,1]]}]})",
       "/input/frames/0/mode"},
      {R"({"frames": 7})", "/input/frames"},
      {R"({"frame": []})", "/input/frame"},
  };
  for (const auto& fault : faults) {
    DyngCase read;
    const Status status = read_with(fault.input, read);
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(status.place(), fault.place) << status.to_string();
  }
}

TEST(Trace, NumbersReadBackToTheSameBits) {
  DyngTraceFrame frame;
  frame.substeps = 2;
  frame.substep_time = 0.1 + 0.2;
  const double odd[] = {
      -0.0, 5e-324, 1.7976931348623157e308, 1.0 / 3, static_cast<double>(0.1F), 123456789.12345679};
  frame.positions_ms = {{odd[0], odd[1], odd[2]}};
  frame.velocities_ms = {{odd[3], odd[4], odd[5]}};
  frame.pose_ms = {{{odd[3], 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}, {{0, 0, 0}, {0, 0, 0, 1}, {1, 2, 1}}};
  TraceWriter writer;
  writer.add(frame);
  writer.add(frame);
  const nlohmann::json read = nlohmann::json::parse(writer.finish());
  ASSERT_EQ(read["frames"].size(), 2U);
  const nlohmann::json& first = read["frames"][0];
  EXPECT_EQ(first["steps"], 2);
  EXPECT_EQ(first["h"].get<double>(), 0.1 + 0.2);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(first["particles"][0]["x"][i].get<double>(), odd[i]);
    EXPECT_EQ(first["particles"][0]["v"][i].get<double>(), odd[3 + i]);
  }
  EXPECT_TRUE(std::signbit(first["particles"][0]["x"][0].get<double>()));
  EXPECT_EQ(first["pose"][0].size(), 7U);   // The scale is left out where it is 1,
  EXPECT_EQ(first["pose"][1].size(), 10U);  // and written where it isn't.
}

TEST(Trace, WithoutFramesIsStillADocument) {
  TraceWriter writer;
  EXPECT_EQ(nlohmann::json::parse(writer.finish())["frames"], nlohmann::json::array());
}

}  // namespace
}  // namespace tassel
