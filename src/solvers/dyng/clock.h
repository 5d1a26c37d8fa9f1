#pragma once
// How many substeps a frame runs, and how long they are (§5.1).
//
// The clock is kept in double at every scalar: the count is a floor, and a float's rounding would
// now and then decide it otherwise.

#include "solvers/dyng/block.h"
#include "tassel/dyng.h"

namespace tassel::dyng {

// The game's engine settings, group `Dangle`.
inline constexpr int kMaxPhysicsStepsCount = 3;
inline constexpr double kPhysicsStepsCountLowPassFilterRc = 1;  ///< Seconds.
inline constexpr double kMinTimeDilatation = 0.05;
inline constexpr double kMaxTimeDilatation = 1;
inline constexpr int kSolverIterationsWhenSkippingPhysics = 1;

struct Clock {
  double accumulator = 0;        ///< Seconds that no substep has used yet.
  double smoothed_substeps = 0;  ///< The filtered count.
  bool needs_reset = true;       ///< The first evaluation puts the particles on their pose.
  Transformd world_ws{};         ///< Where the character stood in the last frame.

  bool operator==(const Clock& other) const;
};

struct PlannedFrame {
  Plan plan;
  double substep_time = 0;
  // The old model space seen from the new one; only where plan.carries.
  Quatd carry_rotation;
  Vec3d carry_translation;
};

/// A clock whose filter starts at `initial_substeps`; at 0 where that is negative or not finite.
[[nodiscard]] Clock start_clock(double initial_substeps);

/// False where a number of the frame isn't finite, a time is outside 0 to 1e6 s, or the world
/// rotation isn't a unit quaternion to 1e-3.
[[nodiscard]] bool is_valid(const DyngFrame& frame);

/// Advances the clock by a frame.
[[nodiscard]] PlannedFrame plan_frame(const ProgramData& program, const DyngFrame& frame,
                                      Clock& clock);

}  // namespace tassel::dyng
