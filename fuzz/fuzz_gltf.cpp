// Any bytes as a character. What is read must hold together.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "tassel/gltf.h"

namespace {

template <class T>
bool all_below(const std::vector<T>& indices, std::size_t limit) {
  return std::all_of(indices.begin(), indices.end(),
                     [&](T index) { return static_cast<std::size_t>(index) < limit; });
}

bool fits(const tassel::Mesh& mesh, const tassel::Character& character) {
  const auto influences = static_cast<std::size_t>(mesh.influences) * mesh.positions.size();
  const bool has_sizes = mesh.joints.size() == influences && mesh.weights.size() == influences &&
                         mesh.triangles.size() % 3 == 0;
  const std::size_t joints = mesh.skin < 0 ? 0 : character.skins[mesh.skin].joints.size();
  return has_sizes && mesh.joint >= 0 && mesh.joint < character.skeleton.size() &&
         all_below(mesh.triangles, mesh.positions.size()) && all_below(mesh.joints, joints);
}

bool fits(const tassel::Skin& skin, const tassel::Character& character) {
  return skin.inverse_binds.size() == skin.joints.size() &&
         all_below(skin.joints, character.skeleton.joints.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tassel::Character character;
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  if (!tassel::read_gltf(bytes, {}, character).ok()) return 0;
  if (!validate(character.skeleton).ok()) std::abort();
  for (const tassel::Animation& animation : character.animations) {
    if (!validate(animation, character.skeleton).ok()) std::abort();
  }
  for (const tassel::Skin& skin : character.skins) {
    if (!fits(skin, character)) std::abort();
  }
  for (const tassel::Mesh& mesh : character.meshes) {
    if (!fits(mesh, character)) std::abort();
  }
  return 0;
}
