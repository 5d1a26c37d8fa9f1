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

/// Drag, capped (§5.2).
template <class Real>
Vec3<Real> drag_acceleration(const Vec3<Real>& v, const Real& drag) {
  const Vec3<Real> slowing = (-drag) * v;
  const Real squared = dot(slowing, slowing);
  const Real most = constant<Real>(kMostDrag);
  const auto capped = squared > most * most;
  if (!any(capped)) return slowing;
  const Real ratio = most / square_root(squared);
  return select(capped, ratio * slowing, slowing);
}

/// The two ends after a link.
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

/// X and Z axes of a frame: rotate(q, X) and rotate(q, Z) with the products by 0 left out.
template <class Real>
Vec3<Real> x_axis(const Quat<Real>& q) {
  const Vec3<Real> u{q.x + q.x, q.y + q.y, q.z + q.z};
  return {constant<Real>(1) - (u.y * q.y + u.z * q.z), u.z * q.w + u.x * q.y,
          u.x * q.z - u.y * q.w};
}
template <class Real>
Vec3<Real> z_axis(const Quat<Real>& q) {
  const Vec3<Real> u{q.x + q.x, q.y + q.y, q.z + q.z};
  return {u.y * q.w + u.x * q.z, u.y * q.z - u.x * q.w,
          constant<Real>(1) - (u.x * q.x + u.y * q.y)};
}

/// Which part of a cone is forbidden besides what lies outside its aperture.
enum class ConeSide { kBoth, kPlaneOnly, kBelowPlane };

/// The direction on a cone's rim nearest to u: the axis turned about cross(axis, u) by half the
/// aperture. Where u lies on the axis's line there is none, and the axis itself stands in.
template <class Real>
Vec3<Real> nearest_on_rim(const Vec3<Real>& u, const Vec3<Real>& axis, const Real& cos_half,
                          const Real& sin_half) {
  const Vec3<Real> turn = cross(axis, u);
  const Real turn_length = square_root(dot(turn, turn));
  const auto has_rim = turn_length > constant<Real>(0);
  const Real to_rim = sin_half / select(has_rim, turn_length, constant<Real>(1));
  return select(has_rim, cos_half * axis + to_rim * cross(turn, axis), axis);
}

/// Puts a particle back into a cone, its distance to the attachment kept (§5.3).
template <ConeSide side, class Real>
Vec3<Real> solve_cone(const Vec3<Real>& x, const Vec3<Real>& attachment, const Frame<Real>& frame,
                      const Real& cos_half, const Real& sin_half) {
  const Real zero = constant<Real>(0);
  const Real one = constant<Real>(1);
  const Vec3<Real> axis = x_axis(frame.rotation);
  const Vec3<Real> from_apex = x - frame.origin;
  Vec3<Real> w = from_apex;
  auto moved = zero > one;
  if constexpr (side != ConeSide::kBoth) {
    const Vec3<Real> normal = z_axis(frame.rotation);
    const Real above = dot(w, normal);
    const Real removed = side == ConeSide::kPlaneOnly ? above : maximum(above, zero);
    moved = !(removed == zero);
    w = w - removed * normal;
  }
  const Real w_length = square_root(dot(w, w));

  // Inside, on the permitted side: the roots below would give x back up to rounding.
  const auto at_apex = w_length == zero;
  const auto outside = either(dot(w, axis) < cos_half * w_length, at_apex);
  moved = either(moved, outside);
  if (!any(moved)) return x;

  Vec3<Real> u = (one / select(at_apex, one, w_length)) * w;
  if (any(outside)) u = select(outside, nearest_on_rim(u, axis, cos_half, sin_half), u);

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
  const Real t = select(both(has_roots, far >= zero), root, maximum(along, zero));
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
  const auto outside = both(distance > to_surface, far_enough);
  if (!any(outside)) return x;

  const Vec3<Real> gradient =
      rotate(frame.rotation,
             Vec3<Real>{stretched.x / radius, stretched.y / radius, stretched.z / radius_z});
  const Vec3<Real> g = (one / square_root(dot(gradient, gradient))) * gradient;
  Vec3<Real> inside = d - (dot(g, d) - to_surface * dot(g, n)) * g;

  const Real largest = maximum(radius_z, radius);
  const Real reached = square_root(dot(inside, inside));
  inside = select(reached > largest, (largest / reached) * inside, inside);
  return select(outside, frame.origin + inside, x);
}

/// A capsule about a core line: a sphere where half_length is 0.
template <class Real>
struct Capsule {
  Vec3<Real> center;
  Vec3<Real> axis;  ///< Unit.
  Real half_length;
};

/// Whether x lies within `radius` of the core line. With s the way along the axis and c its clamped
/// value, |d − c·axis|² = |d|² − c(2s − c).
template <class Real>
MaskOf<Real> is_inside(const Capsule<Real>& capsule, const Vec3<Real>& x, const Real& radius) {
  const Vec3<Real> d = x - capsule.center;
  const Real along = dot(d, capsule.axis);
  const Real core = maximum(minimum(along, capsule.half_length), -capsule.half_length);
  const Real squared = dot(d, d) - core * ((along + along) - core);
  return squared < radius * radius;
}

/// Pushes x from the nearest point of the core line out to `radius` (§5.4). On the core line there
/// is no direction: it stays.
template <class Real>
Vec3<Real> push_out(const Capsule<Real>& capsule, const Vec3<Real>& x, const Real& radius) {
  const Vec3<Real> d = x - capsule.center;
  const Real along = dot(d, capsule.axis);
  const Real core = maximum(minimum(along, capsule.half_length), -capsule.half_length);
  const Vec3<Real> from_core = d - core * capsule.axis;
  const Real distance = square_root(dot(from_core, from_core));
  const auto on_core = distance == constant<Real>(0);
  const Real push = radius / select(on_core, radius, distance) - constant<Real>(1);
  return x + push * from_core;
}

/// 1 + cos of the angle below which a turn counts as a half turn: beyond it the cross product's
/// direction is rounding. (In the float case within 1.4 mrad, in the double case within 45 µrad.)
template <class Scalar>
inline constexpr Scalar kHalfTurn = sizeof(Scalar) == 4 ? Scalar(1e-6) : Scalar(1e-9);

/// The shortest turn from where the axis points to `to`, applied to `rotation`. A half turn goes
/// about X × from, or about Z × from where X lies nearer to `from`'s line than Z.
template <class Real>
Quat<Real> turned_to_look(const Quat<Real>& rotation, const Vec3<Real>& look_at_axis,
                          const Vec3<Real>& to, const Real& to_square) {
  const Real zero = constant<Real>(0);
  const Vec3<Real> from = rotate(rotation, look_at_axis);
  const Real both = square_root(dot(from, from) * to_square);
  const Vec3<Real> axis = cross(from, to);
  Quat<Real> arc{axis.x, axis.y, axis.z, both + dot(from, to)};
  const auto opposite = arc.w < Real(kHalfTurn<ScalarOf<Real>>) * both;
  if (any(opposite)) {
    const auto along_x = (from.x * from.x) > (from.z * from.z);
    const Quat<Real> half_turn{select(along_x, -from.y, zero), select(along_x, from.x, -from.z),
                               select(along_x, zero, from.y), zero};
    arc = select(opposite, half_turn, arc);
  }
  return normalized(arc) * rotation;
}

}  // namespace tassel::TASSEL_ISA
