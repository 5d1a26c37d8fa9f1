// VRMC_springBone as its specification has it, with extended colliders and the draft of limits.

#include <cmath>
#include <numbers>

#include "formats/vrm/vrm_documents.h"

namespace tassel {
namespace {

using test::has_note;
using test::Json;
using test::read_good;
using test::springs_of;

Spring first_spring(const Json& document) { return read_good(document).springs.springs.at(0); }

SpringCollider first_collider(const Json& collider) {
  Json document = test::vrm1_document();
  springs_of(document)["colliders"][0] = collider;
  return read_good(document).springs.colliders.at(0);
}

void expect_near(const Vec3d& v, const Vec3d& expected) {
  EXPECT_NEAR(v.x, expected.x, 1e-12);
  EXPECT_NEAR(v.y, expected.y, 1e-12);
  EXPECT_NEAR(v.z, expected.z, 1e-12);
}

TEST(Vrm1Springs, JointsMakeOneBoneLess) {
  const Character character = read_good(test::vrm1_document());
  EXPECT_TRUE(character.notes.empty()) << character.notes[0];
  EXPECT_EQ(character.kind, Character::Kind::kGltf);
  ASSERT_EQ(character.springs.springs.size(), 1u);
  const Spring& spring = character.springs.springs[0];
  EXPECT_EQ(spring.name, "hair");
  EXPECT_EQ(spring.center, -1);
  EXPECT_EQ(spring.colliders, std::vector<int>{0});
  ASSERT_EQ(spring.bones.size(), 2u);
  EXPECT_EQ(spring.bones[0].joint, 2);
  EXPECT_EQ(spring.bones[1].joint, 3);
  expect_near(spring.bones[1].tail_ls, {0, -0.1, 0});
}

TEST(Vrm1Springs, WhatIsLeftOutHasTheSchemasDefault) {
  const SpringBone bone = first_spring(test::vrm1_document()).bones[0];
  EXPECT_EQ(bone.hit_radius, 0);
  EXPECT_EQ(bone.stiffness, 1);
  EXPECT_EQ(bone.gravity_power, 0);
  EXPECT_EQ(bone.gravity_dir_ws.x, 0);
  EXPECT_EQ(bone.gravity_dir_ws.y, -1);
  EXPECT_EQ(bone.gravity_dir_ws.z, 0);
  EXPECT_EQ(bone.drag_force, 0.5);
  EXPECT_FALSE(bone.limit.has_value());
}

TEST(Vrm1Springs, TheHeadsSettingsDriveTheBone) {
  Json document = test::vrm1_document();
  Json& joints = springs_of(document)["springs"][0]["joints"];
  joints[0].update({{"hitRadius", 0.01},
                    {"stiffness", 2},
                    {"gravityPower", 0.5},
                    {"gravityDir", {1, 2, 3}},
                    {"dragForce", 0.25}});
  joints[2].update({{"stiffness", 99}});
  const Spring spring = first_spring(document);
  EXPECT_EQ(spring.bones[0].hit_radius, 0.01);
  EXPECT_EQ(spring.bones[0].stiffness, 2);
  EXPECT_EQ(spring.bones[0].gravity_power, 0.5);
  EXPECT_EQ(spring.bones[0].gravity_dir_ws.z, 3);
  EXPECT_EQ(spring.bones[0].drag_force, 0.25);
  EXPECT_EQ(spring.bones[1].stiffness, 1);
}

// Node 2 is turned by 90° about Z and twice as large, which its own space doesn't feel; node 3,
// which is passed over, turns what is below it.
TEST(Vrm1Springs, ATailBeyondASkippedNodeIsInTheHeadsSpace) {
  Json document = test::vrm1_document();
  document["nodes"][2]["rotation"] = {0, 0, std::numbers::sqrt2 / 2, std::numbers::sqrt2 / 2};
  document["nodes"][2]["scale"] = {2, 2, 2};
  springs_of(document)["springs"][0]["joints"] = Json::parse(R"([{"node": 2}, {"node": 4}])");
  const Spring spring = first_spring(document);
  ASSERT_EQ(spring.bones.size(), 1u);
  expect_near(spring.bones[0].tail_ls, {0, -0.2, 0});
  document["nodes"][3]["rotation"] = {0, 0, std::numbers::sqrt2 / 2, std::numbers::sqrt2 / 2};
  expect_near(first_spring(document).bones[0].tail_ls, {0.1, -0.1, 0});
}

TEST(Vrm1Springs, ABoneWithoutLengthHasExactlyNone) {
  Json document = test::vrm1_document();
  document["nodes"][1]["rotation"] = {0.6, 0, 0, 0.8};
  document["nodes"][4]["translation"] = {0, 0, 0};
  const Character character = test::read_good(document);
  const Vec3d tail = character.springs.springs[0].bones[1].tail_ls;
  EXPECT_TRUE(tail.x == 0 && tail.y == 0 && tail.z == 0);
  EXPECT_TRUE(test::has_note(character, "/extensions/VRMC_springBone/springs/0",
                             "the bone of 'hair_2' has no length"));
}

TEST(Vrm1Springs, CollidersKeepTheirOrderAcrossGroups) {
  Json document = test::vrm1_document();
  const Json collider = springs_of(document)["colliders"][0];
  springs_of(document)["colliders"] = {collider, collider, collider};
  springs_of(document)["colliderGroups"] = Json::parse(R"([{"colliders": [0]},
    {"name": "two", "colliders": [2, 1]}])");
  springs_of(document)["springs"][0]["colliderGroups"] = {1, 0};
  EXPECT_EQ(first_spring(document).colliders, (std::vector<int>{2, 1, 0}));
}

TEST(Vrm1Colliders, SpheresAndCapsules) {
  const SpringCollider sphere = first_collider(
      Json::parse(R"({"node": 6, "shape": {"sphere": {"offset": [1, 2, 3], "radius": 0.1}}})"));
  EXPECT_EQ(sphere.kind, SpringCollider::Kind::kSphere);
  EXPECT_EQ(sphere.joint, 6);
  EXPECT_EQ(sphere.radius, 0.1);
  EXPECT_FALSE(sphere.inside);
  expect_near(sphere.offset_ls, {1, 2, 3});
  const SpringCollider capsule = first_collider(Json::parse(
      R"({"node": 1, "shape": {"capsule": {"offset": [1, 2, 3], "tail": [4, 5, 6]}}})"));
  EXPECT_EQ(capsule.kind, SpringCollider::Kind::kCapsule);
  EXPECT_EQ(capsule.radius, 0);
  expect_near(capsule.tail_ls, {4, 5, 6});
}

TEST(Vrm1Colliders, AnExtendedShapeStandsInsteadOfTheFallback) {
  const auto extended = [](const char* shape) {
    Json collider =
        Json::parse(R"({"node": 1, "shape": {"sphere": {"offset": [0, -10000, 0], "radius": 0}}})");
    collider["extensions"]["VRMC_springBone_extended_collider"] = {{"specVersion", "1.0"},
                                                                   {"shape", Json::parse(shape)}};
    return first_collider(collider);
  };
  const SpringCollider sphere = extended(R"({"sphere": {"radius": 0.5, "inside": true}})");
  EXPECT_EQ(sphere.kind, SpringCollider::Kind::kSphere);
  EXPECT_TRUE(sphere.inside);
  EXPECT_EQ(sphere.offset_ls.y, 0);
  const SpringCollider capsule =
      extended(R"({"capsule": {"radius": 0.5, "tail": [0, 1, 0], "inside": false}})");
  EXPECT_EQ(capsule.kind, SpringCollider::Kind::kCapsule);
  EXPECT_FALSE(capsule.inside);
  const SpringCollider plane = extended(R"({"plane": {"offset": [0, 0.1, 0]}})");
  EXPECT_EQ(plane.kind, SpringCollider::Kind::kPlane);
  EXPECT_EQ(plane.offset_ls.y, 0.1);
  expect_near(plane.normal_ls, {0, 0, 1});
  EXPECT_EQ(extended(R"({"plane": {"normal": [0, 2, 0]}})").normal_ls.y, 2);
}

TEST(Vrm1Colliders, AnExtendedShapeNeedsNoFallback) {
  const SpringCollider plane = first_collider(Json::parse(R"({"node": 1, "extensions": {
    "VRMC_springBone_extended_collider": {"specVersion": "1.0", "shape": {"plane": {}}}}})"));
  EXPECT_EQ(plane.kind, SpringCollider::Kind::kPlane);
}

