#pragma once
// Islands into the slots and lanes of a layout.

#include <vector>

#include "solvers/dyng/islands.h"
#include "solvers/dyng/program.h"

namespace tassel::dyng {

/// lanes == 1: every particle a slot, in the spec's order, the islands' operations dealt out in
/// turn. lanes 4, 8, 16: an island a lane, islands of like size side by side.
template <class S>
[[nodiscard]] Layout<S> lay_out(const DyngSpec& spec, const std::vector<int>& particle_joints,
                                const std::vector<Island>& islands, int lanes);

}  // namespace tassel::dyng
