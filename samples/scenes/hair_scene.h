#pragma once
// A made-up hairstyle in the shape of the game's hh_033: 7 base joints, 7 strands of 5 or 7 joints
// hanging from the head, 43 particles of which 36 are free, 36 links, 28 cones and 4 capsules.
// Tests, golden hashes and benchmarks run on it.

#include <vector>

#include "tassel/dyng.h"

namespace tassel::scenes {

[[nodiscard]] DyngSpec hair();

/// The hairstyle's input pose in model space `time` seconds into a head turn; `phase` shifts it, so
/// that many dangles needn't move alike.
[[nodiscard]] std::vector<Transformd> hair_pose(const DyngSpec& spec, double time, double phase);

}  // namespace tassel::scenes
