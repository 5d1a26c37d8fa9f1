// Files that say too little, too much or nonsense: what is left out is noted, the rest runs.

#include "formats/vrm/vrm_documents.h"

namespace tassel {
namespace {

using test::has_note;
using test::Json;
using test::read_good;
using test::springs_of;

const std::string kPlace = "/extensions/VRMC_springBone";
const std::string kSpring = kPlace + "/springs/0";

Json& spring(Json& document) { return springs_of(document)["springs"][0]; }
Json nodes_as_joints(const std::vector<int>& nodes) {
  Json joints = Json::array();
  for (const int node : nodes) joints.push_back({{"node", node}});
  return joints;
}

Character read_joints(const std::vector<int>& nodes) {
  Json document = test::vrm1_document();
  spring(document)["joints"] = nodes_as_joints(nodes);
  return read_good(document);
}

std::vector<int> bones_of(const Character& character, std::size_t spring = 0) {
  std::vector<int> joints;
  for (const SpringBone& bone : character.springs.springs.at(spring).bones) {
    joints.push_back(bone.joint);
  }
  return joints;
}

TEST(VrmLeniency, VersionsOfTheSpecification) {
  Json document = test::vrm1_document();
  springs_of(document)["specVersion"] = "1.0-beta";
  Character character = read_good(document);
  EXPECT_EQ(character.springs.springs.size(), 1u);
  EXPECT_TRUE(character.notes.empty());
  springs_of(document).erase("specVersion");
  character = read_good(document);
  EXPECT_EQ(character.springs.springs.size(), 1u);
  EXPECT_TRUE(has_note(character, kPlace, "'specVersion' is missing"));
  springs_of(document)["specVersion"] = "2.0";
  character = read_good(document);
  EXPECT_TRUE(character.springs.springs.empty());
  EXPECT_TRUE(has_note(character, kPlace, "version '2.0' isn't read"));
}

TEST(VrmLeniency, UnknownMembersAreNoted) {
  Json document = test::vrm1_document();
  spring(document)["joints"][0]["angleLimit"] = 60;
  spring(document)["joints"][1]["extensions"]["VENDOR_x"] = {{"angleLimit", 60}};
  spring(document)["extras"] = {{"note", 1}};
  spring(document)["\x1b[2J/~"] = 1;
  const Character character = read_good(document);
  EXPECT_EQ(bones_of(character), (std::vector<int>{2, 3}));
  EXPECT_EQ(character.notes.size(), 3u);
  EXPECT_TRUE(has_note(character, kSpring + "/joints/0/angleLimit", "isn't known"));
  EXPECT_TRUE(has_note(character, kSpring + "/joints/1/extensions/VENDOR_x", "isn't known"));
  for (const std::string& note : character.notes) EXPECT_EQ(note.find('\x1b'), std::string::npos);
}

TEST(VrmLeniency, JointsThatPointNowhereArePassedOver) {
  const std::string joints = kSpring + "/joints/";
  for (const Json& node : {Json(7), Json(-1), Json(2.5), Json(1e300), Json(nullptr)}) {
    Json document = test::vrm1_document();
    spring(document)["joints"][1]["node"] = node;
    const Character character = read_good(document);
    EXPECT_EQ(bones_of(character), std::vector<int>{2});
    EXPECT_NEAR(character.springs.springs[0].bones[0].tail_ls.y, -0.2, 1e-12);
    EXPECT_TRUE(has_note(character, joints + "1/node", "no node"));
  }
  for (const Json& joint : {Json(nullptr), Json::object()}) {
    Json document = test::vrm1_document();
    spring(document)["joints"][1] = joint;
    EXPECT_TRUE(has_note(read_good(document), joints + "1", "'node' is missing"));
  }
}

TEST(VrmLeniency, SpringsWithoutABoneAreLeftOut) {
  for (const Json& joints : {Json::array(), nodes_as_joints({2}), Json(nullptr)}) {
    Json document = test::vrm1_document();
    spring(document)["joints"] = joints;
    const Character character = read_good(document);
    EXPECT_TRUE(character.springs.springs.empty());
    EXPECT_TRUE(has_note(character, kSpring, "no bones"));
  }
}

TEST(VrmLeniency, ANodeTwiceInASpringCountsOnce) {
  const Character character = read_joints({2, 3, 3, 2, 4});
  EXPECT_EQ(bones_of(character), (std::vector<int>{2, 3}));
  EXPECT_TRUE(has_note(character, kSpring + "/joints/2", "in this spring already"));
  EXPECT_TRUE(has_note(character, kSpring + "/joints/3", "in this spring already"));
}

TEST(VrmLeniency, WhatIsNotBelowEndsTheSpring) {
  const Character character = read_joints({2, 3, 1, 4});
  EXPECT_EQ(bones_of(character), std::vector<int>{2});
  EXPECT_TRUE(has_note(character, kSpring + "/joints/2", "isn't below"));
}

// Two branches that both name their fork: the fork's bone follows the first, the second keeps the
// rest of its own.
TEST(VrmLeniency, TheFirstOfTwoSpringsHasTheBone) {
  Json document = test::vrm1_document();
  springs_of(document)["springs"].push_back({{"joints", nodes_as_joints({1, 2, 3, 5})}});
  const Character character = read_good(document);
  EXPECT_EQ(bones_of(character), (std::vector<int>{2, 3}));
  EXPECT_EQ(bones_of(character, 1), std::vector<int>{1});
  EXPECT_TRUE(has_note(character, kPlace + "/springs/1/joints/1", "in an earlier spring"));
  EXPECT_TRUE(has_note(character, kPlace + "/springs/1/joints/2", "in an earlier spring"));
}

TEST(VrmLeniency, Centres) {
  const auto center_of = [](const Json& center, std::string_view note) {
    Json document = test::vrm1_document();
    spring(document)["center"] = center;
    const Character character = read_good(document);
    EXPECT_EQ(character.notes.empty(), note.empty()) << center;
    if (!note.empty()) {
      const std::string place = note == "no node" ? kSpring + "/center" : kSpring;
      EXPECT_TRUE(has_note(character, place, note));
    }
    return character.springs.springs.at(0).center;
  };
  EXPECT_EQ(center_of(1, ""), 1);
  EXPECT_EQ(center_of(0, ""), 0);
  EXPECT_EQ(center_of(-1, ""), -1);
  EXPECT_EQ(center_of(nullptr, ""), -1);
  EXPECT_EQ(center_of(6, "isn't above its first joint"), 6);
  EXPECT_EQ(center_of(2, "springs move its centre"), -1);
  EXPECT_EQ(center_of(4, "springs move its centre"), -1);
  EXPECT_EQ(center_of(5, "springs move its centre"), -1);
  EXPECT_EQ(center_of(44, "no node"), -1);
}

TEST(VrmLeniency, ACentreThatAnotherSpringMoves) {
  Json document = test::vrm1_document();
  springs_of(document)["springs"].push_back({{"joints", nodes_as_joints({3, 5})}, {"center", 2}});
  spring(document)["joints"] = nodes_as_joints({2, 3});
  const Character character = read_good(document);
  EXPECT_EQ(character.springs.springs.at(1).center, 2);
  EXPECT_TRUE(has_note(character, kPlace + "/springs/1", "moved by another spring"));
}

TEST(VrmLeniency, CollidersAndGroupsThatAreNotThere) {
  Json document = test::vrm1_document();
  springs_of(document)["colliders"] = Json::parse(R"([
    {"node": 99, "shape": {"sphere": {}}}, {"node": 1}, {"node": 1, "shape": {}}, null,
    {"node": 1, "shape": {"sphere": {"radius": 0.01}}}])");
  springs_of(document)["colliderGroups"] =
      Json::parse(R"([{"colliders": [0, 1, 2, 3, 4, 5]}, {"name": "none"}, null])");
  spring(document)["colliderGroups"] = {0, 1, 2, 3};
  const Character character = read_good(document);
  EXPECT_EQ(character.springs.colliders.size(), 1u);
  EXPECT_EQ(character.springs.springs[0].colliders, std::vector<int>{0});
  EXPECT_TRUE(has_note(character, kPlace + "/colliders/0/node", "no node"));
  EXPECT_TRUE(has_note(character, kPlace + "/colliders/1", "no shape"));
  EXPECT_TRUE(has_note(character, kPlace + "/colliders/2/shape", "none that is known"));
  EXPECT_TRUE(has_note(character, kPlace + "/colliders/3", "'node' is missing"));
  EXPECT_TRUE(has_note(character, kPlace + "/colliderGroups/0/colliders/5", "no collider"));
  EXPECT_TRUE(has_note(character, kPlace + "/colliderGroups/1", "no colliders"));
  EXPECT_TRUE(has_note(character, kPlace + "/colliderGroups/2", "no colliders"));
  EXPECT_TRUE(has_note(character, kSpring + "/colliderGroups/3", "no collider group"));
}

TEST(VrmLeniency, OddShapes) {
  Json document = test::vrm1_document();
  springs_of(document)["colliders"] = Json::parse(R"([
    {"node": 6, "shape": {"sphere": {"offset": [0, -10000, 0], "radius": 0}}},
    {"node": 6, "shape": {"sphere": {"radius": -0.1}}},
    {"node": 6, "shape": {"capsule": {"radius": 0.01}}},
    {"node": 6, "extensions": {"VRMC_springBone_extended_collider": {
      "specVersion": "1.0", "shape": {"plane": {"normal": [0, 0, 0]}}}}}])");
  const Character character = read_good(document);
  ASSERT_EQ(character.springs.colliders.size(), 3u);
  EXPECT_EQ(character.springs.colliders[1].radius, 0);
  EXPECT_EQ(character.notes.size(), 3u);
  EXPECT_TRUE(has_note(character, kPlace + "/colliders/1/shape/sphere/radius", "below 0"));
  EXPECT_TRUE(has_note(character, kPlace + "/colliders/2", "no length"));
  EXPECT_TRUE(has_note(character, kPlace + "/colliders/3", "no direction"));
}

