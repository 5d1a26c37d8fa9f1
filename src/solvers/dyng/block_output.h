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

  /// Rule 7: a lane that stopped being finite goes back on its input pose, which is then also its
  /// output. So does one past any use, where squares would overflow next.
  void guard_against_non_finite() {
    Real sum = Real(0);
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      const Vec3<Real> x = Rows::load3(rows_.position(slot));
      const Vec3<Real> v = Rows::load3(rows_.velocity(slot));
      sum = sum + (dot(x, x) + dot(v, v));
    }
    const Mask bad = !(sum < constant<Real>(kLargestSquare));
    for (int lane = 0; lane < kLanes; ++lane) call_.became_non_finite[lane] = false;
    if (!any(bad)) return;

    S lanes[kLanes];
    Rows::Traits::store(lanes, select(bad, Real(1), Real(0)));
    for (int lane = 0; lane < kLanes; ++lane) {
      if (lanes[lane] == 0 && !Rows::kByLane) continue;  // One dangle's chains go back together.
      call_.became_non_finite[lane] = true;
      call_.writes[lane] = false;
      put_lane_on_pose(lane);
    }
  }

  TASSEL_FLATTEN void write() {
    if (call_.alpha == 0) return;
    for (int i = 0; i < call_.output_count; ++i) {
      const dyng::Operation& operation = call_.outputs[i];
      if (operation.kind == dyng::OperationKind::kLookAt) {
        look_at(operation);
      } else {
        place(operation);
      }
    }
    scatter();
  }

 private:
  void put_lane_on_pose(int lane) {
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      for (int axis = 0; axis < 3; ++axis) {
        const int at = axis * kLanes + lane;
        const S pose = rows_.pose_translation(slot)[at];
        rows_.position(slot)[at] = pose;
        rows_.kept_translation(slot)[at] = pose;
        rows_.velocity(slot)[at] = 0;
      }
      for (int i = 0; i < 4; ++i) {
        const int at = i * kLanes + lane;
        rows_.kept_rotation(slot)[at] = rows_.pose_rotation(slot)[at];
      }
    }
  }

  /// Slot a's joint is turned to aim at slot b's particle.
  void look_at(const dyng::Operation& operation) {
    const Vec3<Real> parent = Rows::load3(rows_.pose_translation(operation.a));
    const Quat<Real> rotation = Rows::load4(rows_.pose_rotation(operation.a));
    const Vec3<Real> between = Rows::load3(rows_.pose_translation(operation.b)) - parent;
    const Vec3<Real> to = Rows::load3(rows_.position(operation.b)) - parent;
    const Real to_length = square_root(dot(to, to));
    const auto looks = both(dot(between, between) > constant<Real>(kLeastLookDistanceSquared),
                            to_length > constant<Real>(kLeastLook));
    Quat<Real> turned =
        turned_to_look(rotation, rows_.record3(operation, dyng::kLookAtAxis), to, to_length);
    if (call_.alpha != 1) turned = nlerp(rotation, turned, Real(call_.alpha));
    Rows::store4(rows_.pose_rotation(operation.a),
                 rows_.in_active_lanes(operation, select(looks, turned, rotation), rotation));
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
      scatter_rows(rows_.pose_translation(slot), targets);
    }
  }

  Rows& rows_;
  dyng::BlockCall<S>& call_;
};

}  // namespace tassel::TASSEL_ISA
