#pragma once
// A spec with its names resolved, split into islands: particles that constraints tie together.

#include <vector>

#include "solvers/dyng/schedule.h"
#include "tassel/dyng.h"

namespace tassel::dyng {

/// Operations here name particles (indices into the spec's list), not slots.
struct Island {
  std::vector<int> particles;             ///< By ascending joint.
  std::vector<LaneOperation> operations;  ///< In file order.
  std::vector<LaneOperation> outputs;     ///< In the order of writing the pose (§5.5).
};

/// In the order of their first particles. Operations that move nothing (on fixed particles) are
/// left out.
[[nodiscard]] std::vector<Island> find_islands(const DyngSpec& spec,
                                               const std::vector<int>& particle_joints);

}  // namespace tassel::dyng
