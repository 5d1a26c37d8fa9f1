#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "formats/gltf/gltf_animation_builder.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel {
namespace {

using test::AnimatedGlb;
using test::Bytes;
using test::make_animated_glb;

constexpr int kFloat = 5126;

struct ReadClip {
  Skeleton skeleton;
  Clip clip;
};

ReadClip read(const Bytes& glb, double keys_per_second, const char* name = "") {
  ReadClip result;
  const Status status = read_glb_clip(glb, name, keys_per_second, result.skeleton, result.clip);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return result;
}

Transformd first_joint_at(const ReadClip& read, int key) { return read.clip.pose_ls(key)[0]; }

// glTF's (1, 2, 3) is (1, −3, 2) with Z up.
TEST(ReadGlbClip, ReadsNodesAsJointsWithZUp) {
  const ReadClip clip = read(
      make_animated_glb<float>({0, 1}, {1, 2, 3, 1, 2, 3}, kFloat, "translation", "LINEAR").bytes(),
      1);
  ASSERT_EQ(clip.skeleton.size(), 2);
  EXPECT_EQ(clip.skeleton.joints[0].name, "a");
  EXPECT_EQ(clip.skeleton.joints[0].parent, -1);
  EXPECT_EQ(clip.skeleton.joints[1].name, "b");
  EXPECT_EQ(clip.skeleton.joints[1].parent, 0);
  const Vec3d b = clip.skeleton.joints[1].reference_ls.translation;
  EXPECT_EQ(b.x, 1.0);
  EXPECT_EQ(b.y, -3.0);
  EXPECT_EQ(b.z, 2.0);
  const Vec3d moved = first_joint_at(clip, 0).translation;
  EXPECT_EQ(moved.y, -3.0);
  EXPECT_EQ(moved.z, 2.0);
  EXPECT_EQ(clip.clip.name, "move");
}

TEST(ReadGlbClip, StepHoldsUntilTheNextKey) {
  const ReadClip clip = read(
      make_animated_glb<float>({0, 1}, {5, 0, 0, 7, 0, 0}, kFloat, "translation", "STEP").bytes(),
      4);
  ASSERT_EQ(clip.clip.times.size(), 5U);
  for (const int key : {0, 1, 2, 3}) EXPECT_EQ(first_joint_at(clip, key).translation.x, 5.0);
  EXPECT_EQ(first_joint_at(clip, 4).translation.x, 7.0);
}

TEST(ReadGlbClip, LinearHoldsBeforeItsFirstKey) {
  const ReadClip clip = read(
      make_animated_glb<float>({0.5, 1.5}, {2, 0, 0, 4, 0, 0}, kFloat, "scale", "LINEAR").bytes(),
      2);
  const double wanted[] = {2, 2, 3, 4};
  ASSERT_EQ(clip.clip.times.size(), 4U);
  for (int key = 0; key < 4; ++key) EXPECT_EQ(first_joint_at(clip, key).scale.x, wanted[key]);
}

// 120° about glTF's Y (the vertical), the second key negated: a quarter of the way is 30° about
// the game's Z.
TEST(ReadGlbClip, LinearRotationIsASlerpTheShortWay) {
  const auto s = static_cast<float>(std::sin(std::acos(-1.0) / 3));
  const ReadClip clip = read(
      make_animated_glb<float>({0, 1}, {0, 0, 0, 1, 0, -s, 0, -0.5F}, kFloat, "rotation", "LINEAR")
          .bytes(),
      4);
  const Quatd q = first_joint_at(clip, 1).rotation;
  const double half = 15 * std::acos(-1.0) / 180;
  EXPECT_NEAR(q.z, std::sin(half), 1e-7);  // The keys are floats.
  EXPECT_NEAR(q.w, std::cos(half), 1e-7);
  EXPECT_EQ(q.x, 0.0);
  EXPECT_EQ(q.y, 0.0);
}

// In one interval of 2 s from 0 with out-tangent 3/s to 10 with in-tangent −1/s, Hermite's
// spline at its middle is (0 + 10)/2 + 2·(3 − (−1))/8 = 6.
TEST(ReadGlbClip, CubicSplineScalesTangentsByTheInterval) {
  const std::vector<float> values{9,  9, 9, 0,  0, 0, 3, 0, 0,   // Key 0: in, value, out.
                                  -1, 0, 0, 10, 0, 0, 9, 9, 9};  // Key 1.
  const ReadClip clip = read(
      make_animated_glb<float>({0, 2}, values, kFloat, "translation", "CUBICSPLINE").bytes(), 1);
  ASSERT_EQ(clip.clip.times.size(), 3U);
  EXPECT_EQ(first_joint_at(clip, 0).translation.x, 0.0);
  EXPECT_EQ(first_joint_at(clip, 1).translation.x, 6.0);
  EXPECT_EQ(first_joint_at(clip, 2).translation.x, 10.0);
}

// Without tangents the middle of two unit quaternions is their mean, made unit again.
TEST(ReadGlbClip, CubicSplineRotationsAreNormalised) {
  const std::vector<float> values{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,
                                  0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
  const ReadClip clip =
      read(make_animated_glb<float>({0, 1}, values, kFloat, "rotation", "CUBICSPLINE").bytes(), 2);
  const Quatd q = first_joint_at(clip, 1).rotation;
  EXPECT_NEAR(q.x, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(q.w, std::sqrt(0.5), 1e-15);
}

// glTF 2.0, section 3.11: i8 is max(c/127, −1), u8 c/255, i16 max(c/32767, −1), u16 c/65535; as
// floats.
TEST(ReadGlbClip, NormalisedIntegersAreFractions) {
  const auto scale_of = [](const AnimatedGlb& glb) {
    const Transformd t = first_joint_at(read(glb.bytes(), 1), 0);
    return Vec3d{t.scale.x, t.scale.z, t.scale.y};  // In the file's order.
  };
  const Vec3d i8 =
      scale_of(make_animated_glb<std::int8_t>({0}, {127, -127, -128}, 5120, "scale", "LINEAR"));
  EXPECT_EQ(i8.x, 1.0);
  EXPECT_EQ(i8.y, -1.0);
  EXPECT_EQ(i8.z, -1.0);
  const Vec3d u8 =
      scale_of(make_animated_glb<std::uint8_t>({0}, {255, 51, 0}, 5121, "scale", "LINEAR"));
  EXPECT_EQ(u8.x, 1.0);
  EXPECT_EQ(u8.y, 0.2F);
  EXPECT_EQ(u8.z, 0.0);
  const Vec3d i16 = scale_of(
      make_animated_glb<std::int16_t>({0}, {32767, -32768, 16384}, 5122, "scale", "LINEAR"));
  EXPECT_EQ(i16.x, 1.0);
  EXPECT_EQ(i16.y, -1.0);
  EXPECT_EQ(i16.z, static_cast<float>(16384.0 / 32767));
  const Vec3d u16 =
      scale_of(make_animated_glb<std::uint16_t>({0}, {65535, 13107, 0}, 5123, "scale", "LINEAR"));
  EXPECT_EQ(u16.x, 1.0);
  EXPECT_EQ(u16.y, 0.2F);
  EXPECT_EQ(u16.z, 0.0);
}

TEST(ReadGlbClip, FollowsByteOffsetAndByteStride) {
  // Each value is followed by one number that isn't meant, and one stands before the first.
  AnimatedGlb glb = make_animated_glb<float>({0, 1}, {-1, 1, 2, 3, -1, 4, 5, 6, -1}, kFloat,
                                             "translation", "LINEAR");
  glb.json["accessors"][1]["byteOffset"] = 4;
  glb.json["accessors"][1]["count"] = 2;
  glb.json["bufferViews"][1]["byteStride"] = 16;
  const ReadClip clip = read(glb.bytes(), 1);
  EXPECT_EQ(first_joint_at(clip, 0).translation.x, 1.0);
  EXPECT_EQ(first_joint_at(clip, 1).translation.x, 4.0);
  EXPECT_EQ(first_joint_at(clip, 1).translation.z, 5.0);
}

TEST(ReadGlbClip, TakesTheAnimationOfThatName) {
  AnimatedGlb glb =
      make_animated_glb<float>({0, 1}, {1, 0, 0, 1, 0, 0}, kFloat, "translation", "LINEAR");
  nlohmann::ordered_json other = glb.json["animations"][0];
  other["name"] = "grow";
  other["channels"][0]["target"]["path"] = "scale";
  glb.json["animations"].push_back(other);
  const ReadClip clip = read(glb.bytes(), 1, "grow");
  EXPECT_EQ(clip.clip.name, "grow");
  EXPECT_EQ(first_joint_at(clip, 0).translation.x, 0.0);
  EXPECT_EQ(first_joint_at(clip, 0).scale.x, 1.0);
  Skeleton skeleton;
  Clip unread;
  EXPECT_EQ(read_glb_clip(glb.bytes(), "shrink", 1, skeleton, unread).what(),
            "the file has no animation called 'shrink'");
}

TEST(ReadGlbClip, PassesOverChannelsThatMoveNoNode) {
  AnimatedGlb glb =
      make_animated_glb<float>({0, 1}, {1, 0, 0, 1, 0, 0}, kFloat, "translation", "LINEAR");
  nlohmann::ordered_json& channels = glb.json["animations"][0]["channels"];
  channels.push_back({{"sampler", 9}, {"target", {{"node", 0}, {"path", "weights"}}}});
  channels.push_back({{"sampler", 9}, {"target", {{"path", "translation"}}}});
  channels.push_back({{"sampler", 9}, {"target", {{"path", "pointer"}}}});
  EXPECT_EQ(first_joint_at(read(glb.bytes(), 1), 0).translation.x, 1.0);
}

TEST(ReadGlbClip, PutsParentsBeforeTheirChildren) {
  AnimatedGlb glb =
      make_animated_glb<float>({0, 1}, {1, 0, 0, 1, 0, 0}, kFloat, "translation", "LINEAR");
  glb.json["nodes"] = nlohmann::ordered_json::parse(
      R"([{"name": "leaf"}, {"name": "other"}, {"name": "root", "children": [3]},
          {"name": "middle", "children": [0]}])");
  const ReadClip clip = read(glb.bytes(), 1);
  std::vector<std::string> names;
  std::vector<int> parents;
  for (const Joint& joint : clip.skeleton.joints) {
    names.push_back(joint.name);
    parents.push_back(joint.parent);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"root", "middle", "leaf", "other"}));
  EXPECT_EQ(parents, (std::vector<int>{-1, 0, 1, -1}));
  // The channel still moves the leaf, node 0 of the file.
  EXPECT_EQ(clip.clip.pose_ls(0)[2].translation.x, 1.0);
  EXPECT_TRUE(validate(clip.skeleton).ok());
}

