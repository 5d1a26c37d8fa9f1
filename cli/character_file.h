#pragma once
// Characters from files, with what lies beside them.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "progress.h"
#include "tassel/gltf.h"

namespace tassel::cli {

struct CharacterFile {
  std::string path;
  std::vector<std::byte> bytes;
  Character character;
};

[[nodiscard]] bool is_glb(std::span<const std::byte> bytes);

/// Whether these bytes are a GLB, or JSON with an "asset" as glTF has it.
[[nodiscard]] bool is_character(std::span<const std::byte> bytes);

/// Whether these bytes begin as BVH does.
[[nodiscard]] bool is_bvh(std::span<const std::byte> bytes);

/// Buffers of a glTF JSON file come from its own folder.
[[nodiscard]] CharacterFile read_character_file(const std::string& path, Progress& progress);

/// A motion file (BVH or anything with an animation): told by content.
[[nodiscard]] CharacterFile read_motion_file(const std::string& path, Progress& progress);

}  // namespace tassel::cli