// The bone of node 2 starts 0.1 m from the head's collider and is 0.1 m long: from a sphere of
// more than 0.2 m it can't get out. With a hit radius it is held by that much less.
TEST(VrmLeniency, AColliderThatHoldsAllThatABoneReaches) {
  const auto is_noted = [](double radius, double hit_radius) {
    Json document = test::vrm1_document();
    springs_of(document)["colliders"][0]["shape"]["sphere"]["radius"] = radius;
    spring(document)["joints"] = nodes_as_joints({2, 3});
    spring(document)["joints"][0]["hitRadius"] = hit_radius;
    const Character character = read_good(document);
    return !character.notes.empty() && has_note(character, kSpring, "/colliders/0");
  };
  EXPECT_FALSE(is_noted(0.199, 0));
  EXPECT_TRUE(is_noted(0.201, 0));
  EXPECT_FALSE(is_noted(0.169, 0.03));
  EXPECT_TRUE(is_noted(0.171, 0.03));
}

TEST(VrmLeniency, NumbersOutOfTheirRange) {
  Json document = test::vrm1_document();
  spring(document)["joints"][0].update({{"dragForce", 1.5}, {"hitRadius", -1}});
  spring(document)["joints"][1].update({{"dragForce", -0.5}, {"gravityDir", {0, 0, 0}}});
  const Character character = read_good(document);
  const auto& bones = character.springs.springs[0].bones;
  EXPECT_EQ(bones[0].drag_force, 1);
  EXPECT_EQ(bones[0].hit_radius, 0);
  EXPECT_EQ(bones[1].drag_force, 0);
  EXPECT_TRUE(has_note(character, kSpring + "/joints/0/dragForce", "out of its range"));
  EXPECT_TRUE(has_note(character, kSpring + "/joints/1/dragForce", "out of its range"));
  EXPECT_EQ(character.notes.size(), 3u);
}

