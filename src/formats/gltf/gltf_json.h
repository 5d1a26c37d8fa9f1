#pragma once
// What glTF's members are made of: optional arrays, indices, and short arrays of numbers.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "formats/json/json_reader.h"

namespace tassel {

/// A GLB's lengths have 32 bits.
inline constexpr std::uint64_t kByteLimit = std::uint64_t{1} << 32;

/// Elements of an optional array; 0 where it is left out.
[[nodiscard]] inline std::size_t size_of_member(const JsonReader& object, const char* key) {
  return object.has(key) ? object.at(key).size() : 0;
}

/// A whole number from 0 to below `limit`, which is at most 2^53.
[[nodiscard]] inline std::uint64_t whole_number(const JsonReader& reader, std::uint64_t limit) {
  const double value = reader.number();
  if (value >= 0 && value < static_cast<double>(limit) && value == std::floor(value)) {
    return static_cast<std::uint64_t>(value);
  }
  reader.fail("expected a whole number below " + std::to_string(limit));
  return 0;
}

[[nodiscard]] inline std::uint64_t whole_number(const JsonReader& object, const char* key,
                                                std::uint64_t limit, std::uint64_t otherwise) {
  return object.has(key) ? whole_number(object.at(key), limit) : otherwise;
}

[[nodiscard]] inline std::string text_or_empty(const JsonReader& object, const char* key) {
  return object.has(key) ? object.at(key).string() : std::string();
}

/// Fills `values` from an optional array of as many numbers.
inline void read_numbers(const JsonReader& object, const char* key, std::span<double> values) {
  if (!object.has(key)) return;
  const JsonReader array = object.at(key);
  if (array.size() != values.size()) {
    array.fail("expected " + std::to_string(values.size()) + " numbers");
  }
  for (std::size_t i = 0; i < values.size() && !array.failed(); ++i) {
    values[i] = array.element(i).number();
  }
}

/// The element of a top-level array that `index` points at.
[[nodiscard]] inline JsonReader pointed_at(const JsonReader& document, const char* array,
                                           const JsonReader& index) {
  return document.at(array).element(
      static_cast<std::size_t>(whole_number(index, size_of_member(document, array))));
}

}  // namespace tassel
