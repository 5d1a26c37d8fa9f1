#pragma once
// Whether what a GLB is to show fits together.

#include "tassel/gltf.h"

namespace tassel {

/// Fails with the member as place: "skeleton", "clip.times[3]", "chains[0].joints", "shapes[2]".
[[nodiscard]] Status validate(const GlbContent& content);

/// What a clip must be to become an animation: valid for the skeleton, its name UTF-8, its times
/// apart as 32-bit floats. Places begin with "clip".
[[nodiscard]] Status validate_for_gltf(const Clip& clip, const Skeleton& skeleton);

}  // namespace tassel
