// Which node is which bone, by the names of VRM 1.0.

#include "formats/vrm/vrm_documents.h"

namespace tassel {
namespace {

using test::has_note;
using test::Json;
using test::read_good;

Json document_of(const char* extension, const char* json) {
  Json document = test::strand_document();
  document["extensions"][extension] = Json::parse(json);
  return document;
}

TEST(VrmHumanoid, OfVrm1) {
  const Character character = read_good(document_of("VRMC_vrm", R"({"specVersion": "1.0",
    "humanoid": {"humanBones": {"head": {"node": 1}, "hips": {"node": 0}}}})"));
  EXPECT_EQ(character.kind, Character::Kind::kVrm1);
  EXPECT_FALSE(character.humanoid.faces_minus_z);
  ASSERT_EQ(character.humanoid.bones.size(), 2u);
  EXPECT_EQ(character.humanoid.bones[0].name, "hips");
  EXPECT_EQ(character.humanoid.find("hips"), 0);
  EXPECT_EQ(character.humanoid.find("head"), 1);
  EXPECT_EQ(character.humanoid.find("neck"), -1);
}

TEST(VrmHumanoid, OfAVrmAnimation) {
  const Character character =
      read_good(document_of("VRMC_vrm_animation", R"({"specVersion": "1.0-draft",
    "humanoid": {"humanBones": {"hips": {"node": 3}}}})"));
  EXPECT_EQ(character.kind, Character::Kind::kVrmAnimation);
  EXPECT_EQ(character.humanoid.find("hips"), 3);
}

// VRM 0.x: proximal, intermediate, distal; VRM 1.0: metacarpal, proximal, distal.
TEST(VrmHumanoid, OfVrm0WithItsThumbs) {
  const Character character = read_good(document_of("VRM", R"({"humanoid": {"humanBones": [
    {"bone": "leftThumbProximal", "node": 1}, {"bone": "leftThumbIntermediate", "node": 2},
    {"bone": "leftThumbDistal", "node": 3}, {"bone": "rightIndexIntermediate", "node": 4}]}})"));
  EXPECT_EQ(character.kind, Character::Kind::kVrm0);
  EXPECT_TRUE(character.humanoid.faces_minus_z);
  EXPECT_EQ(character.humanoid.find("leftThumbMetacarpal"), 1);
  EXPECT_EQ(character.humanoid.find("leftThumbProximal"), 2);
  EXPECT_EQ(character.humanoid.find("leftThumbDistal"), 3);
  EXPECT_EQ(character.humanoid.find("rightIndexIntermediate"), 4);
}

TEST(VrmHumanoid, WhatDoesNotFitIsNoted) {
  const Character character = read_good(document_of("VRMC_vrm", R"({"specVersion": "1.0",
    "humanoid": {"humanBones": {"hips": {"node": 0}, "neck": {"node": 99}, "spine": {"node": 0},
                                "head": null, "a\u001b/b": {"node": 1}}}})"));
  EXPECT_EQ(character.humanoid.bones.size(), 1u);
  EXPECT_EQ(character.notes.size(), 4u);
  const std::string place = "/extensions/VRMC_vrm/humanoid/humanBones/";
  EXPECT_TRUE(has_note(character, place + "neck/node", "no node"));
  EXPECT_TRUE(has_note(character, place + "spine", "is another bone"));
  EXPECT_TRUE(has_note(character, place + "head", "'node' is missing"));
  for (const std::string& note : character.notes) EXPECT_EQ(note.find('\x1b'), std::string::npos);
}

TEST(VrmHumanoid, ABoneTwiceIsItsFirst) {
  const Character character = read_good(document_of("VRM", R"({"humanoid": {"humanBones": [
    {"bone": "hips", "node": 1}, {"bone": "hips", "node": 2}, {"bone": "tail", "node": 3}]}})"));
  EXPECT_EQ(character.humanoid.find("hips"), 1);
  EXPECT_EQ(character.humanoid.bones.size(), 1u);
  const std::string place = "/extensions/VRM/humanoid/humanBones/";
  EXPECT_TRUE(has_note(character, place + "1", "this name"));
  EXPECT_TRUE(has_note(character, place + "2", "'tail'"));
}

TEST(VrmHumanoid, Vrm1StandsBeforeVrm0) {
  Json document = document_of("VRM", R"({"humanoid": {"humanBones": [{"bone": "hips", "node": 1}]},
    "secondaryAnimation": {"boneGroups": [{"bones": [2]}]}})");
  document["extensions"]["VRMC_vrm"] =
      Json::parse(R"({"specVersion": "1.0", "humanoid": {"humanBones": {"hips": {"node": 0}}}})");
  document["extensions"]["VRMC_springBone"] = Json::parse(R"({"specVersion": "1.0"})");
  const Character character = read_good(document);
  EXPECT_EQ(character.kind, Character::Kind::kVrm1);
  EXPECT_EQ(character.humanoid.find("hips"), 0);
  EXPECT_TRUE(character.springs.springs.empty());
  EXPECT_TRUE(has_note(character, "/extensions/VRM/secondaryAnimation", "no effect"));
}

}  // namespace
}  // namespace tassel
