#include <numeric>
#include <utility>

#include "formats/bvh/bvh_hierarchy.h"
#include "formats/bvh/bvh_humanoid.h"
#include "formats/bvh/bvh_motion.h"
#include "formats/bvh/bvh_text.h"
#include "tassel/gltf.h"

namespace tassel {

Status read_bvh(std::string_view text, Character& character) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  BvhText words(text);
  BvhHierarchy hierarchy = read_bvh_hierarchy(words);
  Animation animation = read_bvh_motion(hierarchy, words);
  if (words.failed()) return words.status();

  Character read;
  read.kind = Character::Kind::kBvh;
  read.skeleton = std::move(hierarchy.skeleton);
  read.node_of_joint.resize(read.skeleton.joints.size());
  std::iota(read.node_of_joint.begin(), read.node_of_joint.end(), 0);
  read.animations.push_back(std::move(animation));
  read.humanoid = find_humanoid(read.skeleton);
  rest_in_t_pose(read.humanoid, read.skeleton);
  character = std::move(read);
  return {};
}

}  // namespace tassel