// Columns of a quarter turn about glTF's Z, with scales 2, 3 and 4, and mirrored along X.
TEST(ReadGlbClip, TakesAMatrixApart) {
  AnimatedGlb glb =
      make_animated_glb<float>({0, 1}, {1, 0, 0, 1, 0, 0}, kFloat, "translation", "LINEAR");
  glb.json["nodes"][1].erase("translation");
  glb.json["nodes"][1]["matrix"] = {0, -2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 7, 8, 9, 1};
  const Transformd t = read(glb.bytes(), 1).skeleton.joints[1].reference_ls;
  EXPECT_EQ(t.translation.x, 7.0);
  EXPECT_EQ(t.translation.y, -9.0);
  EXPECT_EQ(t.translation.z, 8.0);
  EXPECT_EQ(t.scale.x, -2.0);
  EXPECT_EQ(t.scale.y, 4.0);
  EXPECT_EQ(t.scale.z, 3.0);
  // A quarter about glTF's Z is one about the game's −Y.
  EXPECT_NEAR(std::abs(t.rotation.w), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(t.rotation.y * (t.rotation.w < 0 ? -1 : 1), -std::sqrt(0.5), 1e-15);
}

// Files of other tools: the names and ends are what their JSON says.
TEST(ReadGlbClip, ReadsFilesOfOtherTools) {
  struct Case {
    const char* file;
    int joints;
    double end;
  };
  const Case cases[] = {{"glb/Fox.glb", 26, 3.4166667461395264},
                        {"glb/RiggedFigure.glb", 22, 1.25},
                        {"glb/KayKit_Mage.glb", 54, 1.0666667222976685},
                        {"glb/mannequiny.glb", 48, 1.3666666746139526},
                        {"redengine/woman_base_full.glb", 513, 0.03999999910593033}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.file);
    TASSEL_REQUIRE_SHARED_DATA(c.file);
    const ReadClip clip = read(read_bytes(shared_data(c.file)), 30);
    EXPECT_EQ(clip.skeleton.size(), c.joints);
    EXPECT_EQ(clip.clip.times.back(), c.end);
    EXPECT_TRUE(validate(clip.skeleton).ok());
  }
}

}  // namespace
}  // namespace tassel
