#pragma once
// Springs put together so that the solver can run them, whatever the file says.

#include <cstddef>
#include <string>
#include <vector>

#include "formats/json/json_reader.h"
#include "formats/vrm/notes.h"
#include "skeleton/ancestry.h"
#include "tassel/springbone.h"

namespace tassel {

class SpringBuilder {
 public:
  SpringBuilder(const Skeleton& skeleton, Notes& notes);

  [[nodiscard]] bool is_above(int above, int joint) const {
    return ancestry_.is_above(above, joint);
  }
  /// Takes the joint for a bone. False where an earlier bone has it.
  [[nodiscard]] bool claim(int joint);
  [[nodiscard]] bool is_claimed(int joint) const { return is_bone_[joint]; }
  /// Where `joint` is at rest in the space of `head`. Not finite where that space has no volume.
  [[nodiscard]] Vec3d place_in(int head, int joint) const;

  /// Groups are numbered as they come.
  void add_collider_group() { groups_.emplace_back(); }
  /// Returns its index. −1, noted, where the solver can't run it.
  int add_collider(const SpringCollider& collider, const JsonReader& place);
  void add_to_group(int collider) { groups_.back().push_back(collider); }

  /// Adds a spring with bones, its colliders from these groups, in order.
  void add(Spring spring, const std::vector<int>& groups, const JsonReader& place);

  /// Notes what is odd about the whole, drops centres that can't be, and gives it.
  [[nodiscard]] SpringBoneSpec finish();

 private:
  void add_colliders(Spring& spring, const std::vector<int>& groups, const JsonReader& place);
  void check_centers();
  void note_swallowed_bones();
  [[nodiscard]] int find_swallowing(const SpringBone& bone,
                                    const std::vector<int>& colliders) const;

  const Skeleton& skeleton_;
  Notes& notes_;
  Ancestry ancestry_;
  std::vector<Affined> rest_ms_;
  std::vector<bool> is_bone_;  ///< A joint.
  std::vector<std::vector<int>> groups_;
  std::size_t pairs_ = 0;  ///< Of a bone and a collider that it can hit.
  SpringBoneSpec spec_;
  std::vector<std::string> collider_pointers_;
  std::vector<std::string> spring_pointers_;
};

}  // namespace tassel
