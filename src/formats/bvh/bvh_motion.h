#pragma once
// The frames of a BVH file as an animation.

#include "formats/bvh/bvh_hierarchy.h"
#include "formats/bvh/bvh_text.h"
#include "tassel/skeleton.h"

namespace tassel {

/// Reads from MOTION to the end of the file. Each joint gets keys of what its channels move, one
/// a frame; its position channels stand instead of its offset.
[[nodiscard]] Animation read_bvh_motion(const BvhHierarchy& hierarchy, BvhText& text);

}  // namespace tassel
