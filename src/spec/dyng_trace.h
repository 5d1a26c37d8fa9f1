#pragma once
// What a trace is made of: the frames that go into a dangle, and what each frame left behind.

#include <string>
#include <vector>

#include "tassel/dyng.h"

namespace tassel {

struct DyngInputFrame {
  DyngFrame frame;
  std::vector<Transformd> pose_ms;  ///< Every joint's input transform.
};

struct DyngInput {
  double initial_substeps = 0;  ///< Where the filter of the substep count starts.
  std::vector<DyngInputFrame> frames;
};

/// Numbers in double; those of a float run are floats' exact values.
struct DyngTraceFrame {
  DyngReport::Outcome outcome = DyngReport::Outcome::kStepped;
  int substeps = 0;
  double substep_time = 0;  ///< Dilated, seconds.
  std::vector<Vec3d> positions_ms;
  std::vector<Vec3d> velocities_ms;
  std::vector<Transformd> pose_ms;  ///< Every joint's output transform.
};

/// A spec with the frames to run it on.
struct DyngCase {
  std::string what;
  DyngSpec spec;
  DyngInput input;
};

}  // namespace tassel
