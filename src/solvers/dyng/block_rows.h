// A block's rows by name, and the constants that belong to its slots and operations.
#pragma once

#include "math/pack.h"
#include "solvers/dyng/block.h"
#include "solvers/dyng/pose_rows.h"

namespace tassel::TASSEL_ISA {

/// Real: what a row is loaded as. kConstantLanes: 1 where constants are shared by all lanes, else
/// the lanes of Real.
template <class RealType, int kConstantLanes>
class BlockRows {
 public:
  using Real = RealType;
  using S = ScalarOf<Real>;
  using Mask = MaskOf<Real>;
  using Traits = RealTraits<Real>;
  static constexpr int kLanes = Traits::kLanes;
  /// One chain a lane: joints and constants differ by lane, the pose is one.
  static constexpr bool kByLane = kLanes > 1 && kConstantLanes == kLanes;

  explicit BlockRows(dyng::BlockCall<S>& block_call)
      : call(block_call),
        gravity(state_row(call.state_rows.gravity)),
        external(state_row(call.state_rows.external)),
        positions_(state_row(call.state_rows.position)),
        velocities_(state_row(call.state_rows.velocity)),
        befores_(work_row(call.work_rows.before)),
        kept_translations_(state_row(call.state_rows.translation)),
        kept_rotations_(state_row(call.state_rows.rotation)),
        kept_scales_(state_row(call.state_rows.scale)),
        poses_(work_row(call.work_rows.pose)),
        pose_scales_(work_row(call.work_rows.pose_scale)),
        animated_translations_(work_row(call.work_rows.animated_translation)),
        animated_rotations_(work_row(call.work_rows.animated_rotation)),
        animated_scales_(work_row(call.work_rows.animated_scale)),
        kept_shapes_(state_row(call.state_rows.shape)),
        current_shapes_(work_row(call.work_rows.current_shape)),
        capsules_(work_row(call.work_rows.shape)) {}

  // Particles.

  [[nodiscard]] S* position(int slot) const { return positions_ + 3 * kLanes * slot; }
  [[nodiscard]] S* velocity(int slot) const { return velocities_ + 3 * kLanes * slot; }
  [[nodiscard]] S* before(int slot) const { return befores_ + 3 * kLanes * slot; }

  // The animated pose: kept from the last frame, this frame's, and interpolated for a substep.

  [[nodiscard]] S* kept_translation(int slot) const {
    return kept_translations_ + 3 * kLanes * slot;
  }
  [[nodiscard]] S* kept_rotation(int slot) const { return kept_rotations_ + 4 * kLanes * slot; }
  [[nodiscard]] S* kept_scale(int slot) const { return kept_scales_ + 3 * kLanes * slot; }
  [[nodiscard]] S* pose_translation(int slot) const { return poses_ + kPoseRows * kLanes * slot; }
  [[nodiscard]] S* pose_rotation(int slot) const { return pose_translation(slot) + 3 * kLanes; }
  [[nodiscard]] S* pose_scale(int slot) const { return pose_scales_ + 3 * kLanes * slot; }
  [[nodiscard]] S* animated_translation(int slot) const {
    return animated_translations_ + animated_stride_ * slot;
  }
  [[nodiscard]] S* animated_rotation(int slot) const {
    return animated_rotations_ + 4 * kLanes * slot;
  }
  [[nodiscard]] S* animated_scale(int slot) const { return animated_scales_ + 3 * kLanes * slot; }

  /// Substeps take translations from rows of their own, or the last one from the pose itself.
  void animate_in_own_rows() {
    animated_translations_ = work_row(call.work_rows.animated_translation);
    animated_stride_ = 3 * kLanes;
  }
  void animate_as_posed() {
    animated_translations_ = poses_;
    animated_stride_ = kPoseRows * kLanes;
  }

  // Shapes: kept and current as translation and rotation, for a substep as centre and axis.

  [[nodiscard]] S* kept_shape(int shape) const { return kept_shapes_ + 7 * kLanes * shape; }
  [[nodiscard]] S* current_shape(int shape) const { return current_shapes_ + 7 * kLanes * shape; }
  [[nodiscard]] S* capsule(int shape) const { return capsules_ + 6 * kLanes * shape; }

  // Loads and stores.

