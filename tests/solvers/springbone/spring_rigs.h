#pragma once
// Small rigs, and what runs them.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tassel/springbone.h"

namespace tassel::test {

/// Joint 0 is the root; joints 1, 2, … follow each other along +X, `length` apart.
inline Skeleton make_chain(int bones, double length = 1) {
  Skeleton skeleton;
  skeleton.joints.push_back({"root", -1, {}});
  for (int i = 0; i <= bones; ++i) {
    const double x = i == 0 ? 0 : length;
    skeleton.joints.push_back({"bone " + std::to_string(i), i, {{x, 0, 0}, {}, {1, 1, 1}}});
  }
  return skeleton;
}

/// One spring along that chain: every bone as `like`, but for joint and tail.
inline SpringBoneSpec make_spring(int bones, const SpringBone& like, double length = 1) {
  Spring spring;
  for (int i = 0; i < bones; ++i) {
    SpringBone bone = like;
    bone.joint = i + 1;
    bone.tail_ls = {length, 0, 0};
    spring.bones.push_back(bone);
  }
  SpringBoneSpec spec;
  spec.springs.push_back(spring);
  return spec;
}

/// No force and no memory: what moves the tail is what the test puts there.
inline SpringBone still_bone() {
  SpringBone bone;
  bone.stiffness = 0;
  bone.drag_force = 1;
  return bone;
}

template <class S = double>
class Runner {
 public:
  Runner(const SpringBoneSpec& spec, const Skeleton& skeleton, int lanes = 1)
      : skeleton_(skeleton), program_(cooked(spec, skeleton)), state_(program_, lanes) {
    frame.solver = SpringBoneSolver::kExact;
  }

  SpringBoneReport run() {
    pose.clear();
    for (const Joint& joint : skeleton_.joints) pose.push_back(cast<S>(joint.reference_ls));
    return step<S>(state_, frame, pose);
  }
  void run(int frames) {
    for (int i = 0; i < frames; ++i) {
      ASSERT_EQ(run().outcome, SpringBoneReport::Outcome::kStepped);
    }
  }

  /// Where the joint's own X points in the world, for rigs whose joints aren't scaled.
  [[nodiscard]] Vec3d direction(int joint) const {
    Quatd turn = cast<double>(pose[joint]).rotation;
    for (int p = skeleton_.joints[joint].parent; p >= 0; p = skeleton_.joints[p].parent) {
      turn = cast<double>(pose[p]).rotation * turn;
    }
    return rotate(frame.world_ws.rotation * turn, Vec3d{1, 0, 0});
  }

  [[nodiscard]] SpringBoneState<S>& state() { return state_; }

  SpringBoneFrame frame;
  std::vector<Transform<S>> pose;  ///< The last frame's output.

 private:
  static SpringBoneProgram cooked(const SpringBoneSpec& spec, const Skeleton& skeleton) {
    SpringBoneProgram program;
    const Status status = cook(spec, skeleton, program);
    EXPECT_TRUE(status.ok()) << status.to_string();
    return program;
  }

  Skeleton skeleton_;
  SpringBoneProgram program_;
  SpringBoneState<S> state_;
};

inline void expect_near(const Vec3d& actual, const Vec3d& wanted, double tolerance) {
  EXPECT_NEAR(actual.x, wanted.x, tolerance);
  EXPECT_NEAR(actual.y, wanted.y, tolerance);
  EXPECT_NEAR(actual.z, wanted.z, tolerance);
}

inline Vec3d unit(const Vec3d& v) { return (1 / length(v)) * v; }

inline Quatd about(const Vec3d& axis, double radians) {
  const double s = std::sin(radians / 2);
  return {s * axis.x, s * axis.y, s * axis.z, std::cos(radians / 2)};
}

/// The angle between two rotations, radians.
inline double angle_between(const Quatd& a, const Quatd& b) {
  const Quatd d = conjugate(a) * b;
  return 2 * std::atan2(length(Vec3d{d.x, d.y, d.z}), std::abs(d.w));
}

}  // namespace tassel::test
