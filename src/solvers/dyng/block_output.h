// From particles to the output pose (§5.5).
#pragma once

#include "solvers/dyng/block_rows.h"
#include "solvers/dyng/kernels.h"

namespace tassel::TASSEL_ISA {

/// Particles a million million kilometres off, or as fast, have no motion left to save, m².
inline constexpr float kLargestSquare = 1e30f;

template <class Rows>
class BlockOutput {
  using Real = typename Rows::Real;
  using S = typename Rows::S;
  using Mask = typename Rows::Mask;
  static constexpr int kLanes = Rows::kLanes;

 public:
  explicit BlockOutput(Rows& rows) : rows_(rows), call_(rows.call) {}

  TASSEL_FLATTEN void write() {
    const bool poses = call_.alpha != 0;
    if (poses) pose_joints();
    guard_against_non_finite();
    if (poses) scatter();
  }

 private:
  void pose_joints() {
    for (int i = 0; i < call_.output_count; ++i) {
      const dyng::Operation& operation = call_.outputs[i];
      if (operation.kind == dyng::OperationKind::kLookAt) {
        look_at(operation);
      } else {
        place(operation);
      }
    }
  }

  /// Rule 7: a lane that stopped being finite goes back on its input pose, which is then also its
  /// output. So does one past any use, where squares would overflow next.
  void guard_against_non_finite() {
    Mask good = turns_are_good_;
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      if (call_.traits[slot].free == dyng::Share::kNone) continue;
      const Vec3<Real> x = Rows::load3(rows_.position(slot));
      const Vec3<Real> v = Rows::load3(rows_.velocity(slot));
      Real square = dot(x, x) + dot(v, v);
      if constexpr (Rows::kByLane) {  // Lanes without a particle fall and fall.
        square = select(rows_.slot_constant(slot, dyng::kSlotFree) > Real(0), square, Real(0));
      }
      good = both(good, square < constant<Real>(kLargestSquare));
    }
    for (int lane = 0; lane < kLanes; ++lane) call_.became_non_finite[lane] = false;
    if (!any(!good)) return;

    S lanes[kLanes];
    Rows::Traits::store(lanes, select(good, Real(1), Real(0)));
    for (int lane = 0; lane < kLanes; ++lane) {
      if (lanes[lane] != 0 && !Rows::kByLane) continue;  // One dangle's chains go back together.
      call_.became_non_finite[lane] = true;
      call_.writes[lane] = false;
      put_lane_on_pose(lane);
    }
  }

  /// The caller's pose is still the input; the block's may be half way to the output.
  void put_lane_on_pose(int lane) {
    const S* sources[kLanes];
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      rows_.find_sources(slot, sources);
      const S* pose = sources[lane];
      for (int axis = 0; axis < 3; ++axis) {
        const int at = axis * kLanes + lane;
        rows_.position(slot)[at] = pose[axis];
        rows_.kept_translation(slot)[at] = pose[axis];
        rows_.velocity(slot)[at] = 0;
      }
      for (int i = 0; i < 4; ++i) rows_.kept_rotation(slot)[i * kLanes + lane] = pose[3 + i];
      if (!call_.scaled) continue;
      for (int i = 0; i < 3; ++i) rows_.kept_scale(slot)[i * kLanes + lane] = pose[7 + i];
    }
  }

  /// Slot a's joint is turned to aim at slot b's particle.
  void look_at(const dyng::Operation& operation) {
    const Vec3<Real> parent = Rows::load3(rows_.pose_translation(operation.a));
    const Quat<Real> rotation = Rows::load4(rows_.pose_rotation(operation.a));
    const Vec3<Real> between = Rows::load3(rows_.pose_translation(operation.b)) - parent;
    const Vec3<Real> to = Rows::load3(rows_.position(operation.b)) - parent;
    const Real to_square = dot(to, to);
    const auto looks = both(dot(between, between) > constant<Real>(kLeastLookDistanceSquared),
                            to_square > constant<Real>(kLeastLook * kLeastLook));
    Quat<Real> turned =
        turned_to_look(rotation, rows_.record3(operation, dyng::kLookAtAxis), to, to_square);
    if (call_.alpha != 1) turned = nlerp(rotation, turned, Real(call_.alpha));
    turned = rows_.in_active_lanes(operation, select(looks, turned, rotation), rotation);
    Rows::store4(rows_.pose_rotation(operation.a), turned);
    const Real square = rows_.in_active_lanes(operation, dot(turned, turned), Real(0));
    turns_are_good_ = both(turns_are_good_, square < constant<Real>(kLargestSquare));
  }

  /// Slot a's joint is moved to its particle.
  void place(const dyng::Operation& operation) {
    const Vec3<Real> pose = Rows::load3(rows_.pose_translation(operation.a));
    const Vec3<Real> x = Rows::load3(rows_.position(operation.a));
    const Vec3<Real> placed = call_.alpha == 1 ? x : lerp(pose, x, Real(call_.alpha));
    Rows::store3(rows_.pose_translation(operation.a),
                 rows_.in_active_lanes(operation, placed, pose));
  }

  void scatter() {
    S* targets[kLanes];
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      rows_.find_targets(slot, targets);
      scatter_pose(rows_.pose_translation(slot), targets);
    }
  }

  Rows& rows_;
  dyng::BlockCall<S>& call_;
  Mask turns_are_good_ = Real(0) < Real(1);
};

}  // namespace tassel::TASSEL_ISA
