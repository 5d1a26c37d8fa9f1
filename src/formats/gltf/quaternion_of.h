#pragma once
// A rotation by the axes that it turns to.

#include "tassel/math.h"

namespace tassel {

/// The rotation that takes the axes to these three unit vectors at right angles. Each row is the
/// quaternion times four times one of its components; the longest divides best.
[[nodiscard]] inline Quatd quaternion_of(const Vec3d& x, const Vec3d& y, const Vec3d& z) {
  const Quatd rows[4] = {{y.z - z.y, z.x - x.z, x.y - y.x, 1 + x.x + y.y + z.z},
                         {1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y},
                         {x.y + y.x, 1 - x.x + y.y - z.z, y.z + z.y, z.x - x.z},
                         {z.x + x.z, y.z + z.y, 1 - x.x - y.y + z.z, x.y - y.x}};
  const Quatd* longest = rows;
  for (const Quatd& row : rows) {
    if (dot(row, row) > dot(*longest, *longest)) longest = &row;
  }
  return normalized(*longest);
}

}  // namespace tassel
