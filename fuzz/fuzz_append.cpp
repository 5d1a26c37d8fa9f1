// Any bytes as a character, with a clip appended. What is written must be read again, with the
// same nodes and without springs where those are left out; what is refused must be refused with a
// place.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "tassel/gltf.h"

namespace {

constexpr int kMostJoints = 4;

tassel::Clip clip_for(const tassel::Character& character, std::span<const int> joints) {
  tassel::Clip clip{"fuzz", {0, 0.5}, {}, character.skeleton.size()};
  for (int key = 0; key < 2; ++key) {
    for (const tassel::Joint& joint : character.skeleton.joints) {
      clip.poses_ls.push_back(joint.reference_ls);
    }
  }
  for (const int joint : joints) clip.poses_ls[joint].rotation = {0.6, 0, 0, 0.8};
  return clip;
}

void append(std::span<const std::byte> source, const tassel::Character& character,
            const tassel::AppendSettings& settings) {
  std::vector<int> joints;
  for (int i = 0; i < std::min(kMostJoints, character.skeleton.size()); ++i) joints.push_back(i);
  std::vector<std::byte> file;
  const tassel::Clip clip = clip_for(character, joints);
  const tassel::Status status =
      tassel::append_clip(source, character, clip, joints, settings, file);
  if (!status.ok()) {
    if (status.place().empty()) std::abort();
    return;
  }
  tassel::Character again;
  if (!tassel::read_gltf(file, {}, again).ok()) std::abort();
  if (again.skeleton.size() != character.skeleton.size()) std::abort();
  if (settings.strip_springs && !again.springs.springs.empty()) std::abort();
  const int added = static_cast<int>(again.animations.size() - character.animations.size());
  if (added < 0 || added > (settings.animation < 0 ? 1 : 0)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tassel::Character character;
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  if (!tassel::read_gltf(bytes, {}, character).ok()) return 0;
  append(bytes, character, {-1, false});
  append(bytes, character, {-1, true});
  if (!character.animations.empty()) append(bytes, character, {0, true});
  return 0;
}
