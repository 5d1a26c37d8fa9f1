#pragma once
// VRM documents put together in tests, and read.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel::test {

using Json = nlohmann::ordered_json;

/// Nodes: a body 0 with head 1, a strand 2, 3, 4 straight down from the head, with a fork 5 at 3;
/// each 10 cm from its parent. Node 6 is a joint of its own.
inline Json strand_document() {
  return Json::parse(R"({"asset": {"version": "2.0"}, "nodes": [
    {"name": "body", "children": [1]},
    {"name": "head", "children": [2], "translation": [0, 0.1, 0]},
    {"name": "hair_1", "children": [3], "translation": [0, -0.1, 0]},
    {"name": "hair_2", "children": [4, 5], "translation": [0, -0.1, 0]},
    {"name": "hair_3", "translation": [0, -0.1, 0]},
    {"name": "fork", "translation": [0.1, 0, 0]},
    {"name": "stand"}]})");
}

/// The same with VRMC_springBone: a spring of 2, 3, 4 with a sphere on the head.
inline Json vrm1_document() {
  Json document = strand_document();
  document["extensions"]["VRMC_springBone"] = Json::parse(R"({
    "specVersion": "1.0",
    "colliders": [{"node": 1, "shape": {"sphere": {"radius": 0.02}}}],
    "colliderGroups": [{"colliders": [0]}],
    "springs": [{"name": "hair", "joints": [{"node": 2}, {"node": 3}, {"node": 4}],
                 "colliderGroups": [0]}]})");
  return document;
}

inline Json& springs_of(Json& document) { return document["extensions"]["VRMC_springBone"]; }

inline Status read(const Json& document, Character& character) {
  return read_gltf(to_bytes(document.dump()), {}, character);
}

/// What is read from a document, whose springs the solver can run.
inline Character read_good(const Json& document) {
  Character character;
  EXPECT_EQ(read(document, character).to_string(), "ok");
  const std::vector<Status> findings = validate(character.springs, character.skeleton);
  EXPECT_TRUE(findings.empty()) << findings[0].to_string();
  return character;
}

/// Whether there is a note at the pointer with these words.
inline testing::AssertionResult has_note(const Character& character, const std::string& pointer,
                                         std::string_view words) {
  for (const std::string& note : character.notes) {
    if (note.starts_with(pointer + ": ") && note.find(words) != std::string::npos) {
      return testing::AssertionSuccess();
    }
  }
  auto failure = testing::AssertionFailure() << "no note '" << words << "' at " << pointer << " in";
  for (const std::string& note : character.notes) failure << "\n  " << note;
  return failure;
}

}  // namespace tassel::test
