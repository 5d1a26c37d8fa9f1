// The specification's rules, each by a bone whose answer can be worked out by hand: of length 1, at
// the origin, along +X.

#include <gtest/gtest.h>

#include "solvers/springbone/spring_rigs.h"

namespace tassel {
namespace {

using test::about;
using test::expect_near;
using test::make_chain;
using test::make_spring;
using test::Runner;
using test::still_bone;
using test::unit;

constexpr double kTight = 1e-14;

/// One bone of `like` and one collider on the root.
SpringBoneSpec with_collider(const SpringBone& like, SpringCollider collider) {
  SpringBoneSpec spec = make_spring(1, like);
  collider.joint = 0;
  spec.colliders.push_back(collider);
  spec.springs[0].colliders = {0};
  return spec;
}

SpringCollider sphere(const Vec3d& offset, double radius) {
  SpringCollider collider;
  collider.radius = radius;
  collider.offset_ls = offset;
  return collider;
}

Vec3d direction_after_one_frame(const SpringBoneSpec& spec) {
  Runner runner(spec, make_chain(1));
  runner.run(1);
  return runner.direction(1);
}

TEST(SpringBoneRules, WithoutForceAndMotionABoneRests) {
  SpringBone bone;
  bone.gravity_power = 0;
  Runner runner(make_spring(3, bone), make_chain(3));
  runner.run(10);
  for (int joint = 1; joint <= 3; ++joint) {
    expect_near(runner.direction(joint), {1, 0, 0}, kTight);
  }
}

// Gravity is a speed: in 1/60 s the tail falls by power/60, then goes back to its length.
TEST(SpringBoneRules, GravityIsASpeed) {
  SpringBone bone = still_bone();
  bone.gravity_power = 3;
  expect_near(direction_after_one_frame(make_spring(1, bone)), unit({1, -3.0 / 60, 0}), kTight);
}

TEST(SpringBoneRules, GravityDirectionIsUsedAsGiven) {
  SpringBone bone = still_bone();
  bone.gravity_power = 1;
  bone.gravity_dir_ws = {0, 0, 5};
  expect_near(direction_after_one_frame(make_spring(1, bone)), unit({1, 0, 5.0 / 60}), kTight);
}

// §4: at rest the bone points along stiffness × rest direction + power × gravity's direction.
TEST(SpringBoneRules, ComesToRestBetweenStiffnessAndGravity) {
  SpringBone bone;
  bone.stiffness = 2;
  bone.gravity_power = 1.5;
  Runner runner(make_spring(1, bone), make_chain(1));
  runner.run(2000);
  expect_near(runner.direction(1), unit({2, -1.5, 0}), 1e-12);
}

// The root is moved by 0.1 along Z and then held. The tail stays where it was, and next frame goes
// on by what it moved, less the drag.
TEST(SpringBoneRules, InertiaKeepsTheShareThatDragLeaves) {
  SpringBone bone = still_bone();
  bone.drag_force = 0.25;
  Runner runner(make_spring(1, bone), make_chain(1));
  runner.run(1);
  runner.frame.world_ws.translation = {0, 0, 0.1};
  runner.run(1);
  const Vec3d head{0, 0, 0.1};
  const Vec3d first = head + unit(Vec3d{1, 0, 0} - head);
  expect_near(runner.direction(1), first - head, kTight);
  runner.run(1);
  const Vec3d second = first + 0.75 * (first - Vec3d{1, 0, 0});
  expect_near(runner.direction(1), unit(second - head), kTight);
}

TEST(SpringBoneRules, MotionOfTheCentreIsNotFelt) {
  SpringBone bone;
  bone.drag_force = 0.1;
  SpringBoneSpec spec = make_spring(2, bone);
  spec.springs[0].center = 0;
  Runner runner(spec, make_chain(2));
  for (int i = 1; i <= 20; ++i) {
    runner.frame.world_ws = {{0.3 * i, 0.1 * i * i, 0}, about({0, 1, 0}, 0.2 * i), {1, 1, 1}};
    runner.run(1);
    for (int joint = 1; joint <= 2; ++joint) {
      EXPECT_LT(test::angle_between(runner.pose[joint].rotation, {}), 1e-12);
    }
  }
}

// The centre below the tail by 0.1: the way out is straight up, to 0.2 from it.
TEST(SpringBoneRules, ASphereKeepsTheTailOut) {
  const auto out = with_collider(still_bone(), sphere({1, -0.1, 0}, 0.2));
  expect_near(direction_after_one_frame(out), unit({1, 0.1, 0}), kTight);
}

TEST(SpringBoneRules, HitRadiusAddsToASpheresRadius) {
  SpringBone bone = still_bone();
  bone.hit_radius = 0.15;
  const auto out = with_collider(bone, sphere({1, -0.1, 0}, 0.05));
  expect_near(direction_after_one_frame(out), unit({1, 0.1, 0}), kTight);
  const auto past = with_collider(bone, sphere({1, -0.21, 0}, 0.05));
  expect_near(direction_after_one_frame(past), {1, 0, 0}, kTight);
}

TEST(SpringBoneRules, AnInsideSphereKeepsTheTailIn) {
  SpringBone bone = still_bone();
  bone.hit_radius = 0.05;
  SpringCollider collider = sphere({1, 0.3, 0}, 0.25);
  collider.inside = true;
  expect_near(direction_after_one_frame(with_collider(bone, collider)), unit({1, 0.1, 0}), kTight);
}

// From the tail the nearest point of the axis; the head's nearest would be another.
TEST(SpringBoneRules, ACapsuleIsMeasuredFromTheTail) {
  SpringCollider collider = sphere({1, -0.1, -3}, 0.2);
  collider.kind = SpringCollider::Kind::kCapsule;
  collider.tail_ls = {1, -0.1, 4};
  expect_near(direction_after_one_frame(with_collider(still_bone(), collider)), unit({1, 0.1, 0}),
              kTight);
}

TEST(SpringBoneRules, ACapsulesEndsAreSpheres) {
  SpringCollider collider = sphere({1, -0.4, 0}, 0.2);
  collider.kind = SpringCollider::Kind::kCapsule;
  collider.tail_ls = {1, -0.1, 0};
  expect_near(direction_after_one_frame(with_collider(still_bone(), collider)), unit({1, 0.1, 0}),
              kTight);
}

TEST(SpringBoneRules, ACapsuleWithoutLengthIsASphere) {
  SpringCollider collider = sphere({1, -0.1, 0}, 0.2);
  collider.kind = SpringCollider::Kind::kCapsule;
  collider.tail_ls = collider.offset_ls;
  expect_near(direction_after_one_frame(with_collider(still_bone(), collider)), unit({1, 0.1, 0}),
              kTight);
}

TEST(SpringBoneRules, APlaneKeepsTheTailOnItsFreeSide) {
  SpringBone bone = still_bone();
  bone.hit_radius = 0.04;
  SpringCollider collider;
  collider.kind = SpringCollider::Kind::kPlane;
  collider.offset_ls = {5, 0.06, -7};
  collider.normal_ls = {0, 1, 0};
  expect_near(direction_after_one_frame(with_collider(bone, collider)), unit({1, 0.1, 0}), kTight);
}

TEST(SpringBoneRules, CollidersPushOneAfterTheOther) {
  SpringBoneSpec spec = with_collider(still_bone(), sphere({1, -0.1, 0}, 0.2));
  SpringCollider plane;
  plane.kind = SpringCollider::Kind::kPlane;
  plane.joint = 0;
  plane.normal_ls = {0, 0, 1};
  plane.offset_ls = {0, 0, 0.2};
  spec.colliders.push_back(plane);
  spec.springs[0].colliders = {0, 1};
  const Vec3d after_sphere = unit({1, 0.1, 0});
  expect_near(direction_after_one_frame(spec), unit({after_sphere.x, after_sphere.y, 0.2}), kTight);
}

// A collider's radius is as it is written, also under a scaled node; its place is scaled.
TEST(SpringBoneRules, NodeScalesDoNotReachRadii) {
  Skeleton skeleton = make_chain(1);
  skeleton.joints.push_back({"big", 0, {{}, {}, {2, 2, 2}}});
  SpringBoneSpec spec = with_collider(still_bone(), sphere({0.5, -0.05, 0}, 0.2));
  spec.colliders[0].joint = 3;
  Runner runner(spec, skeleton);
  runner.run(1);
  expect_near(runner.direction(1), unit({1, 0.1, 0}), kTight);
}

/// The draft's limits: strong gravity pulls the bone as far as it may go.
Vec3d pulled(const SpringLimit& limit, const Vec3d& gravity) {
  SpringBone bone = still_bone();
  bone.gravity_power = 1000;
  bone.gravity_dir_ws = gravity;
  bone.limit = limit;
  Runner runner(make_spring(1, bone), make_chain(1));
  runner.run(100);
  return runner.direction(1);
}

TEST(SpringBoneLimits, AConeOpensAlongTheBone) {
  SpringLimit cone;
  cone.angle = 0.3;
  expect_near(pulled(cone, {0, -1, 0}), {std::cos(0.3), -std::sin(0.3), 0}, 1e-12);
  expect_near(pulled(cone, {0, 0, 1}), {std::cos(0.3), 0, std::sin(0.3)}, 1e-12);
}

// The limit's Z of a bone along +X: +Y goes to +X by the shortest turn, about −Z, which Z keeps.
TEST(SpringBoneLimits, StraightBackAConeTakesItsZSide) {
  SpringLimit cone;
  cone.angle = 0.3;
  Runner runner(make_spring(1,
                            [&] {
                              SpringBone bone = still_bone();
                              bone.limit = cone;
                              bone.gravity_power = 60 * 4;
                              bone.gravity_dir_ws = {-1, 0, 0};
                              return bone;
                            }()),
                make_chain(1));
  runner.run(1);
  expect_near(runner.direction(1), {std::cos(0.3), 0, std::sin(0.3)}, 1e-12);
}

// A hinge turns about the limit's X, which for a bone along +X is −Y: it stays in the XZ plane.
TEST(SpringBoneLimits, AHingeStaysInItsPlane) {
  SpringLimit hinge;
  hinge.kind = SpringLimit::Kind::kHinge;
  hinge.angle = 0.5;
  expect_near(pulled(hinge, {0, 0, -1}), {std::cos(0.5), 0, -std::sin(0.5)}, 1e-12);
  expect_near(pulled(hinge, {0, -1, 0}), {1, 0, 0}, 1e-12);
}

TEST(SpringBoneLimits, TheLimitsOwnRotationTurnsItsPlane) {
  SpringLimit hinge;
  hinge.kind = SpringLimit::Kind::kHinge;
  hinge.angle = 0.5;
  hinge.rotation_ls = about({0, 1, 0}, std::acos(0.0));
  expect_near(pulled(hinge, {0, -1, 0}), {std::cos(0.5), -std::sin(0.5), 0}, 1e-12);
}

TEST(SpringBoneLimits, SphericalClampsPitchAndYaw) {
  SpringLimit spherical;
  spherical.kind = SpringLimit::Kind::kSpherical;
  spherical.pitch = 0.4;
  spherical.yaw = 0.2;
  // Pitch turns toward the limit's Z, which is Z here; yaw toward its X, which is −Y.
  expect_near(pulled(spherical, {0, 0, 1}), {std::cos(0.4), 0, std::sin(0.4)}, 1e-12);
  expect_near(pulled(spherical, {0, -1, 0}), {std::cos(0.2), -std::sin(0.2), 0}, 1e-12);
}

// Both bounds hold after a collider has pushed: here by a plane that would lift the bone by 0.5.
TEST(SpringBoneLimits, AreAppliedAfterACollider) {
  SpringBone bone = still_bone();
  bone.limit = SpringLimit{SpringLimit::Kind::kCone, 0.1, 0, 0, {}};
  SpringCollider plane;
  plane.kind = SpringCollider::Kind::kPlane;
  plane.offset_ls = {0, 0.5, 0};
  plane.normal_ls = {0, 1, 0};
  expect_near(direction_after_one_frame(with_collider(bone, plane)),
              {std::cos(0.1), std::sin(0.1), 0}, 1e-12);
}

// The child's head is where its parent, moved this frame, carries it.
TEST(SpringBoneRules, AChildFollowsItsParentInTheSameFrame) {
  SpringBone bone = still_bone();
  Runner runner(make_spring(2, bone), make_chain(2));
  runner.frame.world_ws.rotation = about({0, 0, 1}, 0.1);
  runner.run(1);
  // The tails stay at (1,0,0) and (2,0,0), within their lengths.
  expect_near(runner.direction(1), {1, 0, 0}, kTight);
  expect_near(runner.direction(2), {1, 0, 0}, kTight);
}

TEST(SpringBoneRules, TheHeadsOwnRestRotationIsKept) {
  Skeleton skeleton = make_chain(1);
  skeleton.joints[1].reference_ls.rotation = about(unit({1, 2, 3}), 1.1);
  SpringBone bone;
  Runner runner(make_spring(1, bone), skeleton);
  runner.run(50);
  EXPECT_LT(test::angle_between(runner.pose[1].rotation, skeleton.joints[1].reference_ls.rotation),
            1e-12);
}

}  // namespace
}  // namespace tassel