TEST(VrmLeniency, AJointWithoutVolumeHasNoBone) {
  Json document = test::vrm1_document();
  document["nodes"][2]["scale"] = {0, 1, 1};
  const Character character = read_good(document);
  EXPECT_TRUE(character.springs.springs.empty());
  EXPECT_TRUE(has_note(character, kSpring + "/joints/0", "no volume"));
}

TEST(VrmLeniency, NotesAreBounded) {
  Json document = test::vrm1_document();
  springs_of(document)["springs"] = std::vector<Json>(3'000, Json::object());
  const Character character = read_good(document);
  ASSERT_EQ(character.notes.size(), 1'001u);
  EXPECT_EQ(character.notes[1'000], "/extensions: 2000 more notes like these were left out");
}

TEST(VrmFaults, AValueOfTheWrongKindIsOne) {
  struct Case {
    std::string pointer;
    Json value;
    std::string place;
  };
  const Case cases[] = {
      {"/springs", 1, ""},
      {"/springs/0", "x", ""},
      {"/springs/0/name", 1, ""},
      {"/springs/0/joints", {{"node", 1}}, ""},
      {"/springs/0/joints/0", 1, ""},
      {"/springs/0/joints/0/node", "2", ""},
      {"/springs/0/joints/0/stiffness", "1", ""},
      {"/springs/0/joints/0/stiffness", 1e31, ""},
      {"/springs/0/joints/0/hitRadius", true, ""},
      {"/springs/0/joints/0/gravityDir", {1, 2}, ""},
      {"/springs/0/joints/0/gravityDir", {1, 2, "x"}, "/springs/0/joints/0/gravityDir/2"},
      {"/springs/0/joints/0/gravityDir", {1, 2, 1e31}, ""},
      {"/springs/0/center", "hips", ""},
      {"/springs/0/colliderGroups", 0, ""},
      {"/springs/0/colliderGroups/0", "a", ""},
      {"/colliders", "x", ""},
      {"/colliders/0/shape", 1, ""},
      {"/colliders/0/shape/sphere", 1, ""},
      {"/colliders/0/shape/sphere/radius", "1", ""},
      {"/colliders/0/shape/sphere/offset", 1, ""},
      {"/colliderGroups/0/colliders/0", "x", ""},
      {"/specVersion", 1, ""},
  };
  for (const Case& wrong : cases) {
    Json document = test::vrm1_document();
    document[Json::json_pointer(kPlace + wrong.pointer)] = wrong.value;
    Character character;
    const Status status = test::read(document, character);
    EXPECT_EQ(status.code(), StatusCode::kUnreadable) << wrong.pointer;
    EXPECT_EQ(status.place(), kPlace + (wrong.place.empty() ? wrong.pointer : wrong.place));
  }
}

}  // namespace
}  // namespace tassel
