// One humanoid's animation on another: VRM's rule, on made-up bodies and on files of other tools.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "play/play_rigs.h"
#include "tassel/gltf.h"
#include "tassel/play.h"
#include "test_files.h"

namespace tassel {
namespace {

using test::turn;

constexpr double kQuarter = std::numbers::pi / 2;

/// Root, hips at `height`, spine, head; a left arm off to `left_x`. `axes` turns every joint's own
/// axes against the model.
struct Body {
  Skeleton skeleton;
  Humanoid humanoid;
};

Body make_body(double height, const Quatd& axes = {}, bool faces_minus_z = false) {
  const double left_x = faces_minus_z ? -0.2 : 0.2;
  Body body;
  const auto local = [&](const Vec3d& offset_ms) {
    return Transformd{rotate_back(axes, offset_ms), {}, {1, 1, 1}};
  };
  body.skeleton.joints = {{"root", -1, {{0, 0, 0}, axes, {1, 1, 1}}},
                          {"a", 0, local({0, height, 0})},
                          {"b", 1, local({0, 0.5 * height, 0})},
                          {"between", 2, local({0, 0.1, 0})},
                          {"c", 3, local({0, 0.1, 0})},
                          {"d", 2, local({left_x, 0, 0})},
                          {"hair", 4, local({0, 0, -0.1})}};
  body.humanoid.bones = {{"hips", 1}, {"spine", 2}, {"head", 4}, {"leftUpperArm", 5}};
  body.humanoid.faces_minus_z = faces_minus_z;
  return body;
}

/// A pose that is held: model-space turns of some joints from rest, and the hips' offset.
Animation make_animation(const Skeleton& skeleton, const std::vector<std::pair<int, Quatd>>& turns,
                         const Vec3d& way) {
  std::vector<Transformd> pose_ms = reference_pose_ms(skeleton);
  for (const auto& [joint, turn] : turns) pose_ms[joint].rotation = turn * pose_ms[joint].rotation;
  pose_ms[1].translation = pose_ms[1].translation + way;
  std::vector<Transformd> pose_ls(pose_ms.size());
  model_to_local(skeleton, pose_ms, pose_ls);
  Animation animation;
  animation.times = {{0.0F}};
  for (int i = 0; i < skeleton.size(); ++i) {
    const auto f = [](double x) { return static_cast<float>(x); };
    const Quatd& q = pose_ls[i].rotation;
    const Vec3d& t = pose_ls[i].translation;
    animation.tracks.push_back({i,
                                Track::Property::kRotation,
                                Interpolation::kLinear,
                                0,
                                {f(q.x), f(q.y), f(q.z), f(q.w)}});
    if (i == 1) {
      animation.tracks.push_back(
          {i, Track::Property::kTranslation, Interpolation::kLinear, 0, {f(t.x), f(t.y), f(t.z)}});
    }
  }
  return animation;
}

std::unique_ptr<Motion> carry(const Body& body, const Body& source, const Animation& animation) {
  std::unique_ptr<Motion> motion;
  const Status status = make_humanoid_motion(body.skeleton, body.humanoid, source.skeleton,
                                             source.humanoid, animation, motion);
  EXPECT_EQ(status.to_string(), "ok");
  return motion;
}

std::vector<Transformd> pose_ls_at(const Motion& motion, const Skeleton& skeleton, double time) {
  std::vector<Transformd> pose(skeleton.joints.size());
  motion.sample(time, pose);
  return pose;
}

std::vector<Transformd> pose_ms_at(const Motion& motion, const Skeleton& skeleton, double time) {
  std::vector<Transformd> pose = pose_ls_at(motion, skeleton, time);
  local_to_model(skeleton, pose, pose);
  return pose;
}

/// How a joint has turned from its rest, in model space.
Quatd turned(const Skeleton& skeleton, std::span<const Transformd> pose_ms, int joint) {
  return pose_ms[joint].rotation * conjugate(reference_pose_ms(skeleton)[joint].rotation);
}

double angle_between(const Quatd& a, const Quatd& b) {
  const Quatd d = a * conjugate(b);
  return 2 * std::asin(std::min(1.0, length(Vec3d{d.x, d.y, d.z})));
}

void expect_near(const Vec3d& v, const Vec3d& expected, double bound = 1e-6) {
  EXPECT_NEAR(v.x, expected.x, bound);
  EXPECT_NEAR(v.y, expected.y, bound);
  EXPECT_NEAR(v.z, expected.z, bound);
}

TEST(HumanoidMotion, BonesTurnAsTheirNamesakesDoInTheModel) {
  const Body source = make_body(1.0);
  const Body body = make_body(1.0, turn({0.6, 0, 0.8}, 1.9));
  const Quatd nod = turn({1, 0, 0}, 0.5);
  const Quatd lift = turn({0, 0, 1}, 0.7);
  const Animation animation = make_animation(source.skeleton, {{4, nod}, {5, lift}}, {});
  const auto motion = carry(body, source, animation);
  const auto pose_ms = pose_ms_at(*motion, body.skeleton, 0);
  EXPECT_LT(angle_between(turned(body.skeleton, pose_ms, 4), nod), 1e-6);
  EXPECT_LT(angle_between(turned(body.skeleton, pose_ms, 5), lift), 1e-6);
  EXPECT_LT(angle_between(turned(body.skeleton, pose_ms, 2), {}), 1e-6);
}

TEST(HumanoidMotion, WhatIsNoBoneFollowsItsParent) {
  const Body source = make_body(1.0);
  Body body = make_body(1.0, turn({0, 1, 0}, 0.3));
  const Animation animation =
      make_animation(source.skeleton, {{2, turn({0, 0, 1}, 0.4)}, {5, turn({0, 0, 1}, 0.4)}}, {});
  body.humanoid.bones.push_back({"jaw", 6});  // The source has none.
  const auto motion = carry(body, source, animation);
  const auto pose = pose_ls_at(*motion, body.skeleton, 0);
  for (const int joint : {0, 3, 6}) {
    const Transformd& rest = body.skeleton.joints[joint].reference_ls;
    EXPECT_EQ(angle_between(pose[joint].rotation, rest.rotation), 0);
  }
  for (int i = 2; i < body.skeleton.size(); ++i) {
    expect_near(pose[i].translation, body.skeleton.joints[i].reference_ls.translation, 0);
  }
}

TEST(HumanoidMotion, HipsMoveInProportionToTheirHeight) {
  const Body source = make_body(1.0);
  const Body body = make_body(0.5, turn({1, 0, 0}, 1));
  const auto motion = carry(body, source, make_animation(source.skeleton, {}, {0.2, -0.4, 1}));
  expect_near(pose_ms_at(*motion, body.skeleton, 0)[1].translation, {0.1, 0.3, 0.5});
}

TEST(HumanoidMotion, BodiesThatFaceOppositeWays) {
  const Body source = make_body(1.0);
  const Body body = make_body(1.0, {}, true);
  const Quatd nod = turn({1, 0, 0}, 0.5);
  const Quatd look_left = turn({0, 1, 0}, 0.5);
  const Animation animation =
      make_animation(source.skeleton, {{2, look_left}, {4, nod}}, {0.1, 0.2, 0.3});
  const auto motion = carry(body, source, animation);
  const auto pose_ms = pose_ms_at(*motion, body.skeleton, 0);
  EXPECT_LT(angle_between(turned(body.skeleton, pose_ms, 2), look_left), 1e-6);
  EXPECT_LT(angle_between(turned(body.skeleton, pose_ms, 4), turn({-1, 0, 0}, 0.5)), 1e-6);
  expect_near(pose_ms[1].translation, {-0.1, 1.2, -0.3});
}

TEST(HumanoidMotion, ItsOwnAnimationIsItself) {
  const Body body = make_body(0.9, turn({0, 0.6, 0.8}, 2.5));
  const Animation animation = make_animation(
      body.skeleton, {{1, turn({0, 1, 0}, 1)}, {5, turn({1, 0, 0}, -1)}}, {0.3, -0.1, 0.2});
  const auto motion = carry(body, body, animation);
  const auto pose = pose_ls_at(*motion, body.skeleton, 0);
  std::vector<Transformd> own(pose.size());
  sample_pose(animation, body.skeleton, 0, own);
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (i == 3 || i == 6 || i == 0) continue;  // No bones.
    EXPECT_LT(angle_between(pose[i].rotation, own[i].rotation), 1e-6) << i;
    expect_near(pose[i].translation, own[i].translation);
  }
}

// A BVH's root often rests at the origin: what the body stands on then is its lowest foot.
TEST(HumanoidMotion, HipsAtTheOriginStandOnTheirFeet) {
  Body source = make_body(0.0);
  source.skeleton.joints.push_back({"foot", 1, {{0.1, -8, 0}, {}, {1, 1, 1}}});
  source.humanoid.bones.push_back({"leftFoot", 7});
  const Body body = make_body(1.0);
  const auto motion = carry(body, source, make_animation(source.skeleton, {}, {4, 10, 0}));
  expect_near(pose_ms_at(*motion, body.skeleton, 0)[1].translation, {0.5, 1.25, 0});
}

TEST(HumanoidMotion, NeedsASharedBoneAndSoundArguments) {
  const Body body = make_body(1.0);
  const Animation animation = make_animation(body.skeleton, {}, {});
  std::unique_ptr<Motion> motion;
  const auto status_of = [&](const Body& to, const Body& from, const Animation& moved) {
    return make_humanoid_motion(to.skeleton, to.humanoid, from.skeleton, from.humanoid, moved,
                                motion);
  };
  Body other = body;
  other.humanoid.bones = {{"jaw", 1}};
  EXPECT_NE(status_of(body, other, animation).what().find("share no bone"), std::string::npos);
  other.humanoid.bones = {{"hips", 7}};
  EXPECT_EQ(status_of(body, other, animation).place(), "source_humanoid");
  EXPECT_EQ(status_of(other, body, animation).place(), "humanoid");
  Animation broken = animation;
  broken.tracks[0].joint = 99;
  EXPECT_EQ(status_of(body, body, broken).place(), "tracks[0]");
  EXPECT_EQ(motion, nullptr);
}

Character read_shared(const std::string& file) {
  Character character;
  const std::vector<std::byte> bytes = read_bytes(shared_data(file));
  EXPECT_EQ(read_gltf(bytes, {}, character).to_string(), "ok") << file;
  return character;
}

/// Every shared bone has turned as its namesake, at many times; hips go in proportion.
void expect_carried(const Character& character, const Character& source) {
  std::unique_ptr<Motion> motion;
  const Animation& animation = source.animations.at(0);
  ASSERT_EQ(make_humanoid_motion(character.skeleton, character.humanoid, source.skeleton,
                                 source.humanoid, animation, motion)
                .to_string(),
            "ok");
  EXPECT_EQ(motion->duration(), animation.duration);
  const bool flips = character.humanoid.faces_minus_z != source.humanoid.faces_minus_z;
  int compared = 0;
  double most = 0;
  for (int k = 0; k <= 8; ++k) {
    const double time = animation.duration * k / 8;
    const auto pose_ms = pose_ms_at(*motion, character.skeleton, time);
    std::vector<Transformd> source_ms(source.skeleton.joints.size());
    sample_pose(animation, source.skeleton, time, source_ms);
    local_to_model(source.skeleton, source_ms, source_ms);
    for (const HumanoidBone& bone : character.humanoid.bones) {
      const int namesake = source.humanoid.find(bone.name);
      if (namesake < 0) continue;
      Quatd expected = turned(source.skeleton, source_ms, namesake);
      if (flips)
        expected = turn({0, 1, 0}, 2 * kQuarter) * expected * turn({0, -1, 0}, 2 * kQuarter);
      const Quatd is = turned(character.skeleton, pose_ms, bone.joint);
      EXPECT_LT(angle_between(is, expected), 1e-6) << bone.name;
      most = std::max(most, angle_between(is, {}));
      ++compared;
    }
  }
  EXPECT_GT(compared, 9 * 14);
  EXPECT_GT(most, 0.05);
}

TEST(HumanoidMotion, VrmAnimationsOnSeedSan) {
  TASSEL_REQUIRE_SHARED_DATA("vrm/Seed-san_idle_loop.vrm");
  const Character seed_san = read_shared("vrm/Seed-san_idle_loop.vrm");
  for (const char* file : {"idle_loop", "three-vrm_test", "s06_hips_spine_twisting"}) {
    SCOPED_TRACE(file);
    expect_carried(seed_san, read_shared(std::string("motion/") + file + ".vrma"));
  }
}

TEST(HumanoidMotion, AVrmAnimationOnVrm0) {
  TASSEL_REQUIRE_SHARED_DATA("vrm/cryptovoxels.vrm");
  const Character vrm0 = read_shared("vrm/cryptovoxels.vrm");
  ASSERT_TRUE(vrm0.humanoid.faces_minus_z);
  expect_carried(vrm0, read_shared("motion/three-vrm_test.vrma"));
}

// The first frame of these conversions of CMU's captures is a T to within 5°. From the pose without
// rotations, whose legs are splayed by 20°, it would be 17° off.
TEST(HumanoidMotion, ACaptureThatBeginsInATStandsSo) {
  TASSEL_REQUIRE_SHARED_DATA("motion/cmu_01_01.bvh");
  const Character seed_san = read_shared("vrm/Seed-san_idle_loop.vrm");
  Character capture;
  ASSERT_TRUE(read_bvh(read_text(shared_data("motion/cmu_01_01.bvh")), capture).ok());
  std::unique_ptr<Motion> motion;
  ASSERT_TRUE(make_humanoid_motion(seed_san.skeleton, seed_san.humanoid, capture.skeleton,
                                   capture.humanoid, capture.animations[0], motion)
                  .ok());
  const auto pose_ms = pose_ms_at(*motion, seed_san.skeleton, 0);
  for (const HumanoidBone& bone : seed_san.humanoid.bones) {
    EXPECT_LT(angle_between(turned(seed_san.skeleton, pose_ms, bone.joint), {}), 0.09) << bone.name;
  }
}

// CMU's subject 1 jumps forward: the hips dip and rise about where they stand, and the ankles come
// near the ground but not below it.
TEST(HumanoidMotion, ACapturedJumpOnSeedSan) {
  TASSEL_REQUIRE_SHARED_DATA("motion/cmu_01_01.bvh");
  const Character seed_san = read_shared("vrm/Seed-san_idle_loop.vrm");
  Character jump;
  ASSERT_TRUE(read_bvh(read_text(shared_data("motion/cmu_01_01.bvh")), jump).ok());
  expect_carried(seed_san, jump);
  std::unique_ptr<Motion> motion;
  ASSERT_TRUE(make_humanoid_motion(seed_san.skeleton, seed_san.humanoid, jump.skeleton,
                                   jump.humanoid, jump.animations[0], motion)
                  .ok());
  const int hips = seed_san.humanoid.find("hips");
  const int feet[] = {seed_san.humanoid.find("leftFoot"), seed_san.humanoid.find("rightFoot")};
  const double standing = reference_pose_ms(seed_san.skeleton)[hips].translation.y;
  double lowest = 1e9;
  for (double time = 0.1; time < 2; time += 0.1) {
    const auto pose_ms = pose_ms_at(*motion, seed_san.skeleton, time);
    EXPECT_NEAR(pose_ms[hips].translation.y, standing, 0.2 * standing);
    for (const int foot : feet) lowest = std::min(lowest, pose_ms[foot].translation.y);
  }
  EXPECT_GT(lowest, -0.05);
  EXPECT_LT(lowest, 0.2);
}

}  // namespace
}  // namespace tassel
