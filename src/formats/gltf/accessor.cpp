#include "formats/gltf/accessor.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "formats/gltf/gltf_json.h"

namespace tassel {

namespace {

struct ElementShape {
  const char* name;
  std::size_t components;
};

ElementShape shape_of(ElementType type) {
  switch (type) {
    case ElementType::kScalar:
      return {"SCALAR", 1};
    case ElementType::kVec3:
      return {"VEC3", 3};
    case ElementType::kVec4:
      return {"VEC4", 4};
    default:
      return {"MAT4", 16};
  }
}

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

ComponentType read_component_type(const JsonReader& reader) {
  const auto type = static_cast<ComponentType>(whole_number(reader, kByteLimit));
  switch (type) {
    case ComponentType::kByte:
    case ComponentType::kUnsignedByte:
    case ComponentType::kShort:
    case ComponentType::kUnsignedShort:
    case ComponentType::kUnsignedInt:
    case ComponentType::kFloat:
      return type;
    default:
      reader.fail("no type of number has this code");
      return ComponentType::kFloat;
  }
}

/// `count` elements of a view, behind an offset and with the view's stride.
struct Elements {
  std::span<const std::byte> bytes;
  std::size_t stride = 0;
};

Elements read_elements(const JsonReader& holder, std::uint64_t count, std::size_t element_size,
                       BufferViews& views) {
  const BufferView view = views.read(holder.at("bufferView"));
  const std::uint64_t offset = whole_number(holder, "byteOffset", kByteLimit, 0);
  const std::uint64_t stride = view.stride == 0 ? element_size : view.stride;
  if (stride < element_size) holder.fail("the view's stride is less than an element");
  const std::uint64_t end = count == 0 ? 0 : offset + (count - 1) * stride + element_size;
  if (end > view.bytes.size()) {
    holder.fail(std::to_string(count) + " elements need " + std::to_string(end) +
                " bytes, but the view has " + std::to_string(view.bytes.size()));
  }
  if (holder.failed() || count == 0) return {};
  return {view.bytes.subspan(static_cast<std::size_t>(offset)), static_cast<std::size_t>(stride)};
}

std::uint32_t load(const std::byte* at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= std::to_integer<std::uint32_t>(at[i]) << (8 * i);
  return value;
}

/// Elements that no byte of the file stands for.
Elements zeros() {
  static constexpr std::byte kZeros[16 * sizeof(float)]{};
  return {kZeros, 0};
}

void copy_tightly(const Elements& elements, std::size_t count, std::size_t size, std::byte* copy) {
  for (std::size_t i = 0; i < count; ++i) {
    std::copy_n(elements.bytes.data() + i * elements.stride, size, copy + i * size);
  }
}

ComponentType read_index_type(const JsonReader& indices) {
  const ComponentType type = read_component_type(indices.at("componentType"));
  if (type != ComponentType::kUnsignedByte && type != ComponentType::kUnsignedShort &&
      type != ComponentType::kUnsignedInt) {
    indices.at("componentType").fail("indices are unsigned integers");
  }
  return type;
}

/// Replaces the elements of a tight copy that the file says otherwise.
void replace_sparse(const JsonReader& sparse, const Accessor& accessor, std::size_t element_size,
                    BufferViews& views, std::byte* copy) {
  const JsonReader indices = sparse.at("indices");
  const ComponentType type = read_index_type(indices);
  const std::uint64_t count = whole_number(sparse.at("count"), accessor.count + 1);
  const Elements places = read_elements(indices, count, size_of(type), views);
  const Elements values = read_elements(sparse.at("values"), count, element_size, views);
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < count && !sparse.failed(); ++i) {
    const std::uint64_t place = load(places.bytes.data() + i * places.stride, size_of(type));
    if (place < next || place >= accessor.count) {
      return indices.fail("number " + std::to_string(i) + " is " + std::to_string(place) +
                          ", which is beyond the elements or doesn't follow the one before");
    }
    next = place + 1;
    std::copy_n(values.bytes.data() + i * values.stride, element_size,
                copy + static_cast<std::size_t>(place) * element_size);
  }
}

template <class Number, class ToNumber>
std::vector<Number> convert(const Accessor& accessor, std::size_t size, ToNumber to_number) {
  std::vector<Number> numbers;
  numbers.reserve(accessor.count * accessor.components);
  for (std::size_t i = 0; i < accessor.count; ++i) {
    const std::byte* element = accessor.bytes.data() + i * accessor.stride;
    for (std::size_t k = 0; k < accessor.components; ++k) {
      numbers.push_back(to_number(load(element + k * size, size)));
    }
  }
  return numbers;
}

template <class Integer>
std::vector<float> integers_as_floats(const Accessor& accessor) {
  if (!accessor.is_normalized) {
    return convert<float>(accessor, sizeof(Integer), [](std::uint32_t word) {
      return static_cast<float>(static_cast<Integer>(word));
    });
  }
  constexpr double kGreatest = std::numeric_limits<Integer>::max();
  return convert<float>(accessor, sizeof(Integer), [](std::uint32_t word) {
    return static_cast<float>(std::max(static_cast<Integer>(word) / kGreatest, -1.0));
  });
}

}  // namespace

