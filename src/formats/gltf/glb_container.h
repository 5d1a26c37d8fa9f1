#pragma once
// The GLB container: a header and chunks of 4-byte aligned lengths (glTF 2.0, section 4.4).

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tassel/status.h"

namespace tassel {

struct GlbChunks {
  std::string_view json;
  std::size_t json_offset = 0;        ///< In the file.
  std::span<const std::byte> binary;  ///< Empty where the file has no BIN chunk.
  std::size_t binary_offset = 0;
};

/// The first chunk must be JSON, the second may be BIN; further ones are passed over. The chunks
/// point into `file`.
[[nodiscard]] Status split_glb(std::span<const std::byte> file, GlbChunks& chunks);

/// Fails where the file would pass the 4 GiB that its 32-bit lengths can say.
[[nodiscard]] Status join_glb(std::string_view json, std::span<const std::byte> binary,
                              std::vector<std::byte>& file);

/// The GLB `source` with another JSON text and more data: the binary chunk is the source's, padded
/// to 4 bytes, and `more` behind it; whatever follows in the source stays. Fails past 4 GiB.
[[nodiscard]] Status extend_glb(std::span<const std::byte> source, std::string_view json,
                                std::span<const std::byte> more, std::vector<std::byte>& file);

}  // namespace tassel
