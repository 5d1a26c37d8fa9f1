#pragma once
// What a chain looks like: a strand of hair, tapered from root to tip.

#include <span>

#include "formats/gltf/ring_mesh.h"

namespace tassel {

/// A strand through `points`, the chain's joints in the reference pose from root to tip, carried
/// by `joints` (as numbered in the skin, one a point). It is rounded at both ends and bends
/// smoothly between joints. A chain of one joint, or of no length, gives a bead.
[[nodiscard]] SurfaceMesh make_strand(std::span<const Vec3d> points, std::span<const int> joints);

/// A capsule along Y (glTF's image of Z), half_length from its middle to each cap's centre.
[[nodiscard]] SurfaceMesh make_capsule(double half_length, double radius);

}  // namespace tassel
