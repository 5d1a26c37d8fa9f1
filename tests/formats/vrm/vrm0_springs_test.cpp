// VRM 0.x's secondaryAnimation: whole subtrees, first children, virtual tails.

#include <cmath>

#include "formats/vrm/vrm_documents.h"

namespace tassel {
namespace {

using test::has_note;
using test::Json;
using test::read_good;

/// One group with root 2 and a sphere on the head.
Json vrm0_document() {
  Json document = test::strand_document();
  document["extensions"]["VRM"] = Json::parse(R"({
    "humanoid": {"humanBones": [{"bone": "hips", "node": 0}, {"bone": "head", "node": 1}]},
    "secondaryAnimation": {
      "boneGroups": [{"comment": "hair", "stiffiness": 2, "gravityPower": 0.25,
        "gravityDir": {"x": 1, "y": 2, "z": 3}, "dragForce": 0.75, "center": -1,
        "hitRadius": 0.03, "bones": [2], "colliderGroups": [0]}],
      "colliderGroups": [{"node": 1, "colliders": [
        {"offset": {"x": 1, "y": 2, "z": 3}, "radius": 0.02}]}]}})");
  return document;
}

Json& secondary(Json& document) { return document["extensions"]["VRM"]["secondaryAnimation"]; }
Json& group(Json& document) { return secondary(document)["boneGroups"][0]; }

std::vector<int> joints_of(const Spring& spring) {
  std::vector<int> joints;
  for (const SpringBone& bone : spring.bones) joints.push_back(bone.joint);
  return joints;
}

TEST(Vrm0Springs, EachNodeBelowTheRootIsABone) {
  const Character character = read_good(vrm0_document());
  EXPECT_TRUE(character.notes.empty()) << character.notes[0];
  EXPECT_EQ(character.kind, Character::Kind::kVrm0);
  const auto& springs = character.springs.springs;
  ASSERT_EQ(springs.size(), 2u);
  EXPECT_EQ(joints_of(springs[0]), (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(joints_of(springs[1]), std::vector<int>{5});
  for (const Spring& spring : springs) {
    EXPECT_EQ(spring.name, "hair");
    EXPECT_EQ(spring.colliders, std::vector<int>{0});
    EXPECT_EQ(spring.center, -1);
    for (const SpringBone& bone : spring.bones) {
      EXPECT_EQ(bone.stiffness, 2);
      EXPECT_EQ(bone.gravity_power, 0.25);
      EXPECT_EQ(bone.gravity_dir_ws.x, 1);
      EXPECT_EQ(bone.gravity_dir_ws.z, 3);
      EXPECT_EQ(bone.drag_force, 0.75);
      EXPECT_EQ(bone.hit_radius, 0.03);
    }
  }
}

// The file says who is the first child, not the numbers of the nodes.
TEST(Vrm0Springs, TheTailIsTheFirstChildOfTheFile) {
  Json document = vrm0_document();
  document["nodes"][3]["children"] = {5, 4};
  const auto springs = read_good(document).springs.springs;
  ASSERT_EQ(springs.size(), 2u);
  EXPECT_EQ(joints_of(springs[0]), (std::vector<int>{2, 3, 5}));
  EXPECT_EQ(springs[0].bones[1].tail_ls.x, 0.1);
  EXPECT_EQ(springs[0].bones[1].tail_ls.y, 0);
}

TEST(Vrm0Springs, ALeafEndsSevenCentimetresOn) {
  Json document = vrm0_document();
  document["nodes"][4]["translation"] = {0.3, 0, -0.4};
  const Vec3d tail = read_good(document).springs.springs[0].bones[2].tail_ls;
  EXPECT_NEAR(tail.x, 0.042, 1e-15);
  EXPECT_EQ(tail.y, 0);
  EXPECT_NEAR(tail.z, -0.056, 1e-15);
  document["nodes"][4].erase("translation");
  EXPECT_EQ(length(read_good(document).springs.springs[0].bones[2].tail_ls), 0);
}

TEST(Vrm0Springs, ColliderOffsetsAreLeftHanded) {
  const SpringCollider collider = read_good(vrm0_document()).springs.colliders.at(0);
  EXPECT_EQ(collider.kind, SpringCollider::Kind::kSphere);
  EXPECT_EQ(collider.joint, 1);
  EXPECT_EQ(collider.radius, 0.02);
  EXPECT_EQ(collider.offset_ls.x, 1);
  EXPECT_EQ(collider.offset_ls.y, 2);
  EXPECT_EQ(collider.offset_ls.z, -3);
}

TEST(Vrm0Springs, WhatIsLeftOutHasItsDefault) {
  Json document = vrm0_document();
  group(document) = Json::parse(R"({"bones": [2]})");
  const SpringBone bone = read_good(document).springs.springs.at(0).bones.at(0);
  EXPECT_EQ(bone.drag_force, 0.4);
  EXPECT_EQ(bone.stiffness, 1);
  EXPECT_EQ(bone.gravity_dir_ws.y, -1);
}

TEST(Vrm0Springs, TheFirstOfOverlappingRootsHasTheNode) {
  Json document = vrm0_document();
  secondary(document)["boneGroups"].push_back(Json::parse(R"({"bones": [1, 3], "stiffiness": 9})"));
  const Character character = read_good(document);
  const auto& springs = character.springs.springs;
  ASSERT_EQ(springs.size(), 3u);
  EXPECT_EQ(joints_of(springs[2]), std::vector<int>{1});
  EXPECT_EQ(springs[2].bones[0].stiffness, 9);
  EXPECT_NEAR(springs[2].bones[0].tail_ls.y, -0.1, 1e-15);
  const std::string bones = "/extensions/VRM/secondaryAnimation/boneGroups/1/bones/";
  EXPECT_TRUE(has_note(character, bones + "0", "an earlier root"));
  EXPECT_TRUE(has_note(character, bones + "1", "an earlier root"));
}

TEST(Vrm0Springs, WhatPointsNowhereIsNoted) {
  Json document = vrm0_document();
  group(document)["bones"] = {2, 99, nullptr};
  group(document)["colliderGroups"] = {0, 7};
  group(document)["center"] = 55;
  secondary(document)["colliderGroups"].push_back(
      Json::parse(R"({"node": 99, "colliders": [{}]})"));
  const Character character = read_good(document);
  EXPECT_EQ(character.springs.springs.size(), 2u);
  EXPECT_EQ(character.springs.colliders.size(), 1u);
  const std::string place = "/extensions/VRM/secondaryAnimation/";
  EXPECT_TRUE(has_note(character, place + "boneGroups/0/bones/1", "no node"));
  EXPECT_TRUE(has_note(character, place + "boneGroups/0/bones/2", "no node"));
  EXPECT_TRUE(has_note(character, place + "boneGroups/0/colliderGroups/1", "no collider group"));
  EXPECT_TRUE(has_note(character, place + "boneGroups/0/center", "no node"));
  EXPECT_TRUE(has_note(character, place + "colliderGroups/1/node", "no node"));
}

// A thousand bones that share 20,000 colliders: the 500th passes 10,000,000 pairs.
TEST(Vrm0Springs, SharedCollidersAreBounded) {
  Json document = vrm0_document();
  Json nodes = document["nodes"];
  for (int i = 0; i < 1'000; ++i) nodes.push_back({{"translation", {0, 1, 0}}});
  document["nodes"] = nodes;
  const Json collider = secondary(document)["colliderGroups"][0]["colliders"][0];
  secondary(document)["colliderGroups"][0]["colliders"] = std::vector<Json>(20'000, collider);
  Json bones;
  for (int i = 0; i < 1'000; ++i) bones.push_back(7 + i);
  group(document)["bones"] = bones;
  Character character;
  const Status status = test::read(document, character);
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_EQ(status.place(), "/extensions/VRM/secondaryAnimation/boneGroups/0/bones/499");
}

}  // namespace
}  // namespace tassel