SpringLimit limit_of(const char* extension) {
  Json document = test::vrm1_document();
  springs_of(document)["springs"][0]["joints"][0]["extensions"]["VRMC_springBone_limit"] =
      Json::parse(extension);
  const Character character = read_good(document);
  EXPECT_TRUE(character.notes.empty()) << character.notes[0];
  const auto& bones = character.springs.springs.at(0).bones;
  EXPECT_FALSE(bones[1].limit.has_value());
  return bones[0].limit.value();
}

TEST(Vrm1Limits, ConesHingesAndSphericalOnes) {
  const SpringLimit cone = limit_of(
      R"({"specVersion": "1.0-draft", "limit": {"cone": {"angle": 0.5, "rotation": [0.6, 0, 0, 0.8]}}})");
  EXPECT_EQ(cone.kind, SpringLimit::Kind::kCone);
  EXPECT_EQ(cone.angle, 0.5);
  EXPECT_NEAR(cone.rotation_ls.x, 0.6, 1e-15);
  EXPECT_NEAR(cone.rotation_ls.w, 0.8, 1e-15);
  const SpringLimit hinge = limit_of(R"({"specVersion": "1.0", "hinge": {"angle": 1}})");
  EXPECT_EQ(hinge.kind, SpringLimit::Kind::kHinge);
  EXPECT_EQ(hinge.angle, 1);
  EXPECT_EQ(hinge.rotation_ls.w, 1);
  const SpringLimit spherical =
      limit_of(R"({"specVersion": "1.0-draft", "limit": {"spherical": {"pitch": 2, "yaw": 1.5}}})");
  EXPECT_EQ(spherical.kind, SpringLimit::Kind::kSpherical);
  EXPECT_EQ(spherical.pitch, 2);
  EXPECT_EQ(spherical.yaw, 1.5);
}

TEST(Vrm1Limits, AnglesOutOfRangeAreBroughtIntoIt) {
  Json document = test::vrm1_document();
  springs_of(document)["springs"][0]["joints"][0]["extensions"]["VRMC_springBone_limit"] =
      Json::parse(
          R"({"specVersion": "1.0", "limit": {"cone": {"angle": 60, "rotation": [0, 0, 0, 0]}}})");
  const Character character = read_good(document);
  const SpringLimit limit = character.springs.springs[0].bones[0].limit.value();
  EXPECT_NEAR(limit.angle, std::numbers::pi, 1e-15);
  EXPECT_EQ(limit.rotation_ls.w, 1);
  const std::string cone =
      "/extensions/VRMC_springBone/springs/0/joints/0/extensions/VRMC_springBone_limit/limit/cone";
  EXPECT_TRUE(has_note(character, cone + "/angle", "out of its range"));
  EXPECT_TRUE(has_note(character, cone + "/rotation", "unit quaternion"));
}

}  // namespace
}  // namespace tassel
