#pragma once
// Vectors, quaternions and transforms, over any scalar: float, double, or a pack of lanes.
//
// Every operation is a fixed sequence of IEEE additions, multiplications, divisions and square
// roots, so that the same inputs give the same bits in every scalar's lane.

#include <cmath>

namespace tassel {

/// Square root, found by argument-dependent lookup for packs.
inline float square_root(float x) { return std::sqrt(x); }
inline double square_root(double x) { return std::sqrt(x); }

template <class T>
struct Vec3 {
  T x{}, y{}, z{};
};

template <class T>
constexpr Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
constexpr Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
constexpr Vec3<T> operator-(const Vec3<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
constexpr Vec3<T> operator*(const T& s, const Vec3<T>& v) {
  return {s * v.x, s * v.y, s * v.z};
}
/// Component by component.
template <class T>
constexpr Vec3<T> scale(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class T>
constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
T length(const Vec3<T>& v) {
  return square_root(dot(v, v));
}

/// A rotation, x y z the vector part and w the real part; unit length unless said otherwise.
template <class T>
struct Quat {
  T x{}, y{}, z{}, w{1};
};

/// Hamilton product: rotates by b first, then by a.
template <class T>
constexpr Quat<T> operator*(const Quat<T>& a, const Quat<T>& b) {
  return {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
template <class T>
constexpr Quat<T> conjugate(const Quat<T>& q) {
  return {-q.x, -q.y, -q.z, q.w};
}
template <class T>
constexpr T dot(const Quat<T>& a, const Quat<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
/// v turned by the unit quaternion q: v + 2w(u × v) + 2u × (u × v), with u the vector part.
template <class T>
constexpr Vec3<T> rotate(const Quat<T>& q, const Vec3<T>& v) {
  const Vec3<T> u{q.x, q.y, q.z};
  const Vec3<T> c = cross(u, v);
  const Vec3<T> t = c + c;
  return v + q.w * t + cross(u, t);
}
/// v turned back: rotate(conjugate(q), v).
template <class T>
constexpr Vec3<T> rotate_back(const Quat<T>& q, const Vec3<T>& v) {
  return rotate(conjugate(q), v);
}
/// q divided by its length. The length must not be zero.
template <class T>
Quat<T> normalized(const Quat<T>& q) {
  const T inverse = T(1) / square_root(dot(q, q));
  return {q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
}

/// Scale, then rotate, then translate.
template <class T>
struct Transform {
  Vec3<T> translation{};
  Quat<T> rotation{};
  Vec3<T> scale{T(1), T(1), T(1)};
};

/// Where `point` of the transform's space lies in the space around it.
template <class T>
constexpr Vec3<T> apply(const Transform<T>& a, const Vec3<T>& point) {
  return a.translation + rotate(a.rotation, scale(a.scale, point));
}
/// parent ∘ child, scales multiplied component by component (REDengine's and ozz's rule: a
/// parent's non-uniform scale doesn't shear a turned child).
template <class T>
constexpr Transform<T> operator*(const Transform<T>& parent, const Transform<T>& child) {
  return {apply(parent, child.translation), parent.rotation * child.rotation,
          scale(parent.scale, child.scale)};
}

/// A 3 × 4 matrix by its columns; the fourth row is 0 0 0 1. What Transforms compose to where a
/// parent's non-uniform scale shears a turned child (glTF's rule).
template <class T>
struct Affine {
  Vec3<T> x{T(1), T(0), T(0)};
  Vec3<T> y{T(0), T(1), T(0)};
  Vec3<T> z{T(0), T(0), T(1)};
  Vec3<T> origin{};
};

template <class T>
constexpr Affine<T> to_affine(const Transform<T>& t) {
  return {rotate(t.rotation, {t.scale.x, T(0), T(0)}), rotate(t.rotation, {T(0), t.scale.y, T(0)}),
          rotate(t.rotation, {T(0), T(0), t.scale.z}), t.translation};
}
/// Without the translation: where a direction goes.
template <class T>
constexpr Vec3<T> apply_linear(const Affine<T>& a, const Vec3<T>& v) {
  return v.x * a.x + v.y * a.y + v.z * a.z;
}
template <class T>
constexpr Vec3<T> apply(const Affine<T>& a, const Vec3<T>& point) {
  return a.origin + apply_linear(a, point);
}
template <class T>
constexpr Affine<T> operator*(const Affine<T>& a, const Affine<T>& b) {
  return {apply_linear(a, b.x), apply_linear(a, b.y), apply_linear(a, b.z), apply(a, b.origin)};
}
template <class T>
constexpr T determinant(const Affine<T>& a) {
  return dot(a.x, cross(a.y, a.z));
}
/// By Cramer's rule. The determinant must not be 0.
template <class T>
constexpr Affine<T> inverse(const Affine<T>& a) {
  const T k = T(1) / determinant(a);
  const Vec3<T> row_x = k * cross(a.y, a.z);
  const Vec3<T> row_y = k * cross(a.z, a.x);
  const Vec3<T> row_z = k * cross(a.x, a.y);
  return {{row_x.x, row_y.x, row_z.x},
          {row_x.y, row_y.y, row_z.y},
          {row_x.z, row_y.z, row_z.z},
          {T(0) - dot(row_x, a.origin), T(0) - dot(row_y, a.origin), T(0) - dot(row_z, a.origin)}};
}

using Vec3f = Vec3<float>;
using Vec3d = Vec3<double>;
using Quatf = Quat<float>;
using Quatd = Quat<double>;
using Transformf = Transform<float>;
using Transformd = Transform<double>;
using Affinef = Affine<float>;
using Affined = Affine<double>;

/// The same transform in another scalar.
template <class To, class From>
constexpr Transform<To> cast(const Transform<From>& t) {
  return {{To(t.translation.x), To(t.translation.y), To(t.translation.z)},
          {To(t.rotation.x), To(t.rotation.y), To(t.rotation.z), To(t.rotation.w)},
          {To(t.scale.x), To(t.scale.y), To(t.scale.z)}};
}

}  // namespace tassel
