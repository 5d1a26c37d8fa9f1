#pragma once
// Numbers in a GLB's binary chunk.

#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/json/json_reader.h"

namespace tassel {

enum class ComponentType {
  kByte = 5120,
  kUnsignedByte = 5121,
  kShort = 5122,
  kUnsignedShort = 5123,
  kFloat = 5126,
};

/// Vectors of floats or normalised integers, read where they lie.
class Accessor {
 public:
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool is_float() const { return type_ == ComponentType::kFloat; }
  [[nodiscard]] double value(std::size_t element, std::size_t component) const;

 private:
  friend Accessor read_accessor(const JsonReader& document, const JsonReader& accessor,
                                std::span<const std::byte> binary, std::size_t components);

  std::span<const std::byte> bytes_;
  std::size_t stride_ = 0;
  std::size_t count_ = 0;
  ComponentType type_ = ComponentType::kFloat;
};

/// Reads an accessor of 1 component (SCALAR), 3 (VEC3) or 4 (VEC4). Every element lies within the
/// binary chunk. Empty after a fault; sparse, compressed and outside data are such.
[[nodiscard]] Accessor read_accessor(const JsonReader& document, const JsonReader& accessor,
                                     std::span<const std::byte> binary, std::size_t components);

}  // namespace tassel
