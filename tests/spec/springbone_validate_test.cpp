// Everything that keeps spring bones from being run is found, once, at its member.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "tassel/springbone.h"

namespace tassel {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Hips (0) with head (1), a strand (2, 3, 4) on the head, a strand (5, 6) on the hips, and a
/// joint (7) of its own.
Skeleton body() {
  Skeleton skeleton;
  for (const int parent : {-1, 0, 1, 2, 3, 0, 5, -1}) {
    skeleton.joints.push_back({"j" + std::to_string(skeleton.size()), parent, {{0, -0.1, 0}}});
  }
  return skeleton;
}

SpringBone bone(int joint) {
  SpringBone bone;
  bone.joint = joint;
  bone.tail_ls = {0, -0.1, 0};
  return bone;
}

SpringBoneSpec springs() {
  SpringBoneSpec spec;
  SpringCollider sphere;
  sphere.joint = 1;
  sphere.radius = 0.1;
  SpringCollider capsule = sphere;
  capsule.kind = SpringCollider::Kind::kCapsule;
  SpringCollider plane;
  plane.kind = SpringCollider::Kind::kPlane;
  plane.joint = 0;
  spec.colliders = {sphere, capsule, plane};
  spec.springs = {{"hair", {bone(2), bone(3), bone(4)}, {0, 2}, 0}, {"tail", {bone(5)}, {1}, -1}};
  spec.springs[0].bones[1].limit.emplace();
  return spec;
}

using Change = std::function<void(SpringBoneSpec&)>;

std::vector<Status> findings_of(const Change& change) {
  SpringBoneSpec spec = springs();
  change(spec);
  return validate(spec, body());
}

void expect_finding(const std::string& place, const Change& change) {
  const std::vector<Status> findings = findings_of(change);
  ASSERT_EQ(findings.size(), 1u) << place;
  EXPECT_EQ(findings[0].place(), place) << findings[0].what();
  EXPECT_EQ(findings[0].code(), StatusCode::kInvalidArgument) << place;
}

void expect_none(const Change& change) {
  const std::vector<Status> findings = findings_of(change);
  EXPECT_TRUE(findings.empty()) << findings[0].to_string();
}

SpringBone& middle(SpringBoneSpec& spec) { return spec.springs[0].bones[1]; }

TEST(ValidateSpringBones, FindsNothingInGoodOnes) {
  expect_none([](SpringBoneSpec&) {});
  EXPECT_TRUE(validate(SpringBoneSpec{}, Skeleton{}).empty());
}

TEST(ValidateSpringBones, JointsAreTheSkeletons) {
  for (const int joint :
       {-1, 8, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
    expect_finding("springs[1].bones[0].joint",
                   [&](SpringBoneSpec& s) { s.springs[1].bones[0].joint = joint; });
    expect_finding("colliders[1].joint", [&](SpringBoneSpec& s) { s.colliders[1].joint = joint; });
    if (joint == -1) continue;
    expect_finding("springs[0].center", [&](SpringBoneSpec& s) { s.springs[0].center = joint; });
  }
}

TEST(ValidateSpringBones, AJointBelongsToOneBone) {
  expect_finding("springs[1].bones[0].joint",
                 [](SpringBoneSpec& s) { s.springs[1].bones[0].joint = 4; });
}

TEST(ValidateSpringBones, EachBoneIsBelowTheOneBefore) {
  expect_finding("springs[0].bones[2].joint",
                 [](SpringBoneSpec& s) { s.springs[0].bones[2].joint = 6; });
  expect_finding("springs[0].bones[1].joint", [](SpringBoneSpec& s) {
    s.springs[0].bones = {bone(3), bone(2)};
  });
  expect_none([](SpringBoneSpec& s) { s.springs[0].bones = {bone(2), bone(4)}; });
}

TEST(ValidateSpringBones, ASpringHasABone) {
  expect_finding("springs[0].bones", [](SpringBoneSpec& s) { s.springs[0].bones.clear(); });
}

TEST(ValidateSpringBones, ACentreIsAboveTheSpringOrStill) {
  for (const int center : {-1, 0, 1, 7}) {
    expect_none([&](SpringBoneSpec& s) { s.springs[0].center = center; });
  }
  for (const int center : {2, 3, 5, 6}) {
    expect_finding("springs[0].center", [&](SpringBoneSpec& s) { s.springs[0].center = center; });
  }
  // Above, and moved by another spring: that one runs first.
  expect_none([](SpringBoneSpec& s) {
    s.springs[1].bones[0].joint = 1;
    s.springs[0].center = 1;
  });
}

TEST(ValidateSpringBones, CollidersAreInTheSpec) {
  for (const int collider : {-1, 3}) {
    expect_finding("springs[0].colliders[1]",
                   [&](SpringBoneSpec& s) { s.springs[0].colliders[1] = collider; });
  }
}

TEST(ValidateSpringBones, NumbersAreFiniteAndFit) {
  for (const double value : {kNan, kInfinity, -kInfinity, 1.1e30, -1.1e30}) {
    const std::string bone = "springs[0].bones[1]";
    expect_finding(bone + ".tail_ls", [&](SpringBoneSpec& s) { middle(s).tail_ls.y = value; });
    expect_finding(bone + ".stiffness", [&](SpringBoneSpec& s) { middle(s).stiffness = value; });
    expect_finding(bone + ".gravity_power",
                   [&](SpringBoneSpec& s) { middle(s).gravity_power = value; });
    expect_finding(bone + ".gravity_dir_ws",
                   [&](SpringBoneSpec& s) { middle(s).gravity_dir_ws.x = value; });
    expect_finding(bone + ".hit_radius", [&](SpringBoneSpec& s) { middle(s).hit_radius = value; });
    expect_finding(bone + ".drag_force", [&](SpringBoneSpec& s) { middle(s).drag_force = value; });
    expect_finding("colliders[0].offset_ls",
                   [&](SpringBoneSpec& s) { s.colliders[0].offset_ls.z = value; });
    expect_finding("colliders[0].radius",
                   [&](SpringBoneSpec& s) { s.colliders[0].radius = value; });
    expect_finding("colliders[1].tail_ls",
                   [&](SpringBoneSpec& s) { s.colliders[1].tail_ls.z = value; });
    expect_finding("colliders[2].normal_ls",
                   [&](SpringBoneSpec& s) { s.colliders[2].normal_ls.x = value; });
  }
}

TEST(ValidateSpringBones, RangesAreAsTheHeaderSays) {
  const std::string bone = "springs[0].bones[1]";
  expect_none([](SpringBoneSpec& s) {
    middle(s).drag_force = 1;
    middle(s).stiffness = -1;
    middle(s).gravity_dir_ws = {};
    middle(s).tail_ls = {};
    s.springs[0].bones[0].drag_force = 0;
  });
  expect_finding(bone + ".drag_force", [](SpringBoneSpec& s) { middle(s).drag_force = 1.001; });
  expect_finding(bone + ".drag_force", [](SpringBoneSpec& s) { middle(s).drag_force = -0.001; });
  expect_finding(bone + ".hit_radius", [](SpringBoneSpec& s) { middle(s).hit_radius = -1e-9; });
  expect_finding("colliders[0].radius", [](SpringBoneSpec& s) { s.colliders[0].radius = -1; });
  expect_finding("colliders[2].normal_ls",
                 [](SpringBoneSpec& s) { s.colliders[2].normal_ls = {}; });
}

TEST(ValidateSpringBones, LimitsAreAngles) {
  const std::string limit = "springs[0].bones[1].limit";
  const auto set = [](SpringLimit value) {
    return [=](SpringBoneSpec& s) { middle(s).limit = value; };
  };
  using Kind = SpringLimit::Kind;
  constexpr double kPi = std::numbers::pi;
  expect_none(set({Kind::kCone, kPi, 0, 0, {}}));
  expect_none(set({Kind::kSpherical, 0, kPi, kPi / 2, {}}));
  expect_finding(limit + ".angle", set({Kind::kCone, 3.15, 0, 0, {}}));
  expect_finding(limit + ".angle", set({Kind::kHinge, -0.1, 0, 0, {}}));
  expect_finding(limit + ".angle", set({Kind::kHinge, kNan, 0, 0, {}}));
  expect_finding(limit + ".pitch", set({Kind::kSpherical, 0, 3.15, 0, {}}));
  expect_finding(limit + ".yaw", set({Kind::kSpherical, 0, 0, 1.58, {}}));
  expect_finding(limit + ".rotation_ls", set({Kind::kCone, 1, 0, 0, {0, 0, 0, 1.1}}));
  expect_finding(limit + ".rotation_ls", set({Kind::kCone, 1, 0, 0, {kNan, 0, 0, 1}}));
}

TEST(ValidateSpringBones, ABrokenSkeletonIsTheOnlyFinding) {
  Skeleton skeleton = body();
  skeleton.joints[3].parent = 5;
  const std::vector<Status> findings = validate(springs(), skeleton);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].place(), "skeleton.joints[3]");
}

TEST(ValidateSpringBones, TheFirstThousandAreToldOneByOne) {
  SpringBoneSpec spec;
  spec.springs.resize(5'000);
  const std::vector<Status> findings = validate(spec, body());
  ASSERT_EQ(findings.size(), 1'001u);
  EXPECT_EQ(findings[999].place(), "springs[999].bones");
  EXPECT_EQ(findings[1'000].what(), "there are more problems than these");
}

}  // namespace
}  // namespace tassel
