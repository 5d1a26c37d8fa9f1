#pragma once
// A clip as a glTF animation.

#include "formats/gltf/glb_builder.h"
#include "tassel/skeleton.h"

namespace tassel {

/// Adds the animation, with a channel for every joint's translation, rotation and scale that
/// leaves its node's own value. Joint i is node i. A clip that moves nothing adds nothing, since
/// an animation without a channel isn't valid.
void add_animation(const Skeleton& skeleton, const Clip& clip, GlbBuilder& builder);

}  // namespace tassel
