#pragma once
// Views compressed by meshoptimizer: EXT_meshopt_compression and KHR_meshopt_compression.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/json/json_reader.h"

namespace tassel {

struct MeshoptLayout {
  enum class Mode { kAttributes, kTriangles, kIndices };
  enum class Filter { kNone, kOctahedral, kQuaternion, kExponential };
  Mode mode = Mode::kAttributes;
  Filter filter = Filter::kNone;
  std::uint64_t count = 0;
  std::uint64_t stride = 4;

  [[nodiscard]] std::uint64_t decoded_size() const { return count * stride; }
};

/// Reads the extension's object. Faults where its numbers don't suit its mode and filter.
[[nodiscard]] MeshoptLayout read_meshopt_layout(const JsonReader& compression);

/// Decodes `bytes` to layout.decoded_size() bytes. Faults at `compression`.
void decode_meshopt(const MeshoptLayout& layout, std::span<const std::byte> bytes,
                    const JsonReader& compression, std::vector<std::byte>& decoded);

}  // namespace tassel
