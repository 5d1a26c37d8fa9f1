#pragma once
// Sine and cosine from additions and multiplications alone: libm's differ between platforms in
// their last bit, and one such bit makes every later frame differ.

namespace tassel {

inline constexpr double kPi = 3.141592653589793;
inline constexpr double kRadiansPerDegree = kPi / 180;

/// Within 1 ulp of 1 (2.3e-16) of the true value for |radians| <= 1e5. Beyond that, and for
/// infinities and NaN, the result is finite but has no meaning: 0 for sine, 1 for cosine.
[[nodiscard]] double sine(double radians);
[[nodiscard]] double cosine(double radians);

}  // namespace tassel