Accessor read_accessor(const JsonReader& document, const JsonReader& index, ElementType type,
                       BufferViews& views) {
  const JsonReader reader = pointed_at(document, "accessors", index);
  const ElementShape shape = shape_of(type);
  if (reader.at("type").text() != shape.name) {
    reader.at("type").fail(std::string("expected ") + shape.name);
  }
  Accessor result;
  result.type = read_component_type(reader.at("componentType"));
  result.is_normalized = reader.boolean("normalized", false);
  result.components = shape.components;
  const std::size_t element_size = size_of(result.type) * shape.components;
  const std::uint64_t count = whole_number(reader.at("count"), kByteLimit);
  const bool is_sparse = reader.has("sparse");
  const bool has_view = reader.has("bufferView");
  if (is_sparse || !has_view) views.claim(count * element_size, reader);
  const Elements elements = has_view ? read_elements(reader, count, element_size, views) : zeros();
  if (reader.failed()) return {};
  result.count = static_cast<std::size_t>(count);
  result.bytes = elements.bytes;
  result.stride = elements.stride;
  if (!is_sparse) return result;
  result.copy = std::make_unique<std::byte[]>(result.count * element_size);
  copy_tightly(elements, result.count, element_size, result.copy.get());
  replace_sparse(reader.at("sparse"), result, element_size, views, result.copy.get());
  if (reader.failed()) return {};
  result.bytes = {result.copy.get(), result.count * element_size};
  result.stride = element_size;
  return result;
}

void expect_type(const Accessor& accessor, std::initializer_list<ComponentType> types,
                 const JsonReader& index) {
  if (std::find(types.begin(), types.end(), accessor.type) == types.end()) {
    index.fail("the accessor's numbers are of a type that doesn't belong here");
  }
}

std::vector<float> floats_of(const Accessor& accessor) {
  switch (accessor.type) {
    case ComponentType::kByte:
      return integers_as_floats<std::int8_t>(accessor);
    case ComponentType::kUnsignedByte:
      return integers_as_floats<std::uint8_t>(accessor);
    case ComponentType::kShort:
      return integers_as_floats<std::int16_t>(accessor);
    case ComponentType::kUnsignedShort:
      return integers_as_floats<std::uint16_t>(accessor);
    case ComponentType::kUnsignedInt:
      return integers_as_floats<std::uint32_t>(accessor);
    default:
      return convert<float>(accessor, sizeof(float),
                            [](std::uint32_t word) { return std::bit_cast<float>(word); });
  }
}

std::vector<std::uint32_t> whole_numbers_of(const Accessor& accessor) {
  return convert<std::uint32_t>(accessor, size_of(accessor.type),
                                [](std::uint32_t word) { return word; });
}

}  // namespace tassel
