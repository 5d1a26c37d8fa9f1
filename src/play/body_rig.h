#pragma once
// Where a rig's head turns, and which way the character looks.

#include <vector>

#include "tassel/skeleton.h"

namespace tassel {

/// A skeleton posed by turning its neck and head about axes of model space.
class BodyRig {
 public:
  explicit BodyRig(const Skeleton& skeleton);

  [[nodiscard]] const Vec3d& facing() const { return facing_; }
  /// The axis that a positive turn about lets the character look down: toward its left.
  [[nodiscard]] const Vec3d& left() const { return left_; }

  /// Poses the reference pose with the head turned by `radians` about `axis_ms`. Neck, Neck1 and
  /// Head take their shares of it, each about its own place; every other joint follows its
  /// parent.
  void turn_head(const Vec3d& axis_ms, double radians, std::span<Transformd> pose_ls) const;
  [[nodiscard]] const Skeleton& skeleton() const { return skeleton_; }

 private:
  Skeleton skeleton_;
  std::vector<double> share_;  ///< Of the turn, a joint.
  Vec3d facing_{0, 1, 0};
  Vec3d left_{-1, 0, 0};
};

/// The rotation by `radians` about the unit vector `axis`.
[[nodiscard]] Quatd rotation_about(const Vec3d& axis, double radians);

}  // namespace tassel
