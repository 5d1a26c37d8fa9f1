// BVH motions: joints, channels and frames.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "formats/bvh/bvh_sample.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel {
namespace {

Character read_good(const std::string& text) {
  Character character;
  EXPECT_EQ(read_bvh(text, character).to_string(), "ok");
  EXPECT_EQ(validate(character.skeleton).to_string(), "ok");
  for (const Animation& animation : character.animations) {
    EXPECT_EQ(validate(animation, character.skeleton).to_string(), "ok");
  }
  return character;
}

std::vector<Transformd> pose_at(const Character& character, double time) {
  std::vector<Transformd> pose(character.skeleton.joints.size());
  sample_pose(character.animations.at(0), character.skeleton, time, pose);
  return pose;
}

/// A joint with these channels and one frame of these numbers.
Transformd posed(const std::string& channels, const std::string& numbers) {
  const Character character =
      read_good("HIERARCHY ROOT a { OFFSET 10 20 30 CHANNELS " + channels +
                " End Site { OFFSET 0 1 0 } }\nMOTION\nFrames: 1\nFrame Time: 1\n" + numbers);
  return pose_at(character, 0)[0];
}

void expect_near(const Vec3d& v, const Vec3d& expected, double bound = 1e-6) {
  EXPECT_NEAR(v.x, expected.x, bound);
  EXPECT_NEAR(v.y, expected.y, bound);
  EXPECT_NEAR(v.z, expected.z, bound);
}

TEST(ReadBvh, JointsInTheFilesOrder) {
  const Character character = read_good(test::bvh_body());
  EXPECT_EQ(character.kind, Character::Kind::kBvh);
  const Skeleton& skeleton = character.skeleton;
  ASSERT_EQ(skeleton.size(), 17);
  EXPECT_EQ(skeleton.joints[0].name, "Hips");
  EXPECT_EQ(skeleton.joints[0].parent, -1);
  EXPECT_EQ(skeleton.joints[4].name, "Head_end");
  EXPECT_EQ(skeleton.joints[4].parent, 3);
  EXPECT_EQ(skeleton.joints[5].name, "LeftArm");
  EXPECT_EQ(skeleton.joints[5].parent, 1);
  EXPECT_EQ(skeleton.joints[5].reference_ls.translation.y, 2);
  EXPECT_EQ(character.node_of_joint[16], 16);
}

TEST(ReadBvh, AKeyAFrame) {
  const Character character = read_good(test::bvh_body());
  ASSERT_EQ(character.animations.size(), 1u);
  const Animation& animation = character.animations[0];
  EXPECT_EQ(animation.duration, 0.5);
  EXPECT_EQ(animation.times, (std::vector<std::vector<float>>{{0, 0.5F}}));
  EXPECT_EQ(animation.tracks.size(), 3u);
  const auto pose = pose_at(character, 0.5);
  expect_near(pose[0].translation, {1, 9, 2});
  expect_near(rotate(pose[0].rotation, {1, 0, 0}), {0, 1, 0});
  expect_near(rotate(pose[5].rotation, {1, 0, 0}), {-1, 0, 0});
}

TEST(ReadBvh, ChannelsTurnFromTheOutsideIn) {
  const Vec3d x{1, 0, 0};
  // About X after Z is written Xrotation Zrotation: x goes to y by Z, then to z by X.
  expect_near(rotate(posed("2 Xrotation Zrotation", "90 90").rotation, x), {0, 0, 1});
  expect_near(rotate(posed("2 Zrotation Xrotation", "90 90").rotation, x), {0, 1, 0});
  expect_near(rotate(posed("3 Zrotation Yrotation Xrotation", "90 90 90").rotation, x), {0, 0, -1});
  expect_near(rotate(posed("1 yrotation", "-90").rotation, x), {0, 0, 1});
}

TEST(ReadBvh, PositionChannelsStandForTheOffset) {
  expect_near(posed("3 Xposition Yposition Zposition", "1 2 3").translation, {1, 2, 3});
  expect_near(posed("1 Yposition", "2").translation, {10, 2, 30});
  expect_near(posed("1 Xrotation", "2").translation, {10, 20, 30});
}

TEST(ReadBvh, TurnsPastAWholeOneStayThemselves) {
  const Quatd q = posed("1 Zrotation", "3690").rotation;
  expect_near(rotate(q, {1, 0, 0}), {0, 1, 0});
}

// 170° and −170° are 20° apart, whichever way their quaternions are written.
TEST(ReadBvh, NeighbouringKeysAreNearEachOther) {
  const Character character = read_good(
      "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Zrotation End Site { OFFSET 0 1 0 } }\n"
      "MOTION\nFrames: 3\nFrame Time: 1\n170\n-170\n190\n");
  const std::vector<float>& keys = character.animations[0].tracks[0].values;
  ASSERT_EQ(keys.size(), 12u);
  for (int key = 1; key < 3; ++key) {
    float cosine = 0;
    for (int i = 0; i < 4; ++i) cosine += keys[4 * key + i] * keys[4 * key - 4 + i];
    EXPECT_GT(cosine, 0.98F);
  }
  const Quatd middle = pose_at(character, 0.5)[0].rotation;
  expect_near(rotate(middle, {1, 0, 0}), {-1, 0, 0});
}

TEST(ReadBvh, AnyLineEndsCaseAndSpacing) {
  for (const char* end : {"\n", "\r\n", "\r"}) {
    std::string text = "\xEF\xBB\xBFhierarchy@root My Hips  {@offset 0 +1 -2e0@";
    text += "channels 1 xROTATION@end site{@offset 0 1 0}}@@motion@frames:\t1@";
    text += "frame time: .5@ 90 @@";
    for (std::size_t at = 0; (at = text.find('@')) != text.npos;) text.replace(at, 1, end);
    const Character character = read_good(text);
    EXPECT_EQ(character.skeleton.joints[0].name, "My Hips");
    expect_near(character.skeleton.joints[0].reference_ls.translation, {0, 1, -2});
  }
}

TEST(ReadBvh, NamesMayStandTwiceAndRootsToo) {
  const std::string root =
      "ROOT a { OFFSET 0 0 0 CHANNELS 1 Xposition End Site { OFFSET 0 1 0 } }\n";
  const Character character =
      read_good("HIERARCHY\n" + root + root + "MOTION\nFrames: 1\nFrame Time: 1\n1 2\n");
  ASSERT_EQ(character.skeleton.size(), 4);
  EXPECT_EQ(character.skeleton.joints[2].parent, -1);
  EXPECT_EQ(pose_at(character, 0)[2].translation.x, 2);
}

TEST(ReadBvh, CmusCapture) {
  TASSEL_REQUIRE_SHARED_DATA("motion/cmu_01_01.bvh");
  const Character character = read_good(read_text(shared_data("motion/cmu_01_01.bvh")));
  // 31 joints and 7 end sites, and 2,752 frames of 96 numbers at 120 Hz.
  EXPECT_EQ(character.skeleton.size(), 38);
  const Animation& animation = character.animations.at(0);
  EXPECT_EQ(animation.times.at(0).size(), 2752u);
  EXPECT_NEAR(animation.duration, 2751 * 0.0083333, 1e-4);
  EXPECT_EQ(animation.tracks.size(), 32u);
  // The first line of numbers, and the last.
  expect_near(pose_at(character, 0)[0].translation, {9.3722, 17.8693, -17.3198}, 1e-5);
  expect_near(pose_at(character, 60)[0].translation, {8.8787, 17.8124, 38.5426}, 1e-5);
}

}  // namespace
}  // namespace tassel
