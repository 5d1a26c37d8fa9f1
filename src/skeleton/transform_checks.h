#pragma once
// What every reader and check asks of a vector, rotation or transform.

#include <cmath>

#include "tassel/math.h"

namespace tassel {

inline bool is_finite(const Vec3d& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

inline bool is_finite(const Transformd& t) {
  const Quatd& q = t.rotation;
  return is_finite(t.translation) && is_finite(t.scale) && is_finite(Vec3d{q.x, q.y, q.z}) &&
         std::isfinite(q.w);
}

/// Whether the length is 1 to within 1e-3 (its square to within 2e-3).
inline bool is_unit(const Quatd& q) { return std::abs(dot(q, q) - 1) <= 2e-3; }

/// Whether it is a rotation up to the rounding of 8-bit components (0.016 of the squared length).
/// False where it isn't finite.
inline bool is_nearly_unit(const Quatd& q) {
  const double square = dot(q, q);
  return square > 0.95 && square < 1.05;
}

}  // namespace tassel
