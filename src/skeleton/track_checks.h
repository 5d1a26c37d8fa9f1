#pragma once
// What a track's times and values must be, for readers and for checks.

#include <cstddef>
#include <span>

#include "tassel/skeleton.h"

namespace tassel {

[[nodiscard]] inline std::size_t component_count(Track::Property property) {
  return property == Track::Property::kRotation ? 4 : 3;
}

/// A cubic spline's key is an in-tangent, a value and an out-tangent.
[[nodiscard]] inline std::size_t values_per_key(Interpolation interpolation) {
  return interpolation == Interpolation::kCubicSpline ? 3 : 1;
}

/// The first time that isn't finite, is before 0 or doesn't follow the one before it; their
/// number where all are in order.
[[nodiscard]] std::size_t first_time_out_of_order(std::span<const float> times);

/// Whether every number is finite and every rotation key nearly unit. The number of values fits.
[[nodiscard]] bool has_usable_values(const Track& track);

}  // namespace tassel