  static Vec3<Real> load3(const S* p) {
    return {Traits::load(p), Traits::load(p + kLanes), Traits::load(p + 2 * kLanes)};
  }
  static Quat<Real> load4(const S* p) {
    return {Traits::load(p), Traits::load(p + kLanes), Traits::load(p + 2 * kLanes),
            Traits::load(p + 3 * kLanes)};
  }
  static Vec3<Real> load_lanes3(const S (&rows)[3][dyng::kMaxLanes]) {
    return {Traits::load(rows[0]), Traits::load(rows[1]), Traits::load(rows[2])};
  }
  static Quat<Real> load_lanes4(const S (&rows)[4][dyng::kMaxLanes]) {
    return {Traits::load(rows[0]), Traits::load(rows[1]), Traits::load(rows[2]),
            Traits::load(rows[3])};
  }
  static void store3(S* p, const Vec3<Real>& v) {
    Traits::store(p, v.x);
    Traits::store(p + kLanes, v.y);
    Traits::store(p + 2 * kLanes, v.z);
  }
  static void store4(S* p, const Quat<Real>& q) {
    Traits::store(p, q.x);
    Traits::store(p + kLanes, q.y);
    Traits::store(p + 2 * kLanes, q.z);
    Traits::store(p + 3 * kLanes, q.w);
  }
  static void copy(S* to, const S* from, int rows) {
    for (int i = 0; i < rows; ++i) Traits::store(to + i * kLanes, Traits::load(from + i * kLanes));
  }

  // Constants.

  static Real constant_at(const S* p) {
    if constexpr (kByLane) {
      return Traits::load(p);
    } else {
      return Real(*p);
    }
  }
  [[nodiscard]] Real slot_constant(int slot, dyng::SlotRow row) const {
    return constant_at(call.slot_constants + (slot * dyng::kSlotRows + row) * kConstantLanes);
  }
  [[nodiscard]] Real record(const dyng::Operation& operation, int row) const {
    return constant_at(call.constants +
                       (operation.constants + static_cast<unsigned>(row)) * kConstantLanes);
  }
  [[nodiscard]] Vec3<Real> record3(const dyng::Operation& operation, int row) const {
    return {record(operation, row), record(operation, row + 1), record(operation, row + 2)};
  }
  [[nodiscard]] Quat<Real> record4(const dyng::Operation& operation, int row) const {
    return {record(operation, row), record(operation, row + 1), record(operation, row + 2),
            record(operation, row + 3)};
  }

  /// `updated` in the lanes that the operation runs in, `old` in the others.
  template <class Value>
  Value in_active_lanes(const dyng::Operation& operation, const Value& updated,
                        const Value& old) const {
    if constexpr (kByLane) {
      if (operation.masked) return select(record(operation, 0) > Real(0), updated, old);
    }
    return updated;
  }

  template <class Value>
  Value where_free(int slot, const Value& free, const Value& fixed) const {
    if (call.traits[slot].free == dyng::Share::kAll) return free;
    return select(slot_constant(slot, dyng::kSlotFree) > Real(0), free, fixed);
  }

  // The caller's pose, as the ten numbers of each joint's transform.

  /// Fills in where a slot's lanes read from.
  void find_sources(int slot, const S* (&sources)[kLanes]) const {
    if constexpr (kByLane) {
      for (int lane = 0; lane < kLanes; ++lane) {
        sources[lane] = scalars_of<const S>(call.poses[0][call.joints[slot * kLanes + lane]]);
      }
    } else {
      const int joint = call.joints[slot];
      for (int lane = 0; lane < kLanes; ++lane) {
        sources[lane] = scalars_of<const S>(call.poses[lane][joint]);
      }
    }
  }
  /// Fills in where a slot's lanes write to: null for a lane that holds no particle.
  void find_targets(int slot, S* (&targets)[kLanes]) const {
    for (int lane = 0; lane < kLanes; ++lane) {
      const int place = slot * kConstantLanes + (kByLane ? lane : 0);
      const bool writes = call.writes[lane] && call.used[place] != 0;
      targets[lane] = writes ? scalars_of<S>(call.poses[lane][call.joints[place]]) : nullptr;
    }
  }

  dyng::BlockCall<S>& call;
  S* const gravity;  ///< Kept from the last frame, like `external`.
  S* const external;

 private:
  [[nodiscard]] S* state_row(int row) const { return call.state + row * kLanes; }
  [[nodiscard]] S* work_row(int row) const { return call.work + row * kLanes; }

  S* const positions_;
  S* const velocities_;
  S* const befores_;
  S* const kept_translations_;
  S* const kept_rotations_;
  S* const kept_scales_;
  S* const poses_;
  S* const pose_scales_;
  S* animated_translations_;  ///< Interpolated, or the pose's own.
  int animated_stride_ = 3 * kLanes;
  S* const animated_rotations_;
  S* const animated_scales_;
  S* const kept_shapes_;
  S* const current_shapes_;
  S* const capsules_;
};

}  // namespace tassel::TASSEL_ISA
