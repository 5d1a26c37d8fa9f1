#pragma once
// A glTF file taken in: its JSON parsed, its binary chunk found.

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "formats/json/json_reader.h"
#include "tassel/status.h"

namespace tassel {

struct GltfDocument {
  nlohmann::json json;
  std::string_view text;  ///< Of the JSON, with a GLB's padding.
  bool is_glb = false;
  std::span<const std::byte> binary;  ///< The GLB's BIN chunk; empty where there is none.
};

/// Takes a GLB or glTF JSON apart, told by content. The rest of `document` points into `file`.
[[nodiscard]] Status open_gltf(std::span<const std::byte> file, GltfDocument& document);

/// Faults where the file isn't glTF 2, or needs an extension that isn't known here and isn't
/// about materials, textures, lights or metadata alone.
void check_version_and_extensions(const JsonReader& document);

}  // namespace tassel
