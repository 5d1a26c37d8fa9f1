#include <cstddef>
#include <vector>

#include "tassel/play.h"

namespace tassel {

namespace {

constexpr int kMaxSubsteps = 300;
constexpr double kStillSpeed = 1e-3;  ///< m/s.
constexpr double kStillTime = 0.2;    ///< Simulated seconds.

template <class Scalar>
std::vector<Vec3<Scalar>> positions(const DyngState<Scalar>& state) {
  std::vector<Vec3<Scalar>> all;
  for (int i = 0; i < state.program().particle_count(); ++i) all.push_back(state.position_ms(i));
  return all;
}

// Displacement, not velocity: a particle that rests against a constraint keeps the velocity of
// each substep's last half kick (§4).
template <class Scalar>
double largest_move(const std::vector<Vec3<Scalar>>& before,
                    const std::vector<Vec3<Scalar>>& after) {
  double largest = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double move = static_cast<double>(length(after[i] - before[i]));
    if (move > largest) largest = move;
  }
  return largest;
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
  DyngReport frame = run_frame(DyngMode::kReset);
  std::vector<Vec3<Scalar>> before = positions(state);
  int still_substeps = 0;
  // A frame's count follows the last one's, so that the cap is met without passing it.
  while (report.substeps + frame.substeps <= kMaxSubsteps) {
    frame = run_frame(DyngMode::kModelSpace);
    if (frame.outcome != DyngReport::Outcome::kStepped || frame.substeps == 0) return report;
    report.substeps += frame.substeps;
    std::vector<Vec3<Scalar>> after = positions(state);
    const double simulated = frame.substeps * frame.substep_time;
    const bool is_still = largest_move(before, after) < kStillSpeed * simulated;
    still_substeps = is_still ? still_substeps + frame.substeps : 0;
    report.at_rest = still_substeps * frame.substep_time >= kStillTime * (1 - 1e-9);
    if (report.at_rest) return report;
    before.swap(after);
  }
  return report;
}

template SettleReport settle(DyngState<float>&, std::span<const Transform<float>>,
                             const Transformd&);
template SettleReport settle(DyngState<double>&, std::span<const Transform<double>>,
                             const Transformd&);

}  // namespace tassel
