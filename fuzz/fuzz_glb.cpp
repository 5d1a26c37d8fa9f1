// Any bytes as a GLB: its skeleton and its first animation.

#include <cstddef>
#include <cstdint>
#include <span>

#include "tassel/gltf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tassel::Skeleton skeleton;
  tassel::Clip clip;
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  (void)tassel::read_glb_clip(bytes, "", 10, skeleton, clip);
  return 0;
}
