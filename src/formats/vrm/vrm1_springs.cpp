#include "formats/vrm/vrm1_springs.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "formats/vrm/collider_reader.h"
#include "formats/vrm/spring_limit_reader.h"
#include "formats/vrm/vrm_json.h"
#include "spec/dyng_range.h"

namespace tassel {

namespace {

SpringBone read_settings(const JsonReader& joint, Notes& notes) {
  note_unknown_keys(
      joint, {"node", "hitRadius", "stiffness", "gravityPower", "gravityDir", "dragForce"}, notes);
  note_unknown_extensions(joint, kSpringLimit, notes);
  SpringBone bone;
  bone.hit_radius = read_radius(joint, "hitRadius", notes);
  bone.stiffness = read_number(joint, "stiffness", bone.stiffness);
  bone.gravity_power = read_number(joint, "gravityPower", bone.gravity_power);
  bone.gravity_dir_ws = read_vector(joint, "gravityDir", bone.gravity_dir_ws);
  bone.drag_force = read_in_range(joint, "dragForce", bone.drag_force, 0, 1, notes);
  bone.limit = read_spring_limit(joint, notes);
  return bone;
}

class SpringReader {
 public:
  SpringReader(const JsonReader& springs, const std::vector<int>& joint_of_node, Notes& notes,
               SpringBuilder& builder)
      : group_count_(size_of_list(springs, "colliderGroups")),
        joint_of_node_(joint_of_node),
        notes_(notes),
        builder_(builder),
        seen_in_(joint_of_node.size(), 0) {}

  void read(const JsonReader& reader) {
    ++spring_number_;
    if (!reader.is_null()) reader.expect_object();
    note_unknown_keys(reader, {"name", "joints", "colliderGroups", "center"}, notes_);
    Spring spring;
    if (has_value(reader, "name")) spring.name = reader.at("name").string();
    spring.bones = read_bones(reader);
    if (spring.bones.empty()) return notes_.add(reader, "the spring has no bones, and is left out");
    spring.center = read_center(reader);
    std::vector<int> groups = read_groups(reader);
    if (!reader.failed()) builder_.add(std::move(spring), groups, reader);
  }

 private:
  std::vector<SpringBone> read_bones(const JsonReader& spring) {
    std::vector<SpringBone> bones;
    const std::size_t count = size_of_list(spring, "joints");
    std::optional<JsonReader> head;
    int head_joint = -1;
    for (std::size_t i = 0; i < count && !spring.failed(); ++i) {
      const JsonReader reader = spring.at("joints").element(i);
      const int node = read_index(reader, "node", joint_of_node_.size(), "node", notes_);
      if (node < 0) continue;
      const int joint = joint_of_node_[node];
      if (std::exchange(seen_in_[joint], spring_number_) == spring_number_) {
        notes_.add(reader, "the node is in this spring already, and is passed over");
        continue;
      }
      if (head) {
        if (!builder_.is_above(head_joint, joint)) {
          notes_.add(reader, "the node isn't below the one before it: the rest is left out");
          break;
        }
        add_bone(*head, head_joint, joint, bones);
      }
      head.emplace(reader);
      head_joint = joint;
    }
    return bones;
  }

  void add_bone(const JsonReader& head, int head_joint, int tail_joint,
                std::vector<SpringBone>& bones) {
    const Vec3d tail_ls = builder_.place_in(head_joint, tail_joint);
    if (!fits(tail_ls)) {
      return notes_.add(head, "the node's space has no volume, so its bone is left out");
    }
    if (!builder_.claim(head_joint)) {
      return notes_.add(head, "the node is in an earlier spring, so its bone here is left out");
    }
    SpringBone& bone = bones.emplace_back(read_settings(head, notes_));
    bone.joint = head_joint;
    bone.tail_ls = tail_ls;
  }

  int read_center(const JsonReader& spring) {
    if (!has_value(spring, "center") || spring.at("center").number() == -1) return -1;
    const int node = read_index(spring, "center", joint_of_node_.size(), "node", notes_);
    return node < 0 ? -1 : joint_of_node_[node];
  }

  std::vector<int> read_groups(const JsonReader& spring) {
    std::vector<int> groups;
    const std::size_t count = size_of_list(spring, "colliderGroups");
    for (std::size_t i = 0; i < count && !spring.failed(); ++i) {
      const int group = read_index(spring.at("colliderGroups").element(i), group_count_,
                                   "collider group", notes_);
      if (group >= 0) groups.push_back(group);
    }
    return groups;
  }

  std::size_t group_count_;
  const std::vector<int>& joint_of_node_;
  Notes& notes_;
  SpringBuilder& builder_;
  std::vector<std::size_t> seen_in_;  ///< The number of the last spring that a joint was in.
  std::size_t spring_number_ = 0;
};

}  // namespace

void read_vrm1_springs(const JsonReader& springs, const std::vector<int>& joint_of_node,
                       Notes& notes, SpringBuilder& builder) {
  note_unknown_keys(springs, {"specVersion", "colliders", "colliderGroups", "springs"}, notes);
  read_collider_groups(springs, joint_of_node, notes, builder);
  SpringReader reader(springs, joint_of_node, notes, builder);
  const std::size_t count = size_of_list(springs, "springs");
  for (std::size_t i = 0; i < count && !springs.failed(); ++i) {
    reader.read(springs.at("springs").element(i));
  }
}

}  // namespace tassel
