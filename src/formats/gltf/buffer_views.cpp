#include "formats/gltf/buffer_views.h"

#include <algorithm>
#include <string>

#include "formats/gltf/gltf_json.h"
#include "formats/gltf/meshopt_reader.h"

namespace tassel {

namespace {

constexpr std::uint64_t kMaxStride = 252;
/// Meshoptimizer packs 16 equal bytes into two bits; nothing here grows more.
constexpr std::uint64_t kMostGrowth = 64;
/// What any file may claim, so that short ones with zeros that no byte stands for are read.
constexpr std::uint64_t kLeastClaim = std::uint64_t{64} << 20;

}  // namespace

BufferViews::BufferViews(const JsonReader& document, Buffers& buffers)
    : document_(document), buffers_(buffers), decoded_(size_of_member(document, "bufferViews")) {}

void BufferViews::claim(std::uint64_t size, const JsonReader& reader) {
  claimed_ += size;
  if (claimed_ > std::max(kLeastClaim, kMostGrowth * buffers_.fetched_size())) {
    reader.fail("the data grows to more than 64 times the file's, which no sound file's does");
  }
}

std::span<const std::byte> BufferViews::read_range(const JsonReader& view) {
  const std::span<const std::byte> buffer = buffers_.bytes(view.at("buffer"));
  const std::uint64_t offset = whole_number(view, "byteOffset", kByteLimit, 0);
  const std::uint64_t size = whole_number(view.at("byteLength"), kByteLimit);
  if (offset + size > buffer.size()) {
    view.fail("it ends at byte " + std::to_string(offset + size) + " of a buffer of " +
              std::to_string(buffer.size()) + " bytes");
  }
  if (view.failed()) return {};
  return buffer.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

std::span<const std::byte> BufferViews::decode(const JsonReader& compression, std::size_t number) {
  std::vector<std::byte>& decoded = decoded_[number];
  if (!decoded.empty()) return decoded;
  const std::span<const std::byte> bytes = read_range(compression);
  const MeshoptLayout layout = read_meshopt_layout(compression);
  claim(layout.decoded_size(), compression);
  if (!compression.failed()) decode_meshopt(layout, bytes, compression, decoded);
  return decoded;
}

BufferView BufferViews::read(const JsonReader& index) {
  const JsonReader view = pointed_at(document_, "bufferViews", index);
  const std::uint64_t stride = whole_number(view, "byteStride", kMaxStride + 1, 0);
  if (view.failed()) return {};
  for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
    if (!view.has("extensions") || !view.at("extensions").has(name)) continue;
    const std::span<const std::byte> decoded = decode(
        view.at("extensions").at(name), static_cast<std::size_t>(whole_number(index, kByteLimit)));
    const std::uint64_t size = whole_number(view.at("byteLength"), kByteLimit);
    if (size > decoded.size()) view.fail("the compressed data doesn't fill the view");
    if (view.failed()) return {};
    return {decoded.first(static_cast<std::size_t>(size)), stride};
  }
  return {read_range(view), stride};
}

}  // namespace tassel
