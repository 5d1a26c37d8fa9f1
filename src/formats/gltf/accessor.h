#pragma once
// Numbers in a glTF file's buffers.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "formats/gltf/buffer_views.h"
#include "formats/json/json_reader.h"

namespace tassel {

enum class ComponentType {
  kByte = 5120,
  kUnsignedByte = 5121,
  kShort = 5122,
  kUnsignedShort = 5123,
  kUnsignedInt = 5125,
  kFloat = 5126,
};

enum class ElementType { kScalar, kVec3, kVec4, kMat4 };

/// Elements of a file, which lie in one of its views or, where they are sparse, in a copy.
struct Accessor {
  std::size_t count = 0;
  std::size_t components = 0;  ///< Of an element.
  ComponentType type = ComponentType::kFloat;
  bool is_normalized = false;         ///< Integers that stand for fractions.
  std::span<const std::byte> bytes;   ///< From the first element on.
  std::size_t stride = 0;             ///< 0: all are the first one, which is zero.
  std::unique_ptr<std::byte[]> copy;  ///< What `bytes` points into, where that isn't a view.

  [[nodiscard]] bool is_fraction() const { return type == ComponentType::kFloat || is_normalized; }
};

/// The accessor that `index` points at, every element within its view. Empty after a fault.
[[nodiscard]] Accessor read_accessor(const JsonReader& document, const JsonReader& index,
                                     ElementType type, BufferViews& views);

/// Faults at `index` where the accessor's components are none of these.
void expect_type(const Accessor& accessor, std::initializer_list<ComponentType> types,
                 const JsonReader& index);

/// The components of all elements; normalised integers as the fractions that they stand for.
[[nodiscard]] std::vector<float> floats_of(const Accessor& accessor);

/// The components of an accessor of unsigned integers, as stored.
[[nodiscard]] std::vector<std::uint32_t> whole_numbers_of(const Accessor& accessor);

}  // namespace tassel
