// A copy without springs: what lets viewers simulate them is gone, and everything else the same.

#include "formats/gltf/strip_springs.h"

#include <gtest/gtest.h>

#include "formats/gltf/append_samples.h"
#include "formats/gltf/gltf_builder.h"
#include "tassel/gltf.h"

namespace tassel {
namespace {

using nlohmann::json;
using test::Bytes;

TEST(StripSprings, TheExtensionGoesWhereverItStands) {
  EXPECT_EQ(without_springs(R"({"extensions": {"VRMC_springBone": {"springs": []}, "A": 1}})"),
            R"({"extensions": {"A": 1}})");
  EXPECT_EQ(without_springs(R"({"extensions": {"A": 1, "VRMC_springBone": {}, "B": 2}})"),
            R"({"extensions": {"A": 1, "B": 2}})");
  EXPECT_EQ(without_springs(R"({"extensions": { "A": 1 , "VRMC_springBone": {} }})"),
            R"({"extensions": { "A": 1 }})");
}

TEST(StripSprings, AnObjectOfExtensionsThatWouldBeEmptyGoesToo) {
  EXPECT_EQ(without_springs(R"({"extensions": {"VRMC_springBone": {}}, "nodes": []})"),
            R"({"nodes": []})");
  EXPECT_EQ(without_springs(R"({"nodes": [], "extensions": {"VRMC_springBone": {}}})"),
            R"({"nodes": []})");
  EXPECT_EQ(without_springs(R"({"extensions": {"VRMC_springBone": {}}})"), "{}");
}

TEST(StripSprings, NamesGoOutOfTheListsWhereverTheyStand) {
  for (const std::string list : {"extensionsUsed", "extensionsRequired"}) {
    const auto stripped = [&](const std::string& names) {
      return without_springs("{\"a\": 1, \"" + list + "\": " + names + ", \"b\": 2}");
    };
    const std::string left = "{\"a\": 1, \"" + list + "\": ";
    EXPECT_EQ(stripped(R"(["VRMC_springBone", "A"])"), left + R"(["A"], "b": 2})");
    EXPECT_EQ(stripped(R"(["A","VRMC_springBone","B"])"), left + R"(["A","B"], "b": 2})");
    EXPECT_EQ(stripped(R"(["A", "VRMC_springBone" ])"), left + R"(["A" ], "b": 2})");
    EXPECT_EQ(stripped(R"(["VRMC_springBone"])"), R"({"a": 1, "b": 2})");
    EXPECT_EQ(stripped(R"(["VRMC_springBone_limit", "A", "VRMC_springBone",
                            "VRMC_springBone_extended_collider"])"),
              left + R"(["A"], "b": 2})");
    EXPECT_EQ(stripped(R"(["VRMC_springBone_limit", "VRMC_springBone"])"), R"({"a": 1, "b": 2})");
    EXPECT_EQ(stripped(R"(["A", "VRMC_springBones", "VRM"])"),
              left + R"(["A", "VRMC_springBones", "VRM"], "b": 2})");
  }
}

TEST(StripSprings, EscapesHideNothing) {
  EXPECT_EQ(without_springs(R"({"extensionsUsed": ["VRMC_spring\u0042one", "A"],)"
                            R"("extensions": {"\u0056RMC_springBone": {}, "A": 1}})"),
            R"({"extensionsUsed": ["A"],"extensions": {"A": 1}})");
}

TEST(StripSprings, Vrm0sGroupsAreLeftEmpty) {
  EXPECT_EQ(without_springs(R"({"extensions": {"VRM": {"meta": {}, "secondaryAnimation": )"
                            R"({"boneGroups": [{"bones": [1]}]}, "x": 1}}})"),
            R"({"extensions": {"VRM": {"meta": {}, "secondaryAnimation": )"
            R"({"boneGroups":[],"colliderGroups":[]}, "x": 1}}})");
}

TEST(StripSprings, BothGenerationsInOneFileGo) {
  const json left = json::parse(without_springs(
      R"({"extensions": {"VRMC_springBone": {}, "VRM": {"secondaryAnimation":{"boneGroups":[1]}}}})"));
  EXPECT_FALSE(left["extensions"].contains("VRMC_springBone"));
  EXPECT_TRUE(left["extensions"]["VRM"]["secondaryAnimation"]["boneGroups"].empty());
}

TEST(StripSprings, WhatHasNoneKeepsItsBytes) {
  for (const char* text :
       {"{}", "{ }", R"({"extensions": {}})", R"({"extensions": {"VRM": {}}, "extensionsUsed":[]})",
        R"({"extensions": {"VRM": {"secondaryAnimation": null}}})",
        R"({"nodes": [{"extensions": {"VRMC_springBone": {}}, "name": "VRMC_springBone"}]})"}) {
    EXPECT_EQ(without_springs(text), text);
  }
}

// The reader looks at none of these, so they come as they are.
TEST(StripSprings, MembersOfTheWrongKindStay) {
  for (const char* text :
       {R"({"extensionsUsed": {}})", R"({"extensionsUsed": 5})", R"({"extensionsUsed": "["})",
        R"({"extensionsUsed": [5, null, {"VRMC_springBone": 1}]})", R"({"extensions": null})",
        R"({"extensions": []})", R"({"extensions": "VRMC_springBone"})",
        R"({"extensions": {"VRM": null}})", R"({"extensions": {"VRM": [1]}})",
        R"({"extensions": {"VRM": "secondaryAnimation"}})"}) {
    EXPECT_EQ(without_springs(text), text);
  }
}

json without_springs_by_hand(json document) {
  for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
    if (!document.contains(list)) continue;
    json names = json::array();
    for (const json& name : document[list]) {
      if (name.get<std::string>().rfind("VRMC_springBone", 0) != 0) names.push_back(name);
    }
    document[list] = names;
    if (names.empty()) document.erase(list);
  }
  if (!document.contains("extensions")) return document;
  json& extensions = document["extensions"];
  const bool had_springs = extensions.erase("VRMC_springBone") > 0;
  if (extensions.contains("VRM") && extensions["VRM"].contains("secondaryAnimation")) {
    extensions["VRM"]["secondaryAnimation"] = {{"boneGroups", json::array()},
                                               {"colliderGroups", json::array()}};
  }
  if (had_springs && extensions.empty()) document.erase("extensions");
  return document;
}

TEST(StripSprings, EveryFileIsReadWithoutSpringsAfterwards) {
  int with_springs = 0;
  for (const std::filesystem::path& path : test::character_files()) {
    SCOPED_TRACE(path.filename().string());
    const Bytes source = read_bytes(path.string());
    const Character character = test::read_character(source, test::beside(path));
    with_springs += character.springs.springs.empty() ? 0 : 1;
    const Clip still = test::swing(character, {});
    const Bytes copy = test::appended(source, character, still, {}, {-1, true});
    EXPECT_TRUE(test::json_of(copy) == without_springs_by_hand(test::json_of(source)));
    const Character again = test::read_character(copy, test::beside(path));
    EXPECT_TRUE(again.springs.springs.empty());
    EXPECT_TRUE(again.springs.colliders.empty());
    EXPECT_EQ(again.kind, character.kind);
    EXPECT_EQ(again.skeleton.size(), character.skeleton.size());
    EXPECT_EQ(again.humanoid.bones.size(), character.humanoid.bones.size());
    if (!test::is_glb(source)) continue;
    const std::vector<test::GlbChunk> chunks = test::chunks_of(source);
    const std::vector<test::GlbChunk> copied = test::chunks_of(copy);
    ASSERT_EQ(copied.size(), chunks.size());
    for (std::size_t i = 1; i < chunks.size(); ++i) EXPECT_TRUE(copied[i].data == chunks[i].data);
  }
  EXPECT_GE(with_springs, 1);
}

TEST(StripSprings, TheClipIsInTheCopy) {
  const std::filesystem::path path =
      std::string(TASSEL_SAMPLES_DIR) + "/seed_san/Seed-san_idle_loop.vrm";
  const Bytes source = read_bytes(path.string());
  const Character character = test::read_character(source);
  ASSERT_FALSE(character.springs.springs.empty());
  const std::vector<int> joints = test::some_joints(character, 8);
  const Clip clip = test::swing(character, joints);
  const Bytes plain = test::appended(source, character, clip, joints, {-1, false});
  const Bytes stripped = test::appended(source, character, clip, joints, {-1, true});
  EXPECT_TRUE(test::json_of(stripped) == without_springs_by_hand(test::json_of(plain)));
  EXPECT_TRUE(test::chunks_of(stripped)[1].data == test::chunks_of(plain)[1].data);
  EXPECT_EQ(test::read_character(stripped).animations.size(), character.animations.size() + 1);
}

}  // namespace
}  // namespace tassel
