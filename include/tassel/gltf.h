#pragma once
// glTF 2.0: a skeleton with its drawn strands and one animation to a GLB, and the skeleton and
// animation of a GLB.
//
// Tassel's model space has Z up, glTF's has Y up: (x, y, z) here is (x, z, −y) there, applied to
// every local transform, so that no extra node is needed.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tassel/dyng.h"
#include "tassel/skeleton.h"
#include "tassel/status.h"

namespace tassel {

/// What a GLB is to show. Spans and pointers must outlive the call.
struct GlbContent {
  const Skeleton* skeleton = nullptr;  ///< Required.
  const Clip* clip = nullptr;          ///< Optional: its animation.
  /// Each drawn as a tapered strand skinned to its joints; one of a single joint as a bead.
  std::span<const Chain> chains;
  /// Each drawn as a sphere or a capsule along its Z that rides on its joint; other kinds are
  /// refused, and one without a radius isn't drawn.
  std::span<const DyngRoundedShape> shapes;
};

/// A valid GLB (gltf-validator: no error, no warning). Its first nodes are the joints, in their
/// order; shapes and strands follow. The animation moves what leaves its reference pose, and is
/// left out where nothing does. Fails where a size doesn't fit the skeleton, a number isn't
/// finite, a name isn't UTF-8, or the file would pass 4 GiB.
[[nodiscard]] Status write_glb(const GlbContent& content, std::vector<std::byte>& glb);

/// Reads a GLB's nodes as a skeleton (every node, parents first, names as stored) and its
/// animation `name` (the first one where `name` is empty), sampled `keys_per_second` times a
/// second from 0 to its end. STEP, LINEAR and CUBICSPLINE; float and normalised integer outputs;
/// TRS and matrix nodes. Sparse or compressed keys and external buffers are refused, as are more
/// than 65,535 nodes, 50 million keys or 8 million sampled joint poses. Fails with a JSON pointer
/// or byte offset; never reads outside the file.
[[nodiscard]] Status read_glb_clip(std::span<const std::byte> glb, std::string_view name,
                                   double keys_per_second, Skeleton& skeleton, Clip& clip);

}  // namespace tassel
