// A block's rows by name, and the constants that belong to its slots and operations.
#pragma once

#include "math/pack.h"
#include "solvers/dyng/block.h"
#include "solvers/dyng/pose_rows.h"

namespace tassel::TASSEL_ISA {

/// Real: what a row is loaded as. kConstantLanes: 1 where constants are shared by all lanes, else
/// the lanes of Real.
template <class RealType, int kConstantLanes>
struct BlockRows {
  using Real = RealType;
  using S = ScalarOf<Real>;
  using Mask = MaskOf<Real>;
  using Traits = RealTraits<Real>;
  static constexpr int kLanes = Traits::kLanes;
  /// One chain a lane: joints and constants differ by lane, the pose is one.
  static constexpr bool kByLane = kLanes > 1 && kConstantLanes == kLanes;

  explicit BlockRows(dyng::BlockCall<S>& block_call)
      : call(block_call),
        state(block_call.state_rows),
        work(block_call.work_rows),
        animated_translations(work_row(work.animated_translation)),
        animated_stride(3 * kLanes) {}

  // Where a row lies.

  [[nodiscard]] S* state_row(int row) const { return call.state + row * kLanes; }
  [[nodiscard]] S* work_row(int row) const { return call.work + row * kLanes; }

  [[nodiscard]] S* position(int slot) const { return state_row(state.position + 3 * slot); }
  [[nodiscard]] S* velocity(int slot) const { return state_row(state.velocity + 3 * slot); }
  [[nodiscard]] S* before(int slot) const { return work_row(work.before + 3 * slot); }

  // The animated pose: kept from the last frame, this frame's, and interpolated for a substep.
  [[nodiscard]] S* kept_translation(int slot) const {
    return state_row(state.translation + 3 * slot);
  }
  [[nodiscard]] S* kept_rotation(int slot) const { return state_row(state.rotation + 4 * slot); }
  [[nodiscard]] S* kept_scale(int slot) const { return state_row(state.scale + 3 * slot); }
  [[nodiscard]] S* pose_translation(int slot) const {
    return work_row(work.pose + kPoseRows * slot);
  }
  [[nodiscard]] S* pose_rotation(int slot) const {
    return work_row(work.pose + kPoseRows * slot + 3);
  }
  [[nodiscard]] S* pose_scale(int slot) const { return work_row(work.pose_scale + 3 * slot); }
  [[nodiscard]] S* animated_translation(int slot) const {
    return animated_translations + animated_stride * slot;
  }
  [[nodiscard]] S* animated_rotation(int slot) const {
    return work_row(work.animated_rotation + 4 * slot);
  }
  [[nodiscard]] S* animated_scale(int slot) const {
    return work_row(work.animated_scale + 3 * slot);
  }

  /// Substeps take translations from rows of their own, or the last one from the pose itself.
  void animate_in_own_rows() {
    animated_translations = work_row(work.animated_translation);
    animated_stride = 3 * kLanes;
  }
  void animate_as_posed() {
    animated_translations = pose_translation(0);
    animated_stride = kPoseRows * kLanes;
  }

  // Shapes: kept and current as translation and rotation, for a substep as centre and axis.
  [[nodiscard]] S* kept_shape(int shape) const { return state_row(state.shape + 7 * shape); }
  [[nodiscard]] S* current_shape(int shape) const {
    return work_row(work.current_shape + 7 * shape);
  }
  [[nodiscard]] S* capsule(int shape) const { return work_row(work.shape + 6 * shape); }

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

  // The caller's pose.

  /// The joint of a slot's lane, as the ten numbers of its transform.
  [[nodiscard]] S* joint(int slot, int lane) const {
    const int index = call.joints[slot * kConstantLanes + (kByLane ? lane : 0)];
    return &call.poses[lane][index].translation.x;
  }
  [[nodiscard]] bool writes(int slot, int lane) const {
    return call.writes[lane] && (!kByLane || call.used[slot * kLanes + lane] != 0);
  }

  dyng::BlockCall<S>& call;
  const dyng::StateRows& state;
  const dyng::WorkRows& work;
  S* animated_translations;  ///< Interpolated, or the pose's own.
  int animated_stride;
};

}  // namespace tassel::TASSEL_ISA
