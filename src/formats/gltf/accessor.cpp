#include "formats/gltf/accessor.h"

#include <algorithm>
#include <bit>
#include <string>

#include "formats/gltf/gltf_json.h"

namespace tassel {

namespace {

/// A GLB's lengths have 32 bits.
constexpr std::uint64_t kLimit = std::uint64_t{1} << 32;
constexpr std::uint64_t kMaxStride = 252;

std::size_t size_of(ComponentType type) {
  switch (type) {
    case ComponentType::kByte:
    case ComponentType::kUnsignedByte:
      return 1;
    case ComponentType::kShort:
    case ComponentType::kUnsignedShort:
      return 2;
    default:
      return 4;
  }
}

const char* name_of(std::size_t components) {
  return components == 1 ? "SCALAR" : components == 3 ? "VEC3" : "VEC4";
}

ComponentType read_component_type(const JsonReader& accessor) {
  const JsonReader reader = accessor.at("componentType");
  const auto type = static_cast<ComponentType>(whole_number(reader, kLimit));
  switch (type) {
    case ComponentType::kFloat:
      return type;
    case ComponentType::kByte:
    case ComponentType::kUnsignedByte:
    case ComponentType::kShort:
    case ComponentType::kUnsignedShort:
      if (accessor.boolean("normalized", false)) return type;
      reader.fail("an animation's integers must be normalized");
      return type;
    default:
      reader.fail("an animation's numbers are floats, or integers of 8 or 16 bits");
      return ComponentType::kFloat;
  }
}

struct BufferView {
  std::span<const std::byte> bytes;
  std::uint64_t stride = 0;  ///< 0 where the file doesn't say.
};

void refuse_foreign_data(const JsonReader& view, const JsonReader& buffer) {
  if (view.has("extensions")) {
    const JsonReader extensions = view.at("extensions");
    for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
      if (!extensions.has(name)) continue;
      extensions.at(name).fail(StatusCode::kUnsupported, "compressed animations aren't read");
    }
  }
  if (whole_number(view, "buffer", kLimit, 0) != 0 || buffer.has("uri")) {
    buffer.fail(StatusCode::kUnsupported,
                "the animation's data lies outside the GLB's own binary chunk");
  }
}

BufferView read_view(const JsonReader& document, const JsonReader& view,
                     std::span<const std::byte> binary) {
  const JsonReader buffer = pointed_at(document, "buffers", view.at("buffer"));
  refuse_foreign_data(view, buffer);
  const std::uint64_t offset = whole_number(view, "byteOffset", kLimit, 0);
  const std::uint64_t size = whole_number(view.at("byteLength"), kLimit);
  const std::uint64_t available =
      std::min<std::uint64_t>(binary.size(), whole_number(buffer.at("byteLength"), kLimit));
  if (offset + size > available) {
    view.fail("it ends at byte " + std::to_string(offset + size) + " of a chunk of " +
              std::to_string(available) + " bytes");
  }
  const std::uint64_t stride = whole_number(view, "byteStride", kMaxStride + 1, 0);
  if (view.failed()) return {};
  return {binary.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size)), stride};
}

double decode(const std::byte* at, ComponentType type) {
  const auto low = std::to_integer<std::uint32_t>(at[0]);
  switch (type) {
    case ComponentType::kByte:
      return std::max(static_cast<std::int8_t>(low) / 127.0, -1.0);
    case ComponentType::kUnsignedByte:
      return low / 255.0;
    default:
      break;
  }
  const std::uint32_t pair = low | std::to_integer<std::uint32_t>(at[1]) << 8;
  if (type == ComponentType::kShort) {
    return std::max(static_cast<std::int16_t>(pair) / 32767.0, -1.0);
  }
  if (type == ComponentType::kUnsignedShort) return pair / 65535.0;
  const std::uint32_t word = pair | std::to_integer<std::uint32_t>(at[2]) << 16 |
                             std::to_integer<std::uint32_t>(at[3]) << 24;
  return static_cast<double>(std::bit_cast<float>(word));
}

}  // namespace

double Accessor::value(std::size_t element, std::size_t component) const {
  return decode(bytes_.data() + element * stride_ + component * size_of(type_), type_);
}

Accessor read_accessor(const JsonReader& document, const JsonReader& accessor,
                       std::span<const std::byte> binary, std::size_t components) {
  if (accessor.has("sparse")) {
    accessor.at("sparse").fail(StatusCode::kUnsupported, "sparse animations aren't read");
  }
  if (accessor.at("type").string() != name_of(components)) {
    accessor.at("type").fail(std::string("expected ") + name_of(components));
  }
  Accessor result;
  result.type_ = read_component_type(accessor);
  const std::uint64_t count = whole_number(accessor.at("count"), kLimit);
  const std::uint64_t offset = whole_number(accessor, "byteOffset", kLimit, 0);
  const JsonReader reader = pointed_at(document, "bufferViews", accessor.at("bufferView"));
  const BufferView view = read_view(document, reader, binary);
  const std::uint64_t element_size = size_of(result.type_) * components;
  const std::uint64_t stride = view.stride == 0 ? element_size : view.stride;
  if (stride < element_size) reader.fail("the stride is less than an element");
  const std::uint64_t end = count == 0 ? 0 : offset + (count - 1) * stride + element_size;
  if (end > view.bytes.size()) {
    accessor.fail(std::to_string(count) + " elements need " + std::to_string(end) +
                  " bytes, but the view has " + std::to_string(view.bytes.size()));
  }
  if (accessor.failed() || count == 0) return {};
  result.bytes_ = view.bytes.subspan(static_cast<std::size_t>(offset));
  result.stride_ = static_cast<std::size_t>(stride);
  result.count_ = static_cast<std::size_t>(count);
  return result;
}

}  // namespace tassel
