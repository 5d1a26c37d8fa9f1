// An appended clip, as what reads the file finds it.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>

#include "formats/gltf/append_samples.h"
#include "formats/gltf/gltf_builder.h"
#include "tassel/gltf.h"

namespace tassel {
namespace {

using nlohmann::json;
using test::Bytes;

// Joints of rig().
constexpr int kRoot = 0;
constexpr int kHead = 1;
constexpr int kHair = 2;
constexpr int kTip = 3;

nlohmann::ordered_json channel(int sampler, int node, const char* path) {
  return {{"sampler", sampler}, {"target", {{"node", node}, {"path", path}}}};
}

/// Four nodes in a row. In "idle" one sampler, in steps, turns head and hair, and another moves
/// the head; "wave" turns the hair.
test::GltfBuilder rig() {
  test::GltfBuilder file;
  file.json["nodes"] = nlohmann::ordered_json::parse(R"([
    {"name": "root", "children": [1]}, {"name": "head", "children": [2], "translation": [0, 1, 0]},
    {"name": "hair", "children": [3], "rotation": [0, 0, 0.6, 0.8]}, {"name": "tip"}])");
  const int times = file.add<float>({0, 2}, "SCALAR", test::kF32);
  const int turns = file.add<float>({0, 0, 0, 1, 0, 0, 1, 0}, "VEC4", test::kF32);
  const int ways = file.add<float>({0, 1, 0, 0, 2, 0}, "VEC3", test::kF32);
  const nlohmann::ordered_json turn = {
      {"input", times}, {"output", turns}, {"interpolation", "STEP"}};
  file.json["animations"] = {
      {{"name", "idle"},
       {"channels",
        {channel(0, kHead, "rotation"), channel(0, kHair, "rotation"),
         channel(1, kHead, "translation")}},
       {"samplers", {turn, {{"input", times}, {"output", ways}}}},
       {"extras", {{"kept", true}}}},
      {{"name", "wave"}, {"channels", {channel(0, kHair, "rotation")}}, {"samplers", {turn}}}};
  return file;
}

const Track* find_track(const Animation& animation, int joint, Track::Property property) {
  for (const Track& track : animation.tracks) {
    if (track.joint == joint && track.property == property) return &track;
  }
  return nullptr;
}

/// How many channels an animation of the JSON has for each node and path.
std::map<std::pair<int, std::string>, int> channel_counts(const json& animation) {
  std::map<std::pair<int, std::string>, int> counts;
  for (const json& channel : animation["channels"]) {
    if (!channel["target"].contains("node")) continue;
    ++counts[{channel["target"]["node"], channel["target"]["path"]}];
  }
  return counts;
}

/// The 32-bit floats of an accessor in the binary chunk.
std::vector<float> floats_of(const test::ParsedGlb& glb, const json& accessor) {
  EXPECT_EQ(accessor["componentType"], test::kF32);
  const json& view = glb.json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
  EXPECT_FALSE(view.contains("byteStride"));
  EXPECT_FALSE(view.contains("target"));
  const std::size_t components = accessor["type"] == "SCALAR" ? 1
                                 : accessor["type"] == "VEC3" ? 3
                                                              : 4;
  std::vector<float> values(accessor["count"].get<std::size_t>() * components);
  const std::size_t offset = view.value("byteOffset", 0U) + accessor.value("byteOffset", 0U);
  EXPECT_LE(offset + values.size() * 4, glb.binary.size());
  std::memcpy(values.data(), glb.binary.data() + offset, values.size() * 4);
  return values;
}

struct Appended {
  Character before;
  Clip clip;
  Bytes file;
  Character after;
};

/// A swing of these joints in the rig.
Appended append_to_rig(const std::vector<int>& joints, int animation) {
  const Bytes source = rig().glb();
  Appended result;
  result.before = test::read_character(source);
  result.clip = test::swing(result.before, joints);
  result.file = test::appended(source, result.before, result.clip, joints, {animation, false});
  result.after = test::read_character(result.file);
  return result;
}

TEST(AppendClip, MakesANewAnimationOfTheClipsName) {
  const Appended result = append_to_rig({kHair}, -1);
  ASSERT_EQ(result.after.animations.size(), 3U);
  EXPECT_EQ(result.after.animations[2].name, "swing");
  EXPECT_EQ(result.after.animations[2].tracks.size(), 1U);
}

TEST(AppendClip, ValuesAreTheClipsAsFloats) {
  const std::vector<int> joints{kRoot, kHead, kHair};
  const Appended result = append_to_rig(joints, -1);
  const Animation& animation = result.after.animations.at(2);
  ASSERT_EQ(animation.tracks.size(), joints.size());
  for (const int joint : joints) {
    const Track* track = find_track(animation, joint, Track::Property::kRotation);
    ASSERT_NE(track, nullptr);
    EXPECT_EQ(track->interpolation, Interpolation::kLinear);
    ASSERT_EQ(track->values.size(), 4 * result.clip.times.size());
    for (std::size_t key = 0; key < result.clip.times.size(); ++key) {
      const Quatd& q = result.clip.pose_ls(static_cast<int>(key))[joint].rotation;
      const float* values = track->values.data() + 4 * key;
      // Half a unit in the last of 24 bits; of either sign.
      const double sign = values[3] * q.w < 0 ? -1 : 1;
      EXPECT_NEAR(values[0], sign * q.x, 6e-8);
      EXPECT_NEAR(values[1], sign * q.y, 6e-8);
      EXPECT_NEAR(values[2], sign * q.z, 6e-8);
      EXPECT_NEAR(values[3], sign * q.w, 6e-8);
    }
  }
}

TEST(AppendClip, TranslationAndScaleAreWrittenWhereTheyLeaveTheReferencePose) {
  const Bytes source = rig().glb();
  const Character character = test::read_character(source);
  Clip clip = test::swing(character, {});
  clip.poses_ls[kHair].translation = {0.1, -0.2, 0.3};
  clip.poses_ls[kTip].scale = {2, 1, 0.5};
  const Character after =
      test::read_character(test::appended(source, character, clip, test::all_joints(character)));
  const Animation& animation = after.animations.at(2);
  ASSERT_EQ(animation.tracks.size(), 2U);
  const Track* way = find_track(animation, kHair, Track::Property::kTranslation);
  ASSERT_NE(way, nullptr);
  EXPECT_EQ(way->values, (std::vector<float>{0.1F, -0.2F, 0.3F, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  const Track* growth = find_track(animation, kTip, Track::Property::kScale);
  ASSERT_NE(growth, nullptr);
  EXPECT_EQ(growth->values, (std::vector<float>{2, 1, 0.5F, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
}

TEST(AppendClip, OnlyTheJointsAskedForAreWritten) {
  const Bytes source = rig().glb();
  const Character character = test::read_character(source);
  const Clip clip = test::swing(character, test::all_joints(character));
  const std::vector<int> joints{kTip};
  const Character after = test::read_character(test::appended(source, character, clip, joints));
  ASSERT_EQ(after.animations.at(2).tracks.size(), 1U);
  EXPECT_EQ(after.animations[2].tracks[0].joint, kTip);
}

TEST(AppendClip, TracksShareOneListOfTimesWithExactBounds) {
  for (const int animation : {-1, 0}) {
    const Appended result = append_to_rig({kRoot, kHead, kHair, kTip}, animation);
    const test::ParsedGlb glb = test::parse_glb(result.file);
    const json& changed = glb.json["animations"][animation < 0 ? 2 : 0];
    const json& samplers = changed["samplers"];
    const json& last = samplers.back()["input"];
    EXPECT_GE(last.get<std::size_t>(), result.before.animations.size());
    int sharing = 0;
    for (const json& sampler : samplers) sharing += sampler["input"] == last ? 1 : 0;
    EXPECT_EQ(sharing, 4 + (animation < 0 ? 0 : 1));  // The head's translation is moved already.
    const json& times = glb.json["accessors"][last.get<std::size_t>()];
    EXPECT_EQ(floats_of(glb, times),
              (std::vector<float>{0, 0.1F, 0.25F, static_cast<float>(1 / 3.0)}));
    ASSERT_EQ(times["min"].size(), 1U);
    ASSERT_EQ(times["max"].size(), 1U);
    EXPECT_EQ(times["min"][0].get<double>(), 0.0);
    EXPECT_EQ(times["max"][0].get<double>(), static_cast<double>(static_cast<float>(1 / 3.0)));
  }
}

TEST(AppendClip, TheLastKeyIsExactlyAtTheEnd) {
  const Appended result = append_to_rig({kHair}, -1);
  EXPECT_EQ(result.after.animations.at(2).duration,
            static_cast<double>(static_cast<float>(result.clip.times.back())));
  EXPECT_EQ(result.after.animations[2].times.at(0).back(), static_cast<float>(1 / 3.0));
}

TEST(AppendClip, RotationsAreUnitAndNeverFlipTheirSign) {
  const Bytes source = rig().glb();
  const Character character = test::read_character(source);
  Clip clip{"turns", {}, {}, character.skeleton.size()};
  for (int key = 0; key <= 100; ++key) {
    clip.times.push_back(key / 30.0);
    for (const Joint& joint : character.skeleton.joints)
      clip.poses_ls.push_back(joint.reference_ls);
    // Three turns and a half; every third key as the other quaternion, each a bit off unit.
    const double half = 0.11 * key;
    const double size = (key % 3 == 0 ? -1 : 1) * (1 + 4e-4 * std::sin(key));
    clip.poses_ls[clip.poses_ls.size() - 1].rotation = {size * std::sin(half), 0, 0,
                                                        size * std::cos(half)};
  }
  const std::vector<int> joints{kTip};
  const Character after = test::read_character(test::appended(source, character, clip, joints));
  const std::vector<float>& values = after.animations.at(2).tracks.at(0).values;
  ASSERT_EQ(values.size(), 404U);
  const auto dot_of = [&](std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      sum += static_cast<double>(values[4 * a + k]) * static_cast<double>(values[4 * b + k]);
    }
    return sum;
  };
  for (std::size_t key = 0; key < 101; ++key) {
    EXPECT_NEAR(dot_of(key, key), 1, 2e-7);
    if (key > 0) {
      EXPECT_NEAR(dot_of(key - 1, key), std::cos(0.11), 1e-6);
    }
  }
}

TEST(AppendClip, ReplacesTheChannelOfAJointThatTheClipMoves) {
  const Appended result = append_to_rig({kHair, kTip}, 0);
  const json changed = test::json_of(result.file)["animations"][0];
  for (const auto& [target, count] : channel_counts(changed)) {
    EXPECT_EQ(count, 1) << target.first << " " << target.second;
  }
  EXPECT_EQ(channel_counts(changed).size(), 4U);
  ASSERT_EQ(result.after.animations.size(), 2U);
  const Animation& animation = result.after.animations[0];
  EXPECT_EQ(animation.name, "idle");
  EXPECT_EQ(animation.tracks.size(), 4U);
  const Track* hair = find_track(animation, kHair, Track::Property::kRotation);
  ASSERT_NE(hair, nullptr);
  EXPECT_EQ(hair->interpolation, Interpolation::kLinear);
  EXPECT_EQ(hair->values.size(), 16U);
}

TEST(AppendClip, ChannelsThatTheClipDoesntMoveKeepTheirNumbers) {
  const Appended result = append_to_rig({kHair, kTip}, 0);
  const json before = json::parse(rig().json.dump());
  const json after = test::json_of(result.file);
  const json& old_channels = before["animations"][0]["channels"];
  const json& channels = after["animations"][0]["channels"];
  EXPECT_EQ(channels[0], old_channels[0]);
  EXPECT_EQ(channels[1]["target"], old_channels[1]["target"]);
  EXPECT_EQ(channels[1]["sampler"], 2);
  EXPECT_EQ(channels[2], old_channels[2]);
  EXPECT_EQ(after["animations"][0]["samplers"][0], before["animations"][0]["samplers"][0]);
  EXPECT_EQ(after["animations"][0]["extras"], before["animations"][0]["extras"]);
  EXPECT_EQ(after["animations"][1], before["animations"][1]);
  EXPECT_EQ(after["nodes"], before["nodes"]);
  const Track* head = find_track(result.after.animations[0], kHead, Track::Property::kRotation);
  ASSERT_NE(head, nullptr);
  EXPECT_EQ(head->interpolation, Interpolation::kStep);
  EXPECT_EQ(head->values, (std::vector<float>{0, 0, 0, 1, 0, 0, 1, 0}));
}

TEST(AppendClip, AJointThatTheClipHoldsStillTakesItsChannelToo) {
  const Bytes source = rig().glb();
  const Character character = test::read_character(source);
  const Clip still = test::swing(character, {});
  const Character after = test::read_character(
      test::appended(source, character, still, std::vector<int>{kHead, kTip}, {0, false}));
  const Animation& animation = after.animations.at(0);
  EXPECT_EQ(animation.tracks.size(), 3U);  // Nothing of the tip.
  const Track* turn = find_track(animation, kHead, Track::Property::kRotation);
  ASSERT_NE(turn, nullptr);
  EXPECT_EQ(turn->values, (std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
  const Track* way = find_track(animation, kHead, Track::Property::kTranslation);
  ASSERT_NE(way, nullptr);
  EXPECT_EQ(way->values, (std::vector<float>{0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0}));
}

TEST(AppendClip, EverySamplerHasAChannel) {
  const Appended result = append_to_rig({kHead, kHair}, 0);
  const json changed = test::json_of(result.file)["animations"][0];
  std::set<std::size_t> used;
  for (const json& channel : changed["channels"])
    used.insert(channel["sampler"].get<std::size_t>());
  EXPECT_EQ(used.size(), changed["samplers"].size());
}

TEST(AppendClip, AMorphTargetsChannelStays) {
  test::GltfBuilder file = rig();
  file.json["animations"][0]["channels"][2] = channel(1, kHead, "weights");
  const Bytes source = file.glb();
  const Character character = test::read_character(source);
  const std::vector<int> joints{kHead};
  const json after = test::json_of(
      test::appended(source, character, test::swing(character, joints), joints, {0, false}));
  EXPECT_EQ(after["animations"][0]["channels"][2], json(channel(1, kHead, "weights")));
}

TEST(AppendClip, OneKeyIsAClip) {
  const Bytes source = rig().glb();
  const Character character = test::read_character(source);
  Clip clip = test::swing(character, {{kTip}});
  clip.times.resize(1);
  clip.poses_ls.resize(4);
  const std::vector<int> joints{kTip};
  const Character after = test::read_character(test::appended(source, character, clip, joints));
  EXPECT_EQ(after.animations.at(2).duration, 0);
  EXPECT_EQ(after.animations[2].tracks.at(0).values.size(), 4U);
}

}  // namespace
}  // namespace tassel
