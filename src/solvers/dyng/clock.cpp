#include "solvers/dyng/clock.h"

#include <algorithm>
#include <cmath>

#include "skeleton/transform_checks.h"

namespace tassel::dyng {

namespace {

constexpr double kLeastRealDt = 1e-6;
constexpr double kMaxDt = 1e6;
constexpr double kSameRotation = 1e-5;

bool same(const Vec3d& a, const Vec3d& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

bool same_rotation(const Quatd& a, const Quatd& b) {
  return std::abs(a.x - b.x) <= kSameRotation && std::abs(a.y - b.y) <= kSameRotation &&
         std::abs(a.z - b.z) <= kSameRotation && std::abs(a.w - b.w) <= kSameRotation;
}

/// The whole substeps that have accrued, low-pass filtered and rounded.
int count_substeps(double real_dt, double substep_time, Clock& clock) {
  clock.accumulator += real_dt;
  const double accrued = std::trunc(clock.accumulator / substep_time);
  clock.accumulator -= accrued * substep_time;
  clock.smoothed_substeps += (real_dt / (real_dt + kPhysicsStepsCountLowPassFilterRc)) *
                             (accrued - clock.smoothed_substeps);
  const double rounded = std::floor(clock.smoothed_substeps + 0.5);
  return static_cast<int>(std::clamp(rounded, 1.0, static_cast<double>(kMaxPhysicsStepsCount)));
}

}  // namespace

bool Clock::operator==(const Clock& other) const {
  const Quatd& a = world_ws.rotation;
  const Quatd& b = other.world_ws.rotation;
  return accumulator == other.accumulator && smoothed_substeps == other.smoothed_substeps &&
         needs_reset == other.needs_reset &&
         same(world_ws.translation, other.world_ws.translation) && a.x == b.x && a.y == b.y &&
         a.z == b.z && a.w == b.w;
}

Clock start_clock(double initial_substeps) {
  Clock clock;
  if (std::isfinite(initial_substeps)) clock.smoothed_substeps = std::max(initial_substeps, 0.0);
  return clock;
}

bool is_valid(const DyngFrame& frame) {
  const Vec3d& t = frame.world_ws.translation;
  const Vec3d& force = frame.external_force_ws;
  const auto is_time = [](double dt) { return dt >= 0 && dt <= kMaxDt; };
  return is_time(frame.real_dt) && is_time(frame.game_dt) && is_finite(t) && is_finite(force) &&
         is_unit(frame.world_ws.rotation);
}

PlannedFrame plan_frame(const ProgramData& program, const DyngFrame& frame, Clock& clock) {
  PlannedFrame planned;
  Plan& plan = planned.plan;

  const Transformd& now = frame.world_ws;
  const Transformd& last = clock.world_ws;
  plan.carries =
      frame.mode == DyngMode::kWorldSpace && !clock.needs_reset &&
      (!same(now.translation, last.translation) || !same_rotation(now.rotation, last.rotation));
  if (plan.carries) {
    planned.carry_rotation = conjugate(now.rotation) * last.rotation;
    planned.carry_translation = rotate_back(now.rotation, last.translation - now.translation);
  }

  plan.to_pose = frame.mode == DyngMode::kReset || clock.needs_reset;
  plan.reset_frame = plan.to_pose;
  clock.needs_reset = false;

  const double dilation = frame.real_dt > kLeastRealDt ? frame.game_dt / frame.real_dt : 0;
  plan.substeps = count_substeps(frame.real_dt, program.substep_time, clock);
  plan.runs = dilation > kMinTimeDilatation;
  plan.passes = plan.reset_frame ? std::max(program.passes, kSolverIterationsWhenSkippingPhysics)
                                 : program.passes;
  planned.substep_time = std::min(dilation, kMaxTimeDilatation) * program.substep_time;
  clock.world_ws = now;
  return planned;
}

}  // namespace tassel::dyng
