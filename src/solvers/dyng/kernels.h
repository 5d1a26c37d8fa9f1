// The arithmetic of §5, one pure function a rule, over any Real: float, double or a pack of lanes.
//
// Where the source turns vectors into a frame and back, these work inside the frame: the same
// numbers up to rounding, with fewer operations. docs/dyng.md has the derivations.
#pragma once

#include "math/pack.h"

namespace tassel::TASSEL_ISA {

/// Drag never slows a particle by more than this, m/s² (§5.2).
inline constexpr float kMostDrag = 50;
/// Squared distance below which a parent doesn't look at its child, m² (§5.5).
inline constexpr float kLeastLookDistanceSquared = 1e-5f;
/// Length below which a look has no direction, m (§5.5).
inline constexpr float kLeastLook = 1.19e-7f;
/// Distance from its centre below which an ellipsoid leaves a particle, m (§5.3).
inline constexpr float kLeastEllipsoidDistance = 1e-4f;

template <class Real>
Real constant(double value) {
  return Real(static_cast<ScalarOf<Real>>(value));
}

/// a at f = 0 and exactly b at f = 1.
template <class Real>
Vec3<Real> lerp(const Vec3<Real>& a, const Vec3<Real>& b, const Real& f) {
  return (constant<Real>(1) - f) * a + f * b;
}

/// Normalised lerp along the shorter way.
template <class Real>
Quat<Real> nlerp(const Quat<Real>& a, const Quat<Real>& b, const Real& f) {
  const Real e = constant<Real>(1) - f;
  const Real g = select(dot(a, b) < constant<Real>(0), -f, f);
  return normalized(
      Quat<Real>{e * a.x + g * b.x, e * a.y + g * b.y, e * a.z + g * b.z, e * a.w + g * b.w});
}

/// Spring to the animated position, external force, drag, gravity (§5.2).
template <class Real>
Vec3<Real> acceleration(const Vec3<Real>& x, const Vec3<Real>& v, const Vec3<Real>& animated,
                        const Real& pull, const Real& drag, const Vec3<Real>& external,
                        const Vec3<Real>& gravity) {
  Vec3<Real> slowing = (-drag) * v;
  const Real slowing_squared = dot(slowing, slowing);
  const Real most = constant<Real>(kMostDrag);
  const auto capped = slowing_squared > most * most;
  if (any(capped)) {
    const Real ratio = most / square_root(slowing_squared);
    slowing = select(capped, ratio * slowing, slowing);
  }
  return pull * (animated - x) + external + slowing + gravity;
}

/// A correction that a link or shape asks of the length between two particles.
template <class Real>
struct LinkResult {
  Vec3<Real> x1;
  Vec3<Real> x2;
};

/// Moves both ends along their connecting line to the target length (§5.3). `target_of` maps the
/// length to the target.
template <class Real, class TargetOf>
LinkResult<Real> solve_link(const Vec3<Real>& x1, const Vec3<Real>& x2, const Real& share1,
                            const Real& share2, TargetOf target_of) {
  const Vec3<Real> d = x2 - x1;
  const Real length_now = square_root(dot(d, d));
  const auto coincident = length_now == constant<Real>(0);
  const Real inverse = constant<Real>(1) / select(coincident, constant<Real>(1), length_now);
  Vec3<Real> direction = inverse * d;
  direction.x = select(coincident, constant<Real>(1), direction.x);
  const Real error = length_now - target_of(length_now);
  return {x1 + (share1 * error) * direction, x2 - (share2 * error) * direction};
}

/// A frame that constraints are solved in.
template <class Real>
struct Frame {
  Vec3<Real> origin;
  Quat<Real> rotation;
};

/// Which part of a cone is forbidden besides what lies outside its aperture.
enum class ConeSide { kBoth, kPlaneOnly, kBelowPlane };

/// Puts a particle back into a cone, its distance to the attachment kept (§5.3).
template <ConeSide side, class Real>
Vec3<Real> solve_cone(const Vec3<Real>& x, const Vec3<Real>& attachment, const Frame<Real>& frame,
                      const Real& cos_half, const Real& sin_half) {
  const Real zero = constant<Real>(0);
  const Real one = constant<Real>(1);
  const Vec3<Real> axis = rotate(frame.rotation, Vec3<Real>{one, zero, zero});
  const Vec3<Real> from_apex = x - frame.origin;
  Vec3<Real> w = from_apex;
  auto moved = zero > one;
  if constexpr (side != ConeSide::kBoth) {
    const Vec3<Real> normal = rotate(frame.rotation, Vec3<Real>{zero, zero, one});
    const Real above = dot(w, normal);
    const Real removed = side == ConeSide::kPlaneOnly ? above : maximum(above, zero);
    moved = !(removed == zero);
    w = w - removed * normal;
  }
  const Real w_length = square_root(dot(w, w));

  // Inside, on the permitted side: the roots below would give x back up to rounding.
  const auto at_apex = w_length == zero;
  const auto outside = (dot(w, axis) < cos_half * w_length) | at_apex;
  moved = moved | outside;
  if (!any(moved)) return x;

  // The rim's nearest direction: the axis turned about cross(axis, u) by half the aperture. Where
  // u lies on the axis's line there is none, and the axis itself stands in.
  Vec3<Real> u = (one / select(at_apex, one, w_length)) * w;
  const Vec3<Real> turn = cross(axis, u);
  const Real turn_length = square_root(dot(turn, turn));
  const auto has_rim = turn_length > zero;
  const Real to_rim = sin_half / select(has_rim, turn_length, one);
  const Vec3<Real> rim = cos_half * axis + to_rim * cross(turn, axis);
  u = select(outside, select(has_rim, rim, axis), u);

  // |apex + t·u − attachment| = r: t² + 2bt + c = 0. Where the larger root lies on the ray, the
  // root nearer to x wins, even if that one lies behind the apex.
  const Vec3<Real> m = frame.origin - attachment;
  const Vec3<Real> r = x - attachment;
  const Real b = dot(u, m);
  const Real discriminant = b * b - (dot(m, m) - dot(r, r));
  const auto has_roots = discriminant >= zero;
  const Real s = square_root(select(has_roots, discriminant, zero));
  const Real along = dot(from_apex, u);
  const Real far = s - b;
  const Real near = -s - b;
  const Real from_far = select(far > along, far - along, along - far);
  const Real from_near = select(near > along, near - along, along - near);
  const Real root = select(from_near < from_far, near, far);
  const Real t = select(has_roots & (far >= zero), root, maximum(along, zero));
  return select(moved, frame.origin + t * u, x);
}

/// Puts a particle back into an ellipsoid of two half heights (§5.3): onto the tangent plane where
/// the ray from the centre leaves it, then within the larger radius.
template <class Real>
Vec3<Real> solve_ellipsoid(const Vec3<Real>& x, const Frame<Real>& frame, const Real& radius,
                           const Real& radius_down, const Real& radius_up) {
  const Real zero = constant<Real>(0);
  const Real one = constant<Real>(1);
  const Vec3<Real> d = x - frame.origin;
  const Real distance = square_root(dot(d, d));
  const auto far_enough = distance > constant<Real>(kLeastEllipsoidDistance);
  const Vec3<Real> n = (one / select(far_enough, distance, one)) * d;
  const Vec3<Real> l = rotate_back(frame.rotation, n);
  const Real radius_z = select(l.z < zero, radius_down, radius_up);
  const Vec3<Real> stretched{l.x / radius, l.y / radius, l.z / radius_z};
  const Real to_surface = one / square_root(dot(stretched, stretched));
  const auto outside = (distance > to_surface) & far_enough;
  if (!any(outside)) return x;

  const Vec3<Real> gradient = rotate(
      frame.rotation,
      Vec3<Real>{stretched.x / radius, stretched.y / radius, stretched.z / radius_z});
  const Vec3<Real> g = (one / square_root(dot(gradient, gradient))) * gradient;
  Vec3<Real> inside = d - (dot(g, d) - to_surface * dot(g, n)) * g;

  const Real largest = maximum(radius_z, radius);
  const Real reached = square_root(dot(inside, inside));
  inside = select(reached > largest, (largest / reached) * inside, inside);
  return select(outside, frame.origin + inside, x);
}

/// Pushes a particle out of a capsule along the frame's Z (a sphere where half_length is 0): from
/// the nearest point of its core line to `radius` (§5.4). On the core line there is no direction:
/// it stays.
template <class Real, class Mask>
Vec3<Real> push_out_of_capsule(const Vec3<Real>& x, const Frame<Real>& frame,
                               const Real& half_length, const Real& radius, const Mask& collides) {
  const Real zero = constant<Real>(0);
  const Vec3<Real> q = rotate_back(frame.rotation, x - frame.origin);
  const Real core_z = maximum(minimum(q.z, half_length), -half_length);
  const Vec3<Real> d{q.x, q.y, q.z - core_z};
  const Real distance_squared = dot(d, d);
  const auto hit = (distance_squared < radius * radius) & (distance_squared > zero) & collides;
  if (!any(hit)) return x;

  const Real push = radius / square_root(distance_squared) - constant<Real>(1);
  return select(hit, x + rotate(frame.rotation, push * d), x);
}

/// 1 + cos of the angle below which a turn counts as a half turn: beyond it the cross product's
/// direction is rounding. (In the float case within 1.4 mrad, in the double case within 45 µrad.)
template <class Scalar>
inline constexpr Scalar kHalfTurn = sizeof(Scalar) == 4 ? Scalar(1e-6) : Scalar(1e-9);

/// The shortest turn from where the axis points to `to`, applied to `rotation`. A half turn goes
/// about X × from, or about Z × from where X lies nearer to `from`'s line than Z.
template <class Real>
Quat<Real> turned_to_look(const Quat<Real>& rotation, const Vec3<Real>& look_at_axis,
                          const Vec3<Real>& to, const Real& to_length) {
  const Real zero = constant<Real>(0);
  const Vec3<Real> from = rotate(rotation, look_at_axis);
  const Real both = square_root(dot(from, from)) * to_length;
  const Vec3<Real> axis = cross(from, to);
  Quat<Real> arc{axis.x, axis.y, axis.z, both + dot(from, to)};
  const auto opposite = arc.w < Real(kHalfTurn<ScalarOf<Real>>) * both;
  if (any(opposite)) {
    const auto along_x = (from.x * from.x) > (from.z * from.z);
    const Quat<Real> half_turn{select(along_x, -from.y, zero),
                               select(along_x, from.x, -from.z), select(along_x, zero, from.y),
                               zero};
    arc = select(opposite, half_turn, arc);
  }
  return normalized(arc) * rotation;
}

}  // namespace tassel::TASSEL_ISA
