#pragma once
// A glTF file's buffers, fetched when they are first needed.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/gltf/document.h"
#include "formats/json/json_reader.h"
#include "tassel/gltf.h"

namespace tassel {

class Buffers {
 public:
  /// Everything must outlive this.
  Buffers(const JsonReader& document, std::span<const std::byte> binary,
          const ReadResource& resource);

  /// The bytes of the buffer that `index` points at, at most the byteLength it claims. Faults where
  /// there are none: a URI that can't be followed, or the place-holder of compressed data.
  [[nodiscard]] std::span<const std::byte> bytes(const JsonReader& index);

  /// Of all buffers fetched so far: what bounds the memory that their contents may ask for.
  [[nodiscard]] std::uint64_t fetched_size() const { return fetched_size_; }

 private:
  struct Buffer {
    bool is_fetched = false;
    std::span<const std::byte> bytes;
    std::vector<std::byte> owned;
  };

  void fetch(const JsonReader& buffer, bool is_first, Buffer& result);
  void fetch_uri(const JsonReader& uri, Buffer& result);

  const JsonReader& document_;
  std::span<const std::byte> binary_;
  const ReadResource& resource_;
  std::vector<Buffer> buffers_;
  std::uint64_t fetched_size_ = 0;
};

}  // namespace tassel
