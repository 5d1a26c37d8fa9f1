#include "formats/redengine/game_float.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>

namespace tassel::red {

double decimal(float value) {
  constexpr int kDigits = 9;
  constexpr float kExactIntegers = 1e6F;
  if (!std::isfinite(value)) return value;
  if (std::abs(value) < kExactIntegers && std::trunc(value) == value) return value;
  char text[32];
  const auto written =
      std::to_chars(text, std::end(text), value, std::chars_format::general, kDigits);
  double result = 0;
  std::from_chars(text, written.ptr, result);
  return result;
}

double decimal(float value, double class_default) {
  // By bits: −0 isn't 0.
  const auto default_bits = std::bit_cast<std::uint32_t>(static_cast<float>(class_default));
  return std::bit_cast<std::uint32_t>(value) == default_bits ? class_default : decimal(value);
}

}  // namespace tassel::red
