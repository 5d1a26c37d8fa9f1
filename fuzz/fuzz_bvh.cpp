// Any text as a BVH motion. What is accepted must be usable.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "tassel/gltf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tassel::Character character;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!tassel::read_bvh(text, character).ok()) return 0;
  const tassel::Animation& animation = character.animations.at(0);
  if (!validate(character.skeleton).ok()) std::abort();
  if (!validate(animation, character.skeleton).ok()) std::abort();
  std::vector<tassel::Transformd> pose(character.skeleton.joints.size());
  sample_pose(animation, character.skeleton, animation.duration / 2, pose);
  return 0;
}
