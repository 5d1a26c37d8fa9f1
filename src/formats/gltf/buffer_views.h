#pragma once
// Views of a glTF file's buffers, as they lie there or decompressed.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/gltf/buffers.h"
#include "formats/json/json_reader.h"

namespace tassel {

struct BufferView {
  std::span<const std::byte> bytes;
  std::uint64_t stride = 0;  ///< 0 where the file doesn't say.
};

class BufferViews {
 public:
  /// Everything must outlive this.
  BufferViews(const JsonReader& document, Buffers& buffers);

  /// The view that `index` points at; empty after a fault. A compressed one is decoded when it is
  /// first asked for, and kept.
  [[nodiscard]] BufferView read(const JsonReader& index);

  /// Counts bytes that are made out of the file's, which a small file could ask much of. Faults at
  /// `reader` where all together are more than any sound file holds.
  void claim(std::uint64_t size, const JsonReader& reader);

 private:
  [[nodiscard]] std::span<const std::byte> read_range(const JsonReader& view);
  [[nodiscard]] std::span<const std::byte> decode(const JsonReader& compression,
                                                  std::size_t number);

  const JsonReader& document_;
  Buffers& buffers_;
  std::vector<std::vector<std::byte>> decoded_;  ///< One a view.
  std::uint64_t claimed_ = 0;
};

}  // namespace tassel
