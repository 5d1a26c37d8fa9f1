#include "formats/gltf/ring_mesh.h"

#include <algorithm>

#include "math/trigonometry.h"

namespace tassel {

namespace {

void append(const Vec3d& v, std::vector<float>& values) {
  values.push_back(static_cast<float>(v.x));
  values.push_back(static_cast<float>(v.y));
  values.push_back(static_cast<float>(v.z));
}

void append_vertices(const Ring& ring, int sides, SurfaceMesh& mesh) {
  const Vec3d up = cross(ring.axis, ring.side);
  const double radial = square_root(std::max(0.0, 1 - ring.axial_normal * ring.axial_normal));
  const auto next_weight = static_cast<float>(ring.next_weight);
  // A joint without weight must be 0.
  const bool has_next = next_weight > 0;
  const bool has_own = next_weight < 1;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * kPi * i / sides;
    const Vec3d outward = cosine(angle) * ring.side + sine(angle) * up;
    append(ring.centre + ring.radius * outward, mesh.positions);
    append(radial * outward + ring.axial_normal * ring.axis, mesh.normals);
    const int joints[4] = {has_own ? ring.joint : 0, has_next ? ring.next_joint : 0, 0, 0};
    for (const int joint : joints) mesh.joints.push_back(static_cast<std::uint16_t>(joint));
    mesh.weights.insert(mesh.weights.end(), {1 - next_weight, next_weight, 0.0F, 0.0F});
  }
}

void append_band(std::uint32_t first, bool from_pole, bool to_pole, int sides, SurfaceMesh& mesh) {
  const auto count = static_cast<std::uint32_t>(sides);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t a = first + i;
    const std::uint32_t b = first + (i + 1) % count;
    if (!from_pole) mesh.indices.insert(mesh.indices.end(), {a, b, b + count});
    if (!to_pole) mesh.indices.insert(mesh.indices.end(), {a, b + count, a + count});
  }
}

/// The ring of a ball around `equator` at `share` of the way to its pole; `side` −1 or 1 says
/// which pole.
Ring ball_ring(const Ring& equator, double share, double side) {
  Ring ring = equator;
  const double height = share < 1 ? side * sine(0.5 * kPi * share) : side;
  ring.centre = equator.centre + (equator.radius * height) * equator.axis;
  ring.radius = share < 1 ? equator.radius * cosine(0.5 * kPi * share) : 0;
  ring.axial_normal = height;
  return ring;
}

}  // namespace

std::vector<Ring> cap_before(const Ring& equator, int count) {
  std::vector<Ring> rings;
  for (int i = count; i > 0; --i) rings.push_back(ball_ring(equator, double(i) / count, -1));
  return rings;
}

std::vector<Ring> cap_after(const Ring& equator, int count) {
  std::vector<Ring> rings;
  for (int i = 1; i <= count; ++i) rings.push_back(ball_ring(equator, double(i) / count, 1));
  return rings;
}

SurfaceMesh make_surface(std::span<const Ring> rings, int sides) {
  SurfaceMesh mesh;
  for (const Ring& ring : rings) append_vertices(ring, sides, mesh);
  for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
    append_band(static_cast<std::uint32_t>(i * sides), rings[i].radius == 0,
                rings[i + 1].radius == 0, sides, mesh);
  }
  return mesh;
}

}  // namespace tassel
