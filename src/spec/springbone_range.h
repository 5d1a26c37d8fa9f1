#pragma once
// What spring bones can calculate with, beyond numbers that fit.

#include "spec/dyng_range.h"

namespace tassel {

/// Whether it has a direction that a float's squares can tell.
[[nodiscard]] inline bool is_plane_normal(const Vec3d& normal) {
  return fits(normal) && length(normal) >= 1e-6;
}

}  // namespace tassel
