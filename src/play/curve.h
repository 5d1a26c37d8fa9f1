#pragma once
// A value that eases from one resting place to the next.

#include <cstddef>
#include <span>

namespace tassel {

struct CurveKey {
  double time;
  double value;
};

/// 0 to 1 with zero speed and zero acceleration at both ends.
[[nodiscard]] inline double ease(double f) { return f * f * f * (f * (6 * f - 15) + 10); }

/// The curve at `time`: at rest on every key, eased between two, held outside them.
[[nodiscard]] inline double value_at(std::span<const CurveKey> keys, double time) {
  if (time <= keys.front().time) return keys.front().value;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const CurveKey& from = keys[i - 1];
    const CurveKey& to = keys[i];
    if (time >= to.time) continue;
    return from.value + ease((time - from.time) / (to.time - from.time)) * (to.value - from.value);
  }
  return keys.back().value;
}

}  // namespace tassel
