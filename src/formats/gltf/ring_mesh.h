#pragma once
// Closed surfaces that are rings, one after the other: strands and capsules.

#include <cstdint>
#include <span>
#include <vector>

#include "tassel/math.h"

namespace tassel {

/// A circle around `axis`, with the joints that carry it.
struct Ring {
  Vec3d centre;
  Vec3d axis{};             ///< Unit, toward the next ring.
  Vec3d side{};             ///< Unit, at a right angle to the axis.
  double radius = 0;        ///< 0: a pole.
  double axial_normal = 0;  ///< The normals' part along the axis, −1 to 1.
  int joint = 0;
  int next_joint = 0;
  double next_weight = 0;  ///< 0 to 1; `joint` has the rest.
};

/// Vertices and counter-clockwise triangles, in glTF's layouts.
struct SurfaceMesh {
  std::vector<float> positions;       ///< 3 a vertex.
  std::vector<float> normals;         ///< 3 a vertex, unit.
  std::vector<std::uint16_t> joints;  ///< 4 a vertex.
  std::vector<float> weights;         ///< 4 a vertex, their sum 1.
  std::vector<std::uint32_t> indices;
};

/// `count` rings of a half ball from its pole to its equator, around `equator`'s circle and
/// without it. In the order of the axis: before the equator, or after it.
[[nodiscard]] std::vector<Ring> cap_before(const Ring& equator, int count);
[[nodiscard]] std::vector<Ring> cap_after(const Ring& equator, int count);

/// The surface around the rings, which begin and end with a pole.
[[nodiscard]] SurfaceMesh make_surface(std::span<const Ring> rings, int sides);

}  // namespace tassel
