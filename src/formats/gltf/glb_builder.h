#pragma once
// A glTF document being put together, and the bytes that it points to.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "tassel/status.h"

namespace tassel {

enum class AccessorType { kScalar = 1, kVec3 = 3, kVec4 = 4, kMat4 = 16 };
enum class BufferTarget { kNone = 0, kVertices = 34962, kIndices = 34963 };

class GlbBuilder {
 public:
  GlbBuilder();

  /// Appends to a top-level array ("nodes", "meshes", …); returns the index.
  std::size_t add(std::string_view array, nlohmann::ordered_json value);
  [[nodiscard]] nlohmann::ordered_json& node(std::size_t index) { return json_["nodes"][index]; }
  void add_to_scene(std::size_t node);

  /// Each appends a buffer view and its accessor; returns the accessor's index. Bounds are the
  /// accessor's min and max.
  std::size_t add_floats(std::span<const float> values, AccessorType type,
                         BufferTarget target = BufferTarget::kNone, bool with_bounds = false);
  std::size_t add_indices(std::span<const std::uint32_t> values);
  std::size_t add_joint_numbers(std::span<const std::uint16_t> values);

  /// Fails where a float wasn't finite or the file would pass 4 GiB.
  [[nodiscard]] Status finish(std::vector<std::byte>& glb);

 private:
  std::size_t add_accessor(std::span<const std::byte> bytes, BufferTarget target,
                           int component_type, std::size_t values, AccessorType type);

  nlohmann::ordered_json json_;
  std::vector<std::byte> binary_;
  bool all_finite_ = true;
  bool too_large_ = false;
};

}  // namespace tassel
