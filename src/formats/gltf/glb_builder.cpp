#include "formats/gltf/glb_builder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "formats/gltf/glb_container.h"

namespace tassel {

using nlohmann::ordered_json;

namespace {

static_assert(std::endian::native == std::endian::little, "glTF's numbers are little-endian");

constexpr int kUnsignedShort = 5123;
constexpr int kUnsignedInt = 5125;
constexpr int kFloat = 5126;

const char* name_of(AccessorType type) {
  switch (type) {
    case AccessorType::kScalar:
      return "SCALAR";
    case AccessorType::kVec3:
      return "VEC3";
    case AccessorType::kVec4:
      return "VEC4";
    default:
      return "MAT4";
  }
}

}  // namespace

GlbBuilder::GlbBuilder() {
  json_["asset"] = {{"version", "2.0"}, {"generator", "Tassel"}};
  json_["scene"] = 0;
  json_["scenes"] = ordered_json::array({{{"nodes", ordered_json::array()}}});
}

std::size_t GlbBuilder::add(std::string_view array, ordered_json value) {
  ordered_json& values = json_[std::string(array)];
  values.push_back(std::move(value));
  return values.size() - 1;
}

void GlbBuilder::add_to_scene(std::size_t node) { json_["scenes"][0]["nodes"].push_back(node); }

std::size_t GlbBuilder::add_floats(std::span<const float> values, AccessorType type,
                                   BufferTarget target, bool with_bounds) {
  for (const float value : values) all_finite_ = all_finite_ && std::isfinite(value);
  const std::size_t index =
      add_accessor(std::as_bytes(values), target, kFloat, values.size(), type);
  if (!with_bounds) return index;
  const auto components = static_cast<std::size_t>(type);
  ordered_json& accessor = json_["accessors"][index];
  for (std::size_t c = 0; c < components; ++c) {
    float least = values[c];
    float most = values[c];
    for (std::size_t i = c; i < values.size(); i += components) {
      least = std::min(least, values[i]);
      most = std::max(most, values[i]);
    }
    accessor["min"].push_back(least);
    accessor["max"].push_back(most);
  }
  return index;
}

std::size_t GlbBuilder::add_indices(std::span<const std::uint32_t> values) {
  return add_accessor(std::as_bytes(values), BufferTarget::kIndices, kUnsignedInt, values.size(),
                      AccessorType::kScalar);
}

std::size_t GlbBuilder::add_joint_numbers(std::span<const std::uint16_t> values) {
  return add_accessor(std::as_bytes(values), BufferTarget::kVertices, kUnsignedShort, values.size(),
                      AccessorType::kVec4);
}

std::size_t GlbBuilder::add_accessor(std::span<const std::byte> bytes, BufferTarget target,
                                     int component_type, std::size_t values, AccessorType type) {
  ordered_json view = {{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes.size()}};
  if (target != BufferTarget::kNone) view["target"] = static_cast<int>(target);
  // Every value is 4-byte aligned, because each array's size is a multiple of 4.
  too_large_ =
      too_large_ || bytes.size() > std::numeric_limits<std::uint32_t>::max() - binary_.size();
  if (!too_large_) binary_.insert(binary_.end(), bytes.begin(), bytes.end());
  return add("accessors", {{"bufferView", add("bufferViews", std::move(view))},
                           {"componentType", component_type},
                           {"count", values / static_cast<std::size_t>(type)},
                           {"type", name_of(type)}});
}

Status GlbBuilder::finish(std::vector<std::byte>& glb) {
  if (!all_finite_) {
    return {StatusCode::kInvalidArgument, "", "a number is too large for glTF's 32-bit floats"};
  }
  if (too_large_) {
    return {StatusCode::kInvalidArgument, "", "the GLB would be larger than 4 GiB"};
  }
  if (!binary_.empty()) json_["buffers"] = ordered_json::array({{{"byteLength", binary_.size()}}});
  return join_glb(json_.dump(), binary_, glb);
}

}  // namespace tassel
