#pragma once
// Affine maps as glTF composes them: by matrices, so that a parent's non-uniform scale shears a
// turned child, which a Transform can't hold.

#include "tassel/math.h"

namespace tassel {

/// The columns of a 3 × 4 matrix; the fourth row is 0 0 0 1.
struct Affine {
  Vec3d x{1, 0, 0};
  Vec3d y{0, 1, 0};
  Vec3d z{0, 0, 1};
  Vec3d origin{};
};

[[nodiscard]] inline Affine to_affine(const Transformd& t) {
  return {rotate(t.rotation, {t.scale.x, 0, 0}), rotate(t.rotation, {0, t.scale.y, 0}),
          rotate(t.rotation, {0, 0, t.scale.z}), t.translation};
}

[[nodiscard]] inline Vec3d apply_linear(const Affine& a, const Vec3d& v) {
  return v.x * a.x + v.y * a.y + v.z * a.z;
}

[[nodiscard]] inline Affine operator*(const Affine& a, const Affine& b) {
  return {apply_linear(a, b.x), apply_linear(a, b.y), apply_linear(a, b.z),
          a.origin + apply_linear(a, b.origin)};
}

[[nodiscard]] inline double determinant(const Affine& a) { return dot(a.x, cross(a.y, a.z)); }

/// By Cramer's rule. The determinant must not be 0.
[[nodiscard]] inline Affine inverse(const Affine& a) {
  const double k = 1 / determinant(a);
  const Vec3d row_x = k * cross(a.y, a.z);
  const Vec3d row_y = k * cross(a.z, a.x);
  const Vec3d row_z = k * cross(a.x, a.y);
  return {{row_x.x, row_y.x, row_z.x},
          {row_x.y, row_y.y, row_z.y},
          {row_x.z, row_y.z, row_z.z},
          {0 - dot(row_x, a.origin), 0 - dot(row_y, a.origin), 0 - dot(row_z, a.origin)}};
}

}  // namespace tassel
