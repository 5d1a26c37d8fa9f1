#include "formats/gltf/strand_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tassel {

namespace {

constexpr int kStrandSides = 8;
constexpr int kRingsBetweenJoints = 6;
constexpr int kStrandCapRings = 3;
constexpr int kCapsuleSides = 24;
constexpr int kCapsuleCapRings = 8;

// Radii in metres. A long strand is as thick as a lock of hair, an earring as thin as a wire.
constexpr double kRootRadiusPerLength = 0.03;
constexpr double kThinnestRoot = 0.001;
constexpr double kThickestRoot = 0.007;
constexpr double kTipPerRoot = 0.3;
constexpr double kBeadRadius = 0.003;
constexpr double kNoLength = 1e-6;

constexpr Vec3d kX{1, 0, 0};
constexpr Vec3d kY{0, 1, 0};
constexpr Vec3d kZ{0, 0, 1};

Vec3d unit(const Vec3d& v) { return (1 / length(v)) * v; }

/// Catmull and Rom's spline through the points, from points[i] at f = 0 to points[i + 1] at 1.
/// Past the ends the first and last segment are thought of as going straight on.
Vec3d spline(std::span<const Vec3d> points, std::size_t i, double f) {
  const Vec3d& b = points[i];
  const Vec3d& c = points[i + 1];
  const Vec3d a = i > 0 ? points[i - 1] : b - (c - b);
  const Vec3d d = i + 2 < points.size() ? points[i + 2] : c + (c - b);
  const Vec3d start = 0.5 * (c - a);
  const Vec3d end = 0.5 * (d - b);
  const Vec3d cubic = 2.0 * (b - c) + start + end;
  const Vec3d square = 3.0 * (c - b) - 2.0 * start - end;
  return b + f * (start + f * (square + f * cubic));
}

/// Rings without radii or axes: where the strand runs, and which joints carry it.
///
/// Weights go over from joint to joint in proportion, so that the strand bends smoothly. The last
/// segment belongs to the joint before the tip alone: a simulated joint turns toward the next
/// one, but the tip has none, keeps its input rotation, and would bend its segment backwards.
std::vector<Ring> centre_line(std::span<const Vec3d> points, std::span<const int> joints) {
  std::vector<Ring> rings;
  const std::size_t last_segment = points.size() - 2;
  for (std::size_t i = 0; i <= last_segment; ++i) {
    for (int k = 0; k < kRingsBetweenJoints; ++k) {
      const double f = double(k) / kRingsBetweenJoints;
      Ring& ring = rings.emplace_back(Ring{spline(points, i, f)});
      ring.joint = joints[i];
      ring.next_joint = joints[i + 1];
      ring.next_weight = i == last_segment ? 0 : f;
    }
  }
  Ring& tip = rings.emplace_back(Ring{points.back()});
  tip.joint = joints[last_segment];
  return rings;
}

/// Axes along the line, and sides that turn about it as little as they can.
void set_frames(std::vector<Ring>& rings) {
  const std::size_t last = rings.size() - 1;
  Vec3d axis = kY;
  for (std::size_t i = last; i > 0; --i) {  // Ends with the first direction that there is.
    const Vec3d step = rings[i].centre - rings[i - 1].centre;
    if (length(step) > 1e-3 * kNoLength) axis = unit(step);
  }
  Vec3d side = std::abs(axis.y) < 0.9 ? kY : kX;
  for (std::size_t i = 0; i <= last; ++i) {
    const Vec3d step = rings[std::min(i + 1, last)].centre - rings[i > 0 ? i - 1 : 0].centre;
    if (length(step) > 1e-3 * kNoLength) axis = unit(step);
    Vec3d across = side - dot(side, axis) * axis;
    if (length(across) < 1e-3) across = cross(axis, std::abs(axis.x) < 0.9 ? kX : kZ);
    side = unit(across);
    rings[i].axis = axis;
    rings[i].side = side;
  }
}

/// Returns the strand's length.
double set_radii(std::vector<Ring>& rings) {
  double total = 0;
  for (std::size_t i = 1; i < rings.size(); ++i) {
    total += length(rings[i].centre - rings[i - 1].centre);
  }
  const double root = std::clamp(kRootRadiusPerLength * total, kThinnestRoot, kThickestRoot);
  double done = 0;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    if (i > 0) done += length(rings[i].centre - rings[i - 1].centre);
    const double share = total > 0 ? done / total : 0;
    rings[i].radius = root * (1 + share * (kTipPerRoot - 1));
  }
  return total;
}

SurfaceMesh close_and_cover(std::vector<Ring> rings, int cap_rings, int sides) {
  const std::vector<Ring> start = cap_before(rings.front(), cap_rings);
  const std::vector<Ring> end = cap_after(rings.back(), cap_rings);
  rings.insert(rings.begin(), start.begin(), start.end());
  rings.insert(rings.end(), end.begin(), end.end());
  return make_surface(rings, sides);
}

}  // namespace

SurfaceMesh make_strand(std::span<const Vec3d> points, std::span<const int> joints) {
  if (points.size() > 1) {
    std::vector<Ring> rings = centre_line(points, joints);
    set_frames(rings);
    if (set_radii(rings) > kNoLength) {
      return close_and_cover(std::move(rings), kStrandCapRings, kStrandSides);
    }
  }
  Ring bead{points[0], kY, kZ, kBeadRadius};
  bead.joint = joints[0];
  return close_and_cover({bead}, kStrandCapRings, kStrandSides);
}

SurfaceMesh make_capsule(double half_length, double radius) {
  std::vector<Ring> rings{{-half_length * kY, kY, kZ, radius}};
  if (half_length > 0) rings.push_back({half_length * kY, kY, kZ, radius});
  return close_and_cover(std::move(rings), kCapsuleCapRings, kCapsuleSides);
}

}  // namespace tassel
