#pragma once
// The joints of a BVH file, and which numbers of a frame move them.

#include <vector>

#include "formats/bvh/bvh_text.h"
#include "tassel/skeleton.h"

namespace tassel {

enum class BvhChannel { kXPosition, kYPosition, kZPosition, kXRotation, kYRotation, kZRotation };

struct BvhHierarchy {
  Skeleton skeleton;                              ///< Offsets, without rotations.
  std::vector<std::vector<BvhChannel>> channels;  ///< Of each joint, in a frame's order.
  int channel_count = 0;                          ///< Of all joints.
};

/// Reads from HIERARCHY up to MOTION. An End Site becomes a joint without channels, called as its
/// parent with "_end" behind. Faults past 65,535 joints.
[[nodiscard]] BvhHierarchy read_bvh_hierarchy(BvhText& text);

}  // namespace tassel
