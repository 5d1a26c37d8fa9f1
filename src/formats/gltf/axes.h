#pragma once
// Tassel's Z up and glTF's Y up: (x, y, z) here is (x, z, −y) there. A rotation of space, so that
// quaternions keep their real part and their vector part turns like a point.

#include "tassel/math.h"

namespace tassel {

// 0 − y rather than −y: a zero stays free of a minus sign.
[[nodiscard]] inline Vec3d to_y_up(const Vec3d& v) { return {v.x, v.z, 0 - v.y}; }
[[nodiscard]] inline Quatd to_y_up(const Quatd& q) { return {q.x, q.z, 0 - q.y, q.w}; }
[[nodiscard]] inline Transformd to_y_up(const Transformd& t) {
  return {to_y_up(t.translation), to_y_up(t.rotation), {t.scale.x, t.scale.z, t.scale.y}};
}

[[nodiscard]] inline Vec3d to_z_up(const Vec3d& v) { return {v.x, 0 - v.z, v.y}; }
[[nodiscard]] inline Quatd to_z_up(const Quatd& q) { return {q.x, 0 - q.z, q.y, q.w}; }
[[nodiscard]] inline Transformd to_z_up(const Transformd& t) {
  return {to_z_up(t.translation), to_z_up(t.rotation), {t.scale.x, t.scale.z, t.scale.y}};
}

}  // namespace tassel
