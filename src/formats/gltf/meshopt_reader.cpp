#include "formats/gltf/meshopt_reader.h"

#include <meshoptimizer.h>

#include <string>

#include "formats/gltf/gltf_json.h"
#include "skeleton/in_quotes.h"

namespace tassel {

namespace {

using Mode = MeshoptLayout::Mode;
using Filter = MeshoptLayout::Filter;

constexpr std::uint64_t kMostStride = 256;

Mode read_mode(const JsonReader& mode) {
  const std::string name = mode.string();
  if (name == "TRIANGLES") return Mode::kTriangles;
  if (name == "INDICES") return Mode::kIndices;
  if (name != "ATTRIBUTES") mode.fail("expected ATTRIBUTES, TRIANGLES or INDICES");
  return Mode::kAttributes;
}

Filter read_filter(const JsonReader& compression) {
  if (!compression.has("filter")) return Filter::kNone;
  const JsonReader filter = compression.at("filter");
  const std::string name = filter.string();
  if (name == "OCTAHEDRAL") return Filter::kOctahedral;
  if (name == "QUATERNION") return Filter::kQuaternion;
  if (name == "EXPONENTIAL") return Filter::kExponential;
  if (name != "NONE") {
    filter.fail(StatusCode::kUnsupported, "the filter " + in_quotes(name) + " isn't read");
  }
  return Filter::kNone;
}

void check_stride(const MeshoptLayout& layout, const JsonReader& stride) {
  const std::uint64_t size = layout.stride;
  if (layout.mode != Mode::kAttributes) {
    if (size != 2 && size != 4) stride.fail("indices have 2 or 4 bytes");
  } else if (size == 0 || size % 4 != 0) {
    stride.fail("expected a multiple of 4 bytes");
  } else if (layout.filter == Filter::kOctahedral && size != 4 && size != 8) {
    stride.fail("octahedral vectors have 4 or 8 bytes");
  } else if (layout.filter == Filter::kQuaternion && size != 8) {
    stride.fail("filtered quaternions have 8 bytes");
  }
}

/// The first byte's high half says what is encoded, its low half the encoding's version.
void check_version(const MeshoptLayout& layout, std::span<const std::byte> bytes,
                   const JsonReader& compression) {
  const int newest = layout.mode == Mode::kAttributes ? 0 : 1;
  const int version = bytes.empty() ? 0 : std::to_integer<int>(bytes[0]) & 0xF;
  if (version <= newest) return;
  compression.fail(StatusCode::kUnsupported, "the data is of version " + std::to_string(version) +
                                                 " of meshoptimizer's encoding; up to " +
                                                 std::to_string(newest) + " is read");
}

int decode_stream(const MeshoptLayout& layout, std::span<const std::byte> bytes,
                  std::vector<std::byte>& decoded) {
  const auto count = static_cast<std::size_t>(layout.count);
  const auto stride = static_cast<std::size_t>(layout.stride);
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  switch (layout.mode) {
    case Mode::kTriangles:
      return meshopt_decodeIndexBuffer(decoded.data(), count, stride, data, bytes.size());
    case Mode::kIndices:
      return meshopt_decodeIndexSequence(decoded.data(), count, stride, data, bytes.size());
    default:
      return meshopt_decodeVertexBuffer(decoded.data(), count, stride, data, bytes.size());
  }
}

void apply_filter(const MeshoptLayout& layout, std::vector<std::byte>& decoded) {
  const auto count = static_cast<std::size_t>(layout.count);
  const auto stride = static_cast<std::size_t>(layout.stride);
  switch (layout.filter) {
    case Filter::kOctahedral:
      return meshopt_decodeFilterOct(decoded.data(), count, stride);
    case Filter::kQuaternion:
      return meshopt_decodeFilterQuat(decoded.data(), count, stride);
    case Filter::kExponential:
      return meshopt_decodeFilterExp(decoded.data(), count, stride);
    case Filter::kNone:
      return;
  }
}

}  // namespace

MeshoptLayout read_meshopt_layout(const JsonReader& compression) {
  MeshoptLayout layout;
  layout.mode = read_mode(compression.at("mode"));
  layout.filter = read_filter(compression);
  layout.count = whole_number(compression.at("count"), kByteLimit);
  layout.stride = whole_number(compression.at("byteStride"), kMostStride + 1);
  check_stride(layout, compression.at("byteStride"));
  if (layout.mode == Mode::kTriangles && layout.count % 3 != 0) {
    compression.at("count").fail("triangles have three indices each");
  }
  if (layout.mode != Mode::kAttributes && layout.filter != Filter::kNone) {
    compression.at("filter").fail("indices have no filter");
  }
  return compression.failed() ? MeshoptLayout{} : layout;
}

void decode_meshopt(const MeshoptLayout& layout, std::span<const std::byte> bytes,
                    const JsonReader& compression, std::vector<std::byte>& decoded) {
  check_version(layout, bytes, compression);
  if (compression.failed()) return;
  decoded.resize(static_cast<std::size_t>(layout.decoded_size()));
  if (decode_stream(layout, bytes, decoded) != 0) {
    return compression.fail("the compressed data is damaged");
  }
  apply_filter(layout, decoded);
}

}  // namespace tassel
