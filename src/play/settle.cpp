#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "solvers/dyng/clock.h"
#include "tassel/play.h"

namespace tassel {

namespace {

constexpr int kMaxSubsteps = 300;
constexpr double kStillSpeed = 1e-3;  ///< m/s.
constexpr double kStillTime = 0.2;    ///< Simulated seconds.

/// The square of the longest way that a particle has gone from `positions`, which are brought up
/// to date. Displacement, not velocity: a particle that rests against a constraint keeps the
/// velocity of each substep's last half kick (§4).
template <class Scalar>
Scalar update(std::vector<Vec3<Scalar>>& positions, const DyngState<Scalar>& state) {
  Scalar longest{};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3<Scalar> now = state.position_ms(static_cast<int>(i));
    const Vec3<Scalar> move = now - positions[i];
    longest = std::max(longest, dot(move, move));
    positions[i] = now;
  }
  return longest;
}

}  // namespace

template <class Scalar>
SettleReport settle(DyngState<Scalar>& state, std::span<const Transform<Scalar>> pose_ms,
                    const Transformd& world_ws) {
  std::vector<Transform<Scalar>> pose(pose_ms.size());
  const auto run_frame = [&](DyngMode mode) {
    pose.assign(pose_ms.begin(), pose_ms.end());
    DyngFrame frame;
    frame.mode = mode;
    frame.world_ws = world_ws;
    return step(state, frame, std::span(pose));
  };

  SettleReport report;
  DyngReport& frame = report.last;
  frame = run_frame(DyngMode::kReset);
  if (frame.outcome != DyngReport::Outcome::kStepped) return report;
  std::vector<Vec3<Scalar>> positions(state.program().particle_count());
  update(positions, state);
  int still_substeps = 0;
  while (report.substeps < kMaxSubsteps) {
    // A frame's count is known once it has run: one that passes the cap is taken back.
    std::optional<DyngState<Scalar>> before;
    if (report.substeps + dyng::kMaxPhysicsStepsCount > kMaxSubsteps) before.emplace(state);
    frame = run_frame(DyngMode::kModelSpace);
    if (frame.outcome != DyngReport::Outcome::kStepped || frame.substeps == 0) return report;
    if (report.substeps + frame.substeps > kMaxSubsteps) {
      state = *before;
      return report;
    }
    report.substeps += frame.substeps;
    const double limit = kStillSpeed * frame.substeps * frame.substep_time;
    const bool is_still = static_cast<double>(update(positions, state)) < limit * limit;
    still_substeps = is_still ? still_substeps + frame.substeps : 0;
    report.at_rest = still_substeps * frame.substep_time >= kStillTime * (1 - 1e-9);
    if (report.at_rest) return report;
  }
  return report;
}

template SettleReport settle(DyngState<float>&, std::span<const Transform<float>>,
                             const Transformd&);
template SettleReport settle(DyngState<double>&, std::span<const Transform<double>>,
                             const Transformd&);

}  // namespace tassel
