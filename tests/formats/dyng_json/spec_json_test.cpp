#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "scenes/hair_scene.h"
#include "tassel/redengine.h"
#include "test_files.h"

namespace tassel {
namespace {

DyngSpec every_field() {
  DyngSpec spec = scenes::hair();
  DyngSimulation& s = spec.simulation;
  s.substep_time = 0.1 + 0.2;  // 0.30000000000000004: a number that needs all its digits.
  s.solver_iterations = 3;
  s.alpha = 1.0 / 3;
  s.rotate_parent_to_look_at_dangle = false;
  s.external_force_ws = {1e-300, -0.0, 1e300};
  s.external_force_linked = true;
  s.particles[2].projection = DyngParticleProjection::kDisabled;
  std::get<DyngLink>(s.constraints[0]).type = DyngLinkType::kCloser;
  std::get<DyngCone>(s.constraints[1]).projection = DyngConeProjection::kDirectedRotational;
  std::get<DyngCone>(s.constraints[1]).type = DyngConeType::kHingePlane;
  DyngEllipsoid ellipsoid;
  ellipsoid.bone = "strand_01_02";
  ellipsoid.ellipsoid_transform_ls.scale = {1, 2, 3};
  s.constraints.push_back(ellipsoid);
  spec.skeleton.joints[0].name = "a \"quoted\" naïve/~name";
  spec.notes = {"first", "second"};
  return spec;
}

TEST(SpecJson, ReadsBackToTheSameBitsAndWritesTheSameText) {
  const std::string text = to_json(every_field());
  DyngSpec read;
  ASSERT_TRUE(from_json(text, read).ok());
  EXPECT_EQ(to_json(read), text);
  EXPECT_EQ(read.simulation.substep_time, 0.1 + 0.2);
  EXPECT_EQ(read.simulation.external_force_ws.x, 1e-300);
  EXPECT_EQ(
      std::get<DyngEllipsoid>(read.simulation.constraints.back()).ellipsoid_transform_ls.scale.y,
      2);
  EXPECT_EQ(read.notes.size(), 2U);
}

// The shape is that of the cases' `spec` member, which another program wrote.
TEST(SpecJson, HasTheShapeOfTheTraceCases) {
  const nlohmann::json shipped = nlohmann::json::parse(
      read_text(std::string(TASSEL_TEST_DATA_DIR) + "/dyng-cases/every-constraint.json"))["spec"];
  DyngSpec read;
  const Status status = from_json(shipped.dump(), read);
  ASSERT_TRUE(status.ok()) << status.to_string();
  nlohmann::json written = nlohmann::json::parse(to_json(read));
  EXPECT_EQ(written["notes"], nlohmann::json::array());
  written.erase("notes");
  EXPECT_EQ(written, shipped);
}

TEST(SpecJson, WhatIsLeftOutIsTheClassDefault) {
  DyngSpec read;
  ASSERT_TRUE(from_json(R"({"joints": [{"name": "a", "parent": -1, "local": [0,0,0,0,0,0,1]}],
                            "reference": [[0,0,0,0,0,0,1]],
                            "simulation": {"particles": [{"bone": "a"}]}})",
                        read)
                  .ok());
  EXPECT_EQ(read.simulation.substep_time, 0.01);
  EXPECT_EQ(read.simulation.gravity_ws, 9.81);
  EXPECT_EQ(read.simulation.particles[0].mass, 1);
  EXPECT_TRUE(read.simulation.particles[0].is_free);
}

/// The small valid spec with one text replaced, and the place that the fault must name.
struct Fault {
  const char* name;
  const char* from;
  const char* to;
  const char* place;
};

class SpecJsonFaults : public testing::TestWithParam<Fault> {};

TEST_P(SpecJsonFaults, NameTheirPlaceAndLeaveTheOutputAlone) {
  std::string text =
      R"({"joints": [{"name": "a", "parent": -1, "local": [0,0,0,0,0,0,1]}],
          "reference": [[0,0,0,0,0,0,1]],
          "simulation": {"particles": [{"bone": "a", "mass": 1, "projectionType": "Disabled"}],
                         "constraints": [{"type": "Ellipsoid", "bone": "a"}], "solverIterations": 1}})";
  const auto at = text.find(GetParam().from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, std::string_view(GetParam().from).size(), GetParam().to);
  DyngSpec spec;
  spec.notes = {"untouched"};
  const Status status = from_json(text, spec);
  EXPECT_EQ(status.code(), StatusCode::kUnreadable);
  EXPECT_EQ(status.place(), GetParam().place) << status.to_string();
  EXPECT_FALSE(status.what().empty());
  EXPECT_EQ(spec.notes.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    All, SpecJsonFaults,
    testing::Values(
        Fault{"UnknownKey", "\"mass\"", "\"ma/ss\"", "/simulation/particles/0/ma~1ss"},
        Fault{"WrongType", "\"mass\": 1", "\"mass\": \"1\"", "/simulation/particles/0/mass"},
        Fault{"UnknownEnum", "\"Disabled\"", "\"Off\"", "/simulation/particles/0/projectionType"},
        Fault{"UnknownKind", "\"Ellipsoid\"", "\"Spring\"", "/simulation/constraints/0/type"},
        Fault{"MissingName", "\"name\": \"a\", ", "", "/joints/0"},
        Fault{"ShortTransform", "[0,0,0,0,0,0,1]}", "[0,0,0,0,0,1]}", "/joints/0/local"},
        Fault{"Fraction", "\"solverIterations\": 1", "\"solverIterations\": 1.5",
              "/simulation/solverIterations"},
        Fault{"FarTooLarge", "\"solverIterations\": 1", "\"solverIterations\": 1e300",
              "/simulation/solverIterations"},
        Fault{"NotAnArray", "[[0,0,0,0,0,0,1]]", "{}", "/reference"}),
    [](const testing::TestParamInfo<Fault>& param) { return std::string(param.param.name); });

TEST(SpecJson, TruncatedAnywhereIsRefused) {
  DyngSpec spec;
  spec.skeleton.joints = {{"a", -1, {}}};
  spec.reference_ms = {{}};
  spec.simulation.particles.resize(1);
  spec.simulation.particles[0].bone = "a";
  const std::string text = to_json(spec);
  ASSERT_EQ(text.back(), '\n');
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    DyngSpec read;
    EXPECT_FALSE(from_json(std::string_view(text).substr(0, size), read).ok()) << size;
  }
}

}  // namespace
}  // namespace tassel
