// What holds for any rig, pose and frame time.

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "solvers/allocation_counter.h"
#include "solvers/springbone/spring_rigs.h"

namespace tassel {
namespace {

using test::about;
using test::angle_between;
using test::expect_near;
using test::make_chain;
using test::make_spring;
using test::Runner;
using test::still_bone;
using test::unit;
using Outcome = SpringBoneReport::Outcome;

template <class S>
bool all_finite(const std::vector<Transform<S>>& pose) {
  for (const Transform<S>& t : pose) {
    const Quat<S>& q = t.rotation;
    if (!std::isfinite(q.x + q.y + q.z + q.w)) return false;
  }
  return true;
}

/// A swaying chain of four with a sphere in its way.
SpringBoneSpec busy_spec() {
  SpringBone bone;
  bone.gravity_power = 0.4;
  bone.drag_force = 0.2;
  bone.hit_radius = 0.02;
  SpringBoneSpec spec = make_spring(4, bone, 0.1);
  SpringCollider collider;
  collider.joint = 0;
  collider.radius = 0.1;
  collider.offset_ls = {0.25, -0.12, 0.02};
  spec.colliders.push_back(collider);
  spec.springs[0].colliders = {0};
  return spec;
}

Transformd swaying(double time, double scale) {
  return {scale * Vec3d{0.2 * std::sin(5 * time), 0, 0.1 * std::sin(3 * time)},
          about({0, 1, 0}, 0.7 * std::sin(4 * time)),
          {scale, scale, scale}};
}

TEST(SpringBoneScale, ChangesNothingButSize) {
  const Skeleton skeleton = make_chain(4, 0.1);
  for (const SpringBoneSolver solver : {SpringBoneSolver::kExact, SpringBoneSolver::kSteady}) {
    Runner plain(busy_spec(), skeleton);
    plain.frame.solver = solver;
    for (const double scale : {0.01, 10.0, -1.0, 1000.0}) {
      Runner scaled(busy_spec(), skeleton);
      scaled.frame.solver = solver;
      plain.state() = Runner(busy_spec(), skeleton).state();
      for (int i = 0; i < 120; ++i) {
        plain.frame.world_ws = swaying(i / 60.0, 1);
        scaled.frame.world_ws = swaying(i / 60.0, scale);
        plain.run(1);
        scaled.run(1);
        for (int joint = 1; joint <= 4; ++joint) {
          ASSERT_LT(angle_between(plain.pose[joint].rotation, scaled.pose[joint].rotation), 1e-9)
              << "scale " << scale << ", frame " << i;
        }
      }
    }
  }
}

/// The world goes evenly, so that what is between two frames is known.
std::vector<Quatd> steady_rotations(const std::vector<double>& dts) {
  Runner runner(busy_spec(), make_chain(4, 0.1));
  runner.frame.solver = SpringBoneSolver::kSteady;
  double time = 0;
  for (const double dt : dts) {
    time += dt;
    runner.frame.dt = dt;
    runner.frame.world_ws.translation = {0.8 * time, 0.1 * time, 0};
    runner.run(1);
  }
  std::vector<Quatd> rotations;
  for (int joint = 1; joint <= 4; ++joint) rotations.push_back(runner.pose[joint].rotation);
  return rotations;
}

TEST(SpringBoneSteady, IsTheSameMotionAtAnyFrameRate) {
  const std::vector<Quatd> wanted = steady_rotations(std::vector<double>(60, 1.0 / 60));
  for (const int rate : {15, 20, 24, 30, 72, 90, 120, 144, 240, 1000}) {
    const std::vector<Quatd> actual = steady_rotations(std::vector<double>(rate, 1.0 / rate));
    for (int i = 0; i < 4; ++i) {
      EXPECT_LT(angle_between(actual[i], wanted[i]), 1e-9) << rate << " frames a second";
    }
  }
  std::mt19937 random(7);
  std::vector<double> uneven;
  double left = 1;
  while (left > 0) {
    uneven.push_back(std::min(left, std::uniform_real_distribution(0.0, 0.05)(random)));
    left -= uneven.back();
  }
  const std::vector<Quatd> actual = steady_rotations(uneven);
  for (int i = 0; i < 4; ++i) EXPECT_LT(angle_between(actual[i], wanted[i]), 1e-9);
}

TEST(SpringBoneSteady, AtSixtyFramesASecondIsExactBitForBit) {
  Runner exact(busy_spec(), make_chain(4, 0.1));
  Runner steady(busy_spec(), make_chain(4, 0.1));
  steady.frame.solver = SpringBoneSolver::kSteady;
  for (int i = 0; i < 100; ++i) {
    exact.frame.world_ws = steady.frame.world_ws = swaying(i / 60.0, 1);
    exact.run(1);
    steady.run(1);
    for (int bone = 0; bone < 4; ++bone) {
      ASSERT_EQ(exact.state().tail(bone).x, steady.state().tail(bone).x);
      ASSERT_EQ(exact.pose[bone + 1].rotation.y, steady.pose[bone + 1].rotation.y);
    }
  }
}

// Between two steps the output lies between theirs: no jump when a step falls due.
TEST(SpringBoneSteady, OutputMovesEvenlyBetweenSteps) {
  SpringBone bone = still_bone();
  bone.gravity_power = 1;
  Runner runner(make_spring(1, bone), make_chain(1));
  runner.frame.solver = SpringBoneSolver::kSteady;
  runner.frame.dt = 1.0 / 600;
  double before = 0;
  for (int i = 1; i <= 30; ++i) {
    runner.run(1);
    const double fallen = std::atan(-runner.direction(1).y / runner.direction(1).x);
    // A step falls by 1/60 across gravity, a frame by a tenth of it; at 0.05 radian the part of
    // gravity that turns the bone is less by 1 − cos.
    EXPECT_NEAR(fallen - before, 1.0 / 600, 1.0 / 600 * (1 - std::cos(0.06))) << i;
    before = fallen;
  }
}

TEST(SpringBoneSteady, ALongFrameRunsFifteenStepsAndSaysWhatItDropped) {
  Runner runner(busy_spec(), make_chain(4, 0.1));
  runner.frame.solver = SpringBoneSolver::kSteady;
  runner.frame.dt = 1;
  const SpringBoneReport report = runner.run();
  EXPECT_EQ(report.steps, 15);
  EXPECT_NEAR(report.dropped, 0.75, 1e-12);
}

TEST(SpringBoneDegenerate, ABoneWithoutLengthRests) {
  SpringBone bone;
  bone.gravity_power = 5;
  SpringBoneSpec spec = make_spring(2, bone);
  spec.springs[0].bones[0].tail_ls = {};
  Runner runner(spec, make_chain(2));
  runner.frame.world_ws = swaying(0.3, 1);
  runner.run(5);
  EXPECT_EQ(angle_between(runner.pose[1].rotation, {}), 0);
  EXPECT_GT(angle_between(runner.pose[2].rotation, {}), 0.01);
}

// In the middle of a collider no way out is nearer than another.
TEST(SpringBoneDegenerate, ATailOnACollidersCentreStays) {
  for (const auto kind : {SpringCollider::Kind::kSphere, SpringCollider::Kind::kCapsule}) {
    for (const bool inside : {false, true}) {
      SpringBoneSpec spec = make_spring(1, still_bone());
      SpringCollider collider;
      collider.kind = kind;
      collider.inside = inside;
      collider.joint = 0;
      collider.radius = inside ? 0 : 0.3;
      collider.offset_ls = {1, 0, -1};
      collider.tail_ls = {1, 0, 1};
      if (kind == SpringCollider::Kind::kSphere) collider.offset_ls = {1, 0, 0};
      spec.colliders.push_back(collider);
      spec.springs[0].colliders = {0};
      Runner runner(spec, make_chain(1));
      runner.run(3);
      expect_near(runner.direction(1), {1, 0, 0}, 0);
    }
  }
}

TEST(SpringBoneDegenerate, ABoneThatPointsStraightBackTurnsByHalfATurn) {
  SpringBone bone = still_bone();
  bone.gravity_power = 60 * 3;
  bone.gravity_dir_ws = {-1, 0, 0};
  Runner runner(make_spring(1, bone), make_chain(1));
  runner.run(1);
  expect_near(runner.direction(1), {-1, 0, 0}, 1e-12);
}

TEST(SpringBoneDegenerate, AColliderThatSwallowsTheRootStaysFinite) {
  SpringBoneSpec spec = busy_spec();
  spec.colliders[0].radius = 50;
  Runner runner(spec, make_chain(4, 0.1));
  for (int i = 0; i < 100; ++i) {
    runner.frame.world_ws = swaying(i / 60.0, 1);
    runner.run(1);
    ASSERT_TRUE(all_finite(runner.pose));
  }
}

/// A chain whose nodes are scaled so, with a force along it.
void expect_finite_under_scale(const Vec3d& scale) {
  Skeleton skeleton = make_chain(4, 0.1);
  skeleton.joints[2].reference_ls.scale = scale;
  skeleton.joints[0].reference_ls.scale = scale;
  Runner runner(busy_spec(), skeleton);
  for (int i = 0; i < 30; ++i) {
    runner.frame.world_ws = swaying(i / 60.0, 1);
    ASSERT_EQ(runner.run().outcome, Outcome::kStepped) << scale.x;
    ASSERT_TRUE(all_finite(runner.pose)) << scale.x;
  }
}

TEST(SpringBoneDegenerate, OddNodeScalesStayFinite) {
  for (const Vec3d& scale : {Vec3d{0, 0, 0}, Vec3d{1, 0, 1}, Vec3d{-1, 1, 1}, Vec3d{-1, -1, -1},
                             Vec3d{1e-6, 1e-6, 1e-6}, Vec3d{3, 0.2, 1}}) {
    expect_finite_under_scale(scale);
  }
}

// At rest nothing moves, also where nodes mirror the space below them.
TEST(SpringBoneDegenerate, MirroredNodesRest) {
  for (const Vec3d& scale : {Vec3d{-1, 1, 1}, Vec3d{1, 1, -1}, Vec3d{-2, -2, -2}}) {
    Skeleton skeleton = make_chain(3, 0.1);
    skeleton.joints[0].reference_ls.scale = scale;
    skeleton.joints[1].reference_ls.rotation = about(unit({1, 2, -1}), 0.8);
    Runner runner(make_spring(3, SpringBone{}, 0.1), skeleton);
    runner.run(30);
    for (int joint = 1; joint <= 3; ++joint) {
      EXPECT_LT(
          angle_between(runner.pose[joint].rotation, skeleton.joints[joint].reference_ls.rotation),
          1e-12);
    }
  }
}

/// Two hanging chains; each spring's collider rides on a joint of the chain that `rides_on` names.
SpringBoneSpec two_chains(Skeleton& skeleton, const std::vector<int>& rides_on) {
  skeleton = make_chain(2, 0.1);
  skeleton.joints.push_back({"other 0", 0, {{0, 0.05, 0}, {}, {1, 1, 1}}});
  skeleton.joints.push_back({"other 1", 4, {{0.1, 0, 0}, {}, {1, 1, 1}}});
  SpringBone bone;
  bone.gravity_power = 1;
  bone.hit_radius = 0.02;
  SpringBoneSpec spec = make_spring(2, bone, 0.1);
  Spring other;
  for (const int joint : {4, 5}) {
    bone.joint = joint;
    bone.tail_ls = {0.1, 0, 0};
    other.bones.push_back(bone);
  }
  spec.springs.push_back(other);
  for (std::size_t i = 0; i < rides_on.size(); ++i) {
    SpringCollider collider;
    collider.joint = rides_on[i];
    collider.radius = 0.05;
    spec.colliders.push_back(collider);
    spec.springs[i].colliders = {static_cast<int>(i)};
  }
  return spec;
}

// What moves a collider runs first, in whatever order the file has the springs.
TEST(SpringBoneOrder, ComesFromWhoNeedsWhom) {
  Skeleton skeleton;
  SpringBoneSpec spec = two_chains(skeleton, {5});
  SpringBoneSpec swapped = spec;
  std::swap(swapped.springs[0], swapped.springs[1]);
  Runner one(spec, skeleton);
  Runner other(swapped, skeleton);
  for (int i = 0; i < 60; ++i) {
    one.frame.world_ws = other.frame.world_ws = swaying(i / 60.0, 1);
    one.run(1);
    other.run(1);
    for (const int joint : {1, 2, 4, 5}) {
      ASSERT_EQ(one.pose[joint].rotation.z, other.pose[joint].rotation.z);
    }
  }
}

// Each waits for the other: the first goes first, over the other's collider of the frame before.
// The collider stands on joint 4, which the second spring turns about its own place: its late
// place is exact once both have settled.
TEST(SpringBoneOrder, ARingIsBrokenAtItsFirstBone) {
  Skeleton skeleton;
  const SpringBoneSpec ring = two_chains(skeleton, {5, 2});
  Runner runner(ring, skeleton);
  for (int i = 0; i < 400; ++i) {
    ASSERT_EQ(runner.run().outcome, Outcome::kStepped);
    ASSERT_TRUE(all_finite(runner.pose));
  }
  const std::vector<Transformd> before = runner.pose;
  runner.run(1);
  for (const int joint : {1, 2, 4, 5}) {
    EXPECT_LT(angle_between(before[joint].rotation, runner.pose[joint].rotation), 1e-9);
  }
}

TEST(SpringBoneOrder, AColliderOnItsOwnChainIsDefined) {
  Skeleton skeleton;
  const SpringBoneSpec spec = two_chains(skeleton, {2, 4});
  Runner runner(spec, skeleton);
  for (int i = 0; i < 100; ++i) {
    runner.frame.world_ws = swaying(i / 60.0, 1);
    ASSERT_EQ(runner.run().outcome, Outcome::kStepped);
    ASSERT_TRUE(all_finite(runner.pose));
  }
}

TEST(SpringBoneFrames, NoTimeHoldsTheTails) {
  Runner runner(busy_spec(), make_chain(4, 0.1));
  runner.frame.world_ws = swaying(0.1, 1);
  runner.run(5);
  const auto before = runner.pose;
  runner.frame.dt = 0;
  runner.run(3);
  for (int joint = 1; joint <= 4; ++joint) {
    EXPECT_LT(angle_between(before[joint].rotation, runner.pose[joint].rotation), 1e-12);
  }
}

TEST(SpringBoneFrames, AResetRestsWithoutVelocity) {
  Runner runner(busy_spec(), make_chain(4, 0.1));
  for (int i = 0; i < 20; ++i) {
    runner.frame.world_ws = swaying(i / 60.0, 1);
    runner.run(1);
  }
  runner.frame.world_ws.translation = {1000, 0, 0};
  runner.frame.reset = true;
  EXPECT_EQ(runner.run().steps, 0);
  for (int joint = 1; joint <= 4; ++joint) {
    EXPECT_EQ(angle_between(runner.pose[joint].rotation, {}), 0);
  }
  for (int bone = 0; bone < 4; ++bone) {
    expect_near(runner.state().tail(bone) - runner.state().previous_tail(bone), {}, 0);
  }
}

TEST(SpringBoneFrames, APoseThatIsNotFiniteLeavesTheStateAlone) {
  Runner runner(busy_spec(), make_chain(4, 0.1));
  runner.run(3);
  const SpringBoneState<double> before = runner.state();
  std::vector<Transformd> pose = runner.pose;
  pose[2].translation.y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(step<double>(runner.state(), runner.frame, pose).outcome, Outcome::kPoseNotFinite);
  EXPECT_TRUE(runner.state() == before);
  EXPECT_TRUE(all_finite(pose));
}

TEST(SpringBoneFrames, WhatIsOutOfRangeIsRefused) {
  Runner runner(busy_spec(), make_chain(4, 0.1));
  const auto refused = [&](const SpringBoneFrame& frame, int size = 6) {
    std::vector<Transformd> pose(size);
    return step<double>(runner.state(), frame, pose).outcome == Outcome::kInvalidArgument;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  SpringBoneFrame frame;
  EXPECT_FALSE(refused(frame));
  EXPECT_TRUE(refused(frame, 5));
  for (const double dt : {-1e-9, 2e6, nan}) {
    frame = {};
    frame.dt = dt;
    EXPECT_TRUE(refused(frame)) << dt;
  }
  frame = {};
  frame.world_ws.scale = {0, 0, 0};
  EXPECT_TRUE(refused(frame));
  frame = {};
  frame.world_ws.rotation = {0, 0, 0, 2};
  EXPECT_TRUE(refused(frame));
  frame = {};
  frame.world_ws.translation.z = nan;
  EXPECT_TRUE(refused(frame));
}

// A pose so far out that the squares of lengths leave the range of floats.
TEST(SpringBoneFrames, AStateThatStopsBeingFiniteIsPutBackAndCounted) {
  Runner<float> runner(busy_spec(), make_chain(4, 0.1));
  std::vector<Transformf> pose(6);
  pose[0].translation.x = 3e38f;
  pose[1].translation.x = 3e38f;
  EXPECT_EQ(step<float>(runner.state(), runner.frame, pose).outcome, Outcome::kStateReset);
  EXPECT_TRUE(all_finite(pose));
  EXPECT_EQ(runner.state().resets(), 1);
  runner.run(2);
  EXPECT_TRUE(all_finite(runner.pose));
}

// A thousand kilometres out a float has steps of 6 cm; the tails are kept near the character.
TEST(SpringBoneFrames, FarFromTheOriginFloatsHoldUp) {
  Runner<float> near(busy_spec(), make_chain(4, 0.1));
  Runner<float> far(busy_spec(), make_chain(4, 0.1));
  const Vec3d place{1e6, -1e6, 1e6};
  near.frame.reset = far.frame.reset = true;
  for (int i = 0; i < 120; ++i) {
    near.frame.world_ws = far.frame.world_ws = swaying(i / 60.0, 1);
    far.frame.world_ws.translation = far.frame.world_ws.translation + place;
    near.run(1);
    far.run(1);
    near.frame.reset = far.frame.reset = false;
    for (int joint = 1; joint <= 4; ++joint) {
      ASSERT_LT(angle_between(cast<double>(near.pose[joint]).rotation,
                              cast<double>(far.pose[joint]).rotation),
                1e-4);
    }
  }
}

TEST(SpringBoneFrames, AStepAllocatesNothing) {
  Runner<float> runner(busy_spec(), make_chain(4, 0.1), 4);
  runner.run(1);
  std::vector<Transformf> pose = runner.pose;
  const long before = allocation_count();
  runner.frame.solver = SpringBoneSolver::kSteady;
  for (const double dt : {0.02, 0.001, 0.3}) {
    runner.frame.dt = dt;
    step<float>(runner.state(), runner.frame, pose);
  }
  runner.frame.reset = true;
  step<float>(runner.state(), runner.frame, pose);
  EXPECT_EQ(allocation_count(), before);
}

TEST(SpringBoneStates, CopiesRunOnAlike) {
  Runner runner(busy_spec(), make_chain(4, 0.1));
  runner.frame.solver = SpringBoneSolver::kSteady;
  runner.frame.dt = 1.0 / 144;
  runner.run(50);
  SpringBoneState<double> copy = runner.state();
  EXPECT_TRUE(copy == runner.state());
  runner.run(20);
  EXPECT_FALSE(copy == runner.state());
  for (int i = 0; i < 20; ++i) {
    std::vector<Transformd> pose;
    for (const Joint& joint : make_chain(4, 0.1).joints) pose.push_back(joint.reference_ls);
    step<double>(copy, runner.frame, pose);
  }
  EXPECT_TRUE(copy == runner.state());
}

}  // namespace
}  // namespace tassel
