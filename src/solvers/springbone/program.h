#pragma once
// What a spec is cooked into: the schedule, and for every width its bones side by side in lanes.

#include <vector>

#include "math/aligned_vector.h"
#include "solvers/springbone/schedule.h"
#include "tassel/springbone.h"

namespace tassel::springbone {

inline constexpr int kMaxLanes = 16;

/// A bone's constants, a row each. In the space of its parent joint but for what is said.
enum BoneRow {
  kRestDirection = 0,  ///< x y z: where its tail is from its head at rest, unit,
  kRestRotation = 3,   ///< x y z w: and the head's rotation there.
  kAxis = 7,           ///< x y z: the rest direction in the head's own space,
  kFlipAxis = 10,      ///< x y z: and a unit vector across it.
  kLength = 13,        ///< Metres in the world.
  kKeep = 14,          ///< 1 − drag.
  kStiffness = 15,
  kGravity = 16,  ///< x y z: power times direction, in the world.
  kHitRadius = 19,
  kLimitRotation = 20,  ///< x y z w: from the limit's space to the head's.
  kLimitCosine = 24,    ///< Of the angle, or the pitch,
  kLimitSine = 25,
  kLimitYawSine = 26,  ///< and of the yaw.
  kBoneRows = 27
};

/// A bone's state, a row each.
enum StateRow {
  kTail = 0,          ///< x y z, relative to the centre.
  kPreviousTail = 3,  ///< x y z: a step before.
  kRotation = 6,      ///< x y z w: the head's, local.
  kStateRows = 10
};

enum class LimitKind { kNone, kCone, kHinge, kSpherical };

/// Up to `lanes` bones of one level that share centre, shapes and kind of limit. Their slots are
/// neighbours. Lanes without a bone repeat the first one's constants.
struct Batch {
  int first_slot = 0;
  int bone_count = 0;
  int centre = -1;      ///< Of the schedule's; −1: the world.
  int first_shape = 0;  ///< Of the layout's shapes.
  int shape_count = 0;
  LimitKind limit = LimitKind::kNone;
};

template <class S>
struct Layout {
  int lanes = 1;
  std::vector<Batch> batches;
  std::vector<int> first_batch;  ///< Of each level, and the number of all.
  std::vector<int> shapes;
  std::vector<int> parents;     ///< [batch][lane]: the slot above; −1: the world.
  AlignedVector<S> constants;   ///< [batch][BoneRow][lane]
  std::vector<int> bone_batch;  ///< Of each bone in the spec's order, and its lane there.
  std::vector<int> bone_lane;
};

struct ProgramData {
  int joint_count = 0;
  Schedule schedule;
  std::vector<SpringCollider> colliders;  ///< The spec's.
  std::vector<Transformd> rest_ls;        ///< [slot]
  std::vector<Vec3d> tails_ls;            ///< [bone], in the head's space.
  std::vector<double> lengths;            ///< [bone]
  Layout<double> double_1;
  Layout<float> float_1;
  Layout<float> float_4;
  Layout<float> float_8;
  Layout<float> float_16;
};

template <class S>
[[nodiscard]] const Layout<S>& layout_of(const ProgramData& program, int lanes);
template <>
inline const Layout<double>& layout_of(const ProgramData& program, int) {
  return program.double_1;
}
template <>
inline const Layout<float>& layout_of(const ProgramData& program, int lanes) {
  return lanes == 16  ? program.float_16
         : lanes == 8 ? program.float_8
         : lanes == 4 ? program.float_4
                      : program.float_1;
}

}  // namespace tassel::springbone
