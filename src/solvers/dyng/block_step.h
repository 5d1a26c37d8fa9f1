// One frame of a block of lanes: §5 from top to bottom.
#pragma once

#include "solvers/dyng/block_constraints.h"
#include "solvers/dyng/block_driver.h"
#include "solvers/dyng/block_output.h"

namespace tassel::TASSEL_ISA {

template <class Rows>
class BlockStep {
  using Real = typename Rows::Real;
  using S = typename Rows::S;
  using Mask = typename Rows::Mask;

 public:
  explicit BlockStep(dyng::BlockCall<S>& call)
      : call_(call),
        rows_(call),
        driver_(rows_),
        constraints_(rows_),
        output_(rows_),
        h_(Rows::Traits::load(call.substep_time)) {}

  void run() {
    const dyng::Plan& plan = call_.plan;
    driver_.gather();
    if (plan.carries) driver_.carry_through_world();
    if (plan.to_pose) put_on_pose();
    if (plan.runs) run_substeps();
    if (plan.reset_frame) stop();
    if (plan.runs || plan.reset_frame) driver_.keep();
    output_.write();
  }

 private:
  void put_on_pose() {
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      Rows::copy(rows_.position(slot), rows_.pose_translation(slot), 3);
    }
    stop();
    driver_.keep();
  }

  void stop() {
    const Real none = Real(0);
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      Rows::store3(rows_.velocity(slot), Vec3<Real>{none, none, none});
    }
  }

  void run_substeps() {
    const int count = call_.plan.substeps;
    for (int i = 1; i <= count; ++i) {
      if (i < count) {
        driver_.animate(Real(static_cast<S>(i) / static_cast<S>(count)));
      } else {
        driver_.arrive();
      }
      substep();
    }
  }

  void substep() {
    if (!call_.plan.reset_frame) integrate();
    for (int pass = 0; pass < call_.plan.passes; ++pass) {
      constraints_.project();
      constraints_.collide();
    }
    if (!call_.plan.reset_frame) update_velocities();
  }

  // Velocity Verlet (§5.2): half a kick, a drift, the constraints, half a kick.

  TASSEL_FLATTEN void integrate() {
    const Real half_h = constant<Real>(0.5) * h_;
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      if (call_.traits[slot].free == dyng::Share::kNone) {
        Rows::copy(rows_.position(slot), rows_.animated_translation(slot), 3);
        continue;
      }
      const Vec3<Real> x = Rows::load3(rows_.position(slot));
      Rows::store3(rows_.before(slot), x);
      const Vec3<Real> v = Rows::load3(rows_.velocity(slot));
      const Vec3<Real> kicked = v + half_h * acceleration(slot, x, v);
      const Vec3<Real> drifted = x + h_ * kicked;
      if (call_.traits[slot].free == dyng::Share::kAll) {
        Rows::store3(rows_.velocity(slot), kicked);
        Rows::store3(rows_.position(slot), drifted);
      } else {
        const Mask free = rows_.slot_constant(slot, dyng::kSlotFree) > Real(0);
        const Vec3<Real> driven = Rows::load3(rows_.animated_translation(slot));
        Rows::store3(rows_.velocity(slot), select(free, kicked, v));
        Rows::store3(rows_.position(slot), select(free, drifted, driven));
      }
    }
  }

  /// The second half kick starts from the velocity that the corrected positions imply.
  TASSEL_FLATTEN void update_velocities() {
    const Real half_h = constant<Real>(0.5) * h_;
    const Real inverse_h = Real(1) / h_;
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      if (call_.traits[slot].free == dyng::Share::kNone) continue;
      const Vec3<Real> x = Rows::load3(rows_.position(slot));
      const Vec3<Real> v = Rows::load3(rows_.velocity(slot));
      const Vec3<Real> implied = inverse_h * (x - Rows::load3(rows_.before(slot)));
      const Vec3<Real> updated = implied + half_h * acceleration(slot, x, v);
      Rows::store3(rows_.velocity(slot), rows_.where_free(slot, updated, v));
    }
  }

  /// Spring to the animated position, external force, drag, gravity.
  Vec3<Real> acceleration(int slot, const Vec3<Real>& x, const Vec3<Real>& v) {
    Vec3<Real> sum = drag_acceleration(v, rows_.slot_constant(slot, dyng::kSlotDrag));
    if (call_.forced) {
      sum = rows_.slot_constant(slot, dyng::kSlotInverseMass) * driver_.external + sum;
    }
    if (call_.pulled) {
      const Vec3<Real> offset = Rows::load3(rows_.animated_translation(slot)) - x;
      sum = rows_.slot_constant(slot, dyng::kSlotPull) * offset + sum;
    }
    return sum + driver_.gravity;
  }

  dyng::BlockCall<S>& call_;
  Rows rows_;
  BlockDriver<Rows> driver_;
  BlockConstraints<Rows> constraints_;
  BlockOutput<Rows> output_;
  const Real h_;
};

}  // namespace tassel::TASSEL_ISA
