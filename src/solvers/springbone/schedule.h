#pragma once
// Which joints a spec's springs need, and in which order they are worked out.

#include <vector>

#include "tassel/springbone.h"

namespace tassel::springbone {

/// A joint whose place matters: a bone's, a collider's, a centre's, or one above these.
struct Slot {
  int joint = -1;
  int parent = -1;  ///< Its slot; −1: the world.
  int bone = -1;    ///< −1: rigid.
};

/// What is worked out together: bones, which don't need each other, and then what rides on them.
struct Level {
  int first_bone = 0;  ///< Slots: the bones, then the rigid joints, up to the next level's.
  int first_rigid = 0;
  int first_collider = 0;  ///< Of `colliders`, up to the next level's.
  int first_centre = 0;    ///< Of `centres`, likewise.
};

/// A spec's bones with the spring that each is of.
struct BoneOfSpring {
  const SpringBone* bone;
  const Spring* spring;
};
[[nodiscard]] std::vector<BoneOfSpring> list_bones(const SpringBoneSpec& spec);

struct Schedule {
  std::vector<Slot> slots;     ///< Parents before children.
  std::vector<Level> levels;   ///< And one more behind the last, where all lists end.
  std::vector<int> bone_slot;  ///< Of each bone.
  std::vector<int> colliders;  ///< The spec's, by level; those that no spring names are left out.
  std::vector<int> collider_slot;
  std::vector<int> centres;      ///< Slots, by level.
  std::vector<int> bone_centre;  ///< Index into `centres` of each bone; −1: the world.
  /// Shapes that a bone meets, in order: below the number of the spec's colliders as they stand,
  /// from there on `late`, as they stood at the end of the frame before.
  std::vector<std::vector<int>> bone_shapes;
  std::vector<int> late;       ///< The collider of each late shape,
  std::vector<int> late_slot;  ///< and the slot that it rides on.
};

/// The spec must be valid. Time grows with the skeleton and with the pairs of bones and colliders.
[[nodiscard]] Schedule make_schedule(const SpringBoneSpec& spec, const Skeleton& skeleton);

}  // namespace tassel::springbone
