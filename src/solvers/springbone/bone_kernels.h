// The arithmetic of one bone, written once for every width: what VRMC_springBone 1.0 says, with an
// answer where it divides by a length that may be zero.
#pragma once

#include "math/pack.h"

namespace tassel::springbone::TASSEL_ISA {

using namespace tassel::TASSEL_ISA;

/// Of a unit vector, what a component may be off by rounding; squared.
template <class Real>
inline constexpr auto kRoundingSquared = static_cast<ScalarOf<Real>>(sizeof(ScalarOf<Real>) == 4
                                                                         ? 1e-12
                                                                         : 1e-24);

/// v made unit; `otherwise` where its squared length is `negligible`.
template <class Real>
Vec3<Real> unit_or(const Vec3<Real>& v, const Vec3<Real>& otherwise,
                   const Real& negligible = Real(0)) {
  const Real square = dot(v, v);
  const auto has_length = square > negligible;
  const Real inverse = Real(1) / square_root(select(has_length, square, Real(1)));
  return select(has_length, inverse * v, otherwise);
}

/// The linear part without its scales: columns made unit, mirrored where the scale is.
template <class Real>
Affine<Real> without_scale(const Affine<Real>& a) {
  const Vec3<Real> zero{Real(0), Real(0), Real(0)};
  return {unit_or(a.x, zero), unit_or(a.y, zero), unit_or(a.z, zero), zero};
}

/// Where `a` comes from that its linear part takes to `v`, up to a positive factor: by Cramer's
/// rule without the division. Zero where a scale is.
template <bool kIsUnscaled, class Real>
Vec3<Real> direction_back(const Affine<Real>& a, const Vec3<Real>& v) {
  if constexpr (kIsUnscaled) return {dot(a.x, v), dot(a.y, v), dot(a.z, v)};
  const Vec3<Real> row_x = cross(a.y, a.z);
  const Real sign = select(dot(a.x, row_x) < Real(0), Real(-1), Real(1));
  return sign * Vec3<Real>{dot(row_x, v), dot(cross(a.z, a.x), v), dot(cross(a.x, a.y), v)};
}

/// The shortest turn from the unit vector `from` to the unit vector `to`; half a turn about
/// `flip_axis` where they are opposite, to within the scalar's rounding.
template <class Real>
Quat<Real> shortest_turn(const Vec3<Real>& from, const Vec3<Real>& to,
                         const Vec3<Real>& flip_axis) {
  constexpr auto kOpposite = ScalarOf<Real>(sizeof(ScalarOf<Real>) == 4 ? 1e-6 : 1e-12);
  const Vec3<Real> axis = cross(from, to);
  const Real real = Real(1) + dot(from, to);
  const auto is_flip = real < Real(kOpposite);
  const Vec3<Real> v = select(is_flip, flip_axis, axis);
  return normalized(Quat<Real>{v.x, v.y, v.z, select(is_flip, Real(0), real)});
}

/// A unit quaternion's axes, each times its scale.
template <class Real>
Affine<Real> axes_of(const Quat<Real>& q, const Vec3<Real>& scale, const Vec3<Real>& origin) {
  const Real x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const Real xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
  const Real xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const Real wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  const Real one(1);
  return {scale.x * Vec3<Real>{one - (yy + zz), xy + wz, xz - wy},
          scale.y * Vec3<Real>{xy - wz, one - (xx + zz), yz + wx},
          scale.z * Vec3<Real>{xz + wy, yz - wx, one - (xx + yy)}, origin};
}

/// What holds a bone's tail this frame. In the world but for what is said.
template <class Real>
struct BoneHold {
  Vec3<Real> head;
  Vec3<Real> rest_direction;
  Real length;
  Affine<Real> parent;        ///< To the world.
  Quat<Real> rest_rotation;   ///< From the head's space to its parent's.
  Quat<Real> limit_rotation;  ///< From the limit's space to the head's.
  Real limit_cosine;
  Real limit_sine;
  Real limit_yaw_sine;
};

/// Puts the tail back at its bone's length (specification: "normalize nextTail").
template <class Real>
Vec3<Real> at_length(const BoneHold<Real>& hold, const Vec3<Real>& tail) {
  return hold.head + hold.length * unit_or(tail - hold.head, hold.rest_direction);
}

// The draft's limits: a unit direction in the limit's space to the nearest that is allowed. Where
// every direction is as near, the draft names one: +Z for the cone's −Y, +Y for the hinge's ±X.

template <class Real>
Vec3<Real> in_cone(const BoneHold<Real>& hold, const Vec3<Real>& u) {
  const auto is_out = u.y < hold.limit_cosine;
  const Vec3<Real> z{Real(0), Real(0), Real(1)};
  const Vec3<Real> side = unit_or(Vec3<Real>{u.x, Real(0), u.z}, z, Real(kRoundingSquared<Real>));
  const Vec3<Real> edge{hold.limit_sine * side.x, hold.limit_cosine, hold.limit_sine * side.z};
  return select(is_out, edge, u);
}

template <class Real>
Vec3<Real> on_hinge(const BoneHold<Real>& hold, const Vec3<Real>& u) {
  const Vec3<Real> up{Real(0), Real(1), Real(0)};
  const Vec3<Real> flat = unit_or(Vec3<Real>{Real(0), u.y, u.z}, up, Real(kRoundingSquared<Real>));
  const auto is_out = flat.y < hold.limit_cosine;
  const Real side = select(flat.z < Real(0), Real(-1), Real(1));
  return select(is_out, Vec3<Real>{Real(0), hold.limit_cosine, side * hold.limit_sine}, flat);
}

/// Pitch = atan2(z, y) and yaw = asin(x), each clamped, by their sines and cosines.
template <class Real>
Vec3<Real> in_pitch_and_yaw(const BoneHold<Real>& hold, const Vec3<Real>& u) {
  const Real x = maximum(-hold.limit_yaw_sine, minimum(u.x, hold.limit_yaw_sine));
  const Vec3<Real> up{Real(0), Real(1), Real(0)};
  const Vec3<Real> flat = unit_or(Vec3<Real>{Real(0), u.y, u.z}, up, Real(kRoundingSquared<Real>));
  const auto is_out = flat.y < hold.limit_cosine;
  const Real side = select(flat.z < Real(0), Real(-1), Real(1));
  const Real radius = square_root(maximum(Real(1) - x * x, Real(0)));
  return {x, radius * select(is_out, hold.limit_cosine, flat.y),
          radius * select(is_out, side * hold.limit_sine, flat.z)};
}

/// Applies `allowed` to the tail's direction in the limit's space.
template <bool kIsUnscaled, class Real, class Allowed>
Vec3<Real> within_limit(const BoneHold<Real>& hold, const Vec3<Real>& tail,
                        const Allowed& allowed) {
  const Vec3<Real> back = direction_back<kIsUnscaled>(hold.parent, tail - hold.head);
  const Vec3<Real> in_head = rotate_back(hold.rest_rotation, back);
  const Vec3<Real> up{Real(0), Real(1), Real(0)};
  const Vec3<Real> u = unit_or(rotate_back(hold.limit_rotation, in_head), up);
  const Vec3<Real> in_parent =
      rotate(hold.rest_rotation, rotate(hold.limit_rotation, allowed(hold, u)));
  const Vec3<Real> direction = unit_or(apply_linear(hold.parent, in_parent), hold.rest_direction);
  return hold.head + hold.length * direction;
}

/// A collider in the world.
template <class Real>
struct Shape {
  Vec3<Real> origin;
  Vec3<Real> segment;   ///< From there to a capsule's other end.
  Real inverse_square;  ///< Of the segment's length; 0 where it has none.
  Vec3<Real> normal;    ///< A plane's.
  Real radius;
};

/// From the nearest point of a sphere's centre or a capsule's axis to the tail.
template <class Real>
Vec3<Real> from_axis(const Shape<Real>& shape, const Vec3<Real>& tail) {
  const Vec3<Real> v = tail - shape.origin;
  const Real along = dot(shape.segment, v) * shape.inverse_square;
  return v - maximum(Real(0), minimum(along, Real(1))) * shape.segment;
}

/// The tail moved along `v`, by which it lies off the axis, to `distance` from it. On the axis no
/// way out is nearer than another, and it stays.
template <class Real>
Vec3<Real> at_distance(const Vec3<Real>& tail, const Vec3<Real>& v, const Real& square,
                       const Real& distance) {
  const Real off = square_root(square);
  const auto is_off = off > Real(0);
  const Real factor = (distance - off) / select(is_off, off, Real(1));
  return tail + select(is_off, factor, Real(0)) * v;
}

}  // namespace tassel::springbone::TASSEL_ISA
