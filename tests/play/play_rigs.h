#pragma once
// Rigs and dangles for tests of motions.

#include <cmath>
#include <numbers>
#include <vector>

#include "tassel/dyng.h"
#include "tassel/skeleton.h"

namespace tassel::test {

inline constexpr double kDegree = std::numbers::pi / 180;

inline Quatd turn(const Vec3d& axis, double radians) {
  const double s = std::sin(radians / 2);
  return {s * axis.x, s * axis.y, s * axis.z, std::cos(radians / 2)};
}

/// A body as REDengine's dangle rigs have it, joints turned every which way, with a strand on the
/// head. `left_x` is the left shoulder's: below 0 for a character that faces +Y.
inline Skeleton make_body(double left_x = -0.02) {
  Skeleton skeleton;
  const Quatd along_bone{0.5, -0.5, 0.5, 0.5};
  skeleton.joints = {{"Root", -1, {}},
                     {"Spine3", 0, {{0, -0.07, 1.36}, along_bone}},
                     {"LeftShoulder", 1, {rotate_back(along_bone, {left_x, 0.06, 0.13}), {}}},
                     {"RightShoulder", 1, {rotate_back(along_bone, {-left_x, 0.06, 0.13}), {}}},
                     {"Neck", 1, {rotate_back(along_bone, {0, 0, 0.15}), turn({0, 0, 1}, 0.2)}},
                     {"Neck1", 4, {{0.06, 0, 0.01}, turn({1, 0, 0}, 0.4)}},
                     {"Head", 5, {{0.07, 0.01, 0}, turn({0, 1, 0}, -0.3)}},
                     {"hair_1", 6, {{0.1, -0.05, 0.03}, turn({0, 0, 1}, 1.1)}},
                     {"hair_2", 7, {{0.08, 0, 0}, {}}}};
  return skeleton;
}

/// A joint at (0, 0, 1) with a fixed and a free particle, linked, 0.2 m apart along +X.
inline DyngSpec make_pendulum(double damping) {
  DyngSpec spec;
  spec.skeleton.joints = {
      {"Head", -1, {{0, 0, 1}, {}}}, {"hook", 0, {}}, {"bob", 1, {{0.2, 0, 0}, {}}}};
  spec.reference_ms = reference_pose_ms(spec.skeleton);
  DyngParticle hook;
  hook.bone = "hook";
  hook.is_free = false;
  DyngParticle bob;
  bob.bone = "bob";
  bob.damping = damping;
  spec.simulation.particles = {hook, bob};
  DyngLink link;
  link.bone1 = "hook";
  link.bone2 = "bob";
  spec.simulation.constraints = {link};
  return spec;
}

}  // namespace tassel::test
