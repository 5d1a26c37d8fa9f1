#pragma once
// The numbers that every scalar can calculate with.

#include <cmath>

#include "skeleton/transform_checks.h"

namespace tassel {

/// A spec's and a trace's numbers, and ratios of them, are at most this large: past it a float's
/// squares overflow.
inline constexpr double kMostDyngNumber = 1e30;

inline bool fits(double value) { return std::abs(value) <= kMostDyngNumber; }
inline bool fits(const Vec3d& v) { return fits(v.x) && fits(v.y) && fits(v.z); }
inline bool fits(const Quatd& q) { return fits(q.x) && fits(q.y) && fits(q.z) && fits(q.w); }
inline bool fits(const Transformd& t) {
  return fits(t.translation) && fits(t.rotation) && fits(t.scale);
}

}  // namespace tassel
