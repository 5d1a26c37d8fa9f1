#pragma once
// Whether what a GLB is to show fits together.

#include "tassel/gltf.h"

namespace tassel {

/// Fails with the member as place: "skeleton", "clip.times[3]", "chains[0].joints", "shapes[2]".
[[nodiscard]] Status validate(const GlbContent& content);

}  // namespace tassel
