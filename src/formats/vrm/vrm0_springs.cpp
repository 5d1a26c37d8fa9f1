#include "formats/vrm/vrm0_springs.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "formats/gltf/gltf_json.h"
#include "formats/vrm/vrm_json.h"
#include "spec/dyng_range.h"

namespace tassel {

namespace {

constexpr double kLeafLength = 0.07;

Vec3d read_xyz(const JsonReader& object, const char* key, const Vec3d& otherwise) {
  if (!has_value(object, key)) return otherwise;
  const JsonReader xyz = object.at(key);
  xyz.expect_object();
  return {read_number(xyz, "x", otherwise.x), read_number(xyz, "y", otherwise.y),
          read_number(xyz, "z", otherwise.z)};
}

/// Every joint's children in the file's order, which says who is first.
std::vector<std::vector<int>> read_children(const JsonReader& document,
                                            const std::vector<int>& joint_of_node) {
  std::vector<std::vector<int>> children(joint_of_node.size());
  const JsonReader nodes = document.at("nodes");
  for (std::size_t node = 0; node < joint_of_node.size() && !nodes.failed(); ++node) {
    const JsonReader reader = nodes.element(node);
    const std::size_t count = size_of_member(reader, "children");
    for (std::size_t i = 0; i < count && !nodes.failed(); ++i) {
      const auto child = whole_number(reader.at("children").element(i), joint_of_node.size());
      children[joint_of_node[node]].push_back(joint_of_node[child]);
    }
  }
  return children;
}

void read_collider(const JsonReader& reader, int joint, Notes& notes, SpringBuilder& builder) {
  reader.expect_object();
  note_unknown_keys(reader, {"offset", "radius"}, notes);
  SpringCollider collider;
  collider.joint = joint;
  const Vec3d offset = read_xyz(reader, "offset", {});
  collider.offset_ls = {offset.x, offset.y, 0 - offset.z};  // Unity's space is left-handed.
  collider.radius = read_radius(reader, "radius", notes);
  builder.add_to_group(builder.add_collider(collider, reader));
}

void read_collider_group(const JsonReader& group, const std::vector<int>& joint_of_node,
                         Notes& notes, SpringBuilder& builder) {
  builder.add_collider_group();
  const int node = read_index(group, "node", joint_of_node.size(), "node", notes);
  if (node < 0) return;
  note_unknown_keys(group, {"node", "colliders"}, notes);
  const std::size_t count = size_of_list(group, "colliders");
  if (count == 0) notes.add(group, "the group has no colliders");
  for (std::size_t i = 0; i < count && !group.failed(); ++i) {
    read_collider(group.at("colliders").element(i), joint_of_node[node], notes, builder);
  }
}

/// What a group's springs share.
struct BoneGroup {
  Spring spring;  ///< Without bones.
  SpringBone settings;
  std::vector<int> collider_groups;
};

class BoneGroupReader {
 public:
  BoneGroupReader(const JsonReader& document, const JsonReader& secondary_animation,
                  const Skeleton& skeleton, const std::vector<int>& joint_of_node, Notes& notes,
                  SpringBuilder& builder)
      : skeleton_(skeleton),
        joint_of_node_(joint_of_node),
        notes_(notes),
        builder_(builder),
        children_(read_children(document, joint_of_node)),
        collider_group_count_(size_of_list(secondary_animation, "colliderGroups")) {}

  void read(const JsonReader& reader) {
    if (reader.is_null()) return notes_.add(reader, "this is null, and is passed over");
    const BoneGroup group = read_group(reader);
    const std::size_t count = size_of_list(reader, "bones");
    if (count == 0) notes_.add(reader, "the group has no bones");
    for (std::size_t i = 0; i < count && !reader.failed(); ++i) {
      const JsonReader root = reader.at("bones").element(i);
      const int node = read_index(root, joint_of_node_.size(), "node", notes_);
      if (node >= 0) add_springs(group, joint_of_node_[node], root);
    }
  }

 private:
  BoneGroup read_group(const JsonReader& reader) {
    reader.expect_object();
    note_unknown_keys(reader,
                      {"comment", "stiffiness", "gravityPower", "gravityDir", "dragForce", "center",
                       "hitRadius", "bones", "colliderGroups"},
                      notes_);
    BoneGroup group;
    if (has_value(reader, "comment")) group.spring.name = reader.at("comment").string();
    if (has_value(reader, "center") && reader.at("center").number() != -1) {
      const int node = read_index(reader, "center", joint_of_node_.size(), "node", notes_);
      if (node >= 0) group.spring.center = joint_of_node_[node];
    }
    group.settings.stiffness = read_number(reader, "stiffiness", 1);
    group.settings.gravity_power = read_number(reader, "gravityPower", 0);
    group.settings.gravity_dir_ws = read_xyz(reader, "gravityDir", {0, -1, 0});
    group.settings.drag_force = read_in_range(reader, "dragForce", 0.4, 0, 1, notes_);
    group.settings.hit_radius = read_radius(reader, "hitRadius", notes_);
    const std::size_t count = size_of_list(reader, "colliderGroups");
    for (std::size_t i = 0; i < count && !reader.failed(); ++i) {
      const int index = read_index(reader.at("colliderGroups").element(i), collider_group_count_,
                                   "collider group", notes_);
      if (index >= 0) group.collider_groups.push_back(index);
    }
    return group;
  }

  /// Springs come after those that they hang from.
  void add_springs(const BoneGroup& group, int root, const JsonReader& place) {
    bool overlaps = false;
    std::vector<int> starts{root};
    for (std::size_t i = 0; i < starts.size() && !place.failed(); ++i) {
      Spring spring = group.spring;
      int joint = starts[i];
      for (; joint >= 0 && builder_.claim(joint); joint = first_child(joint)) {
        spring.bones.push_back(bone_of(group, joint));
        const std::vector<int>& children = children_[joint];
        if (children.size() > 1) starts.insert(starts.end(), children.begin() + 1, children.end());
      }
      overlaps = overlaps || joint >= 0;
      if (!spring.bones.empty()) builder_.add(std::move(spring), group.collider_groups, place);
    }
    if (overlaps) {
      notes_.add(place, "the node, or one below it, hangs from an earlier root too, which has it");
    }
  }

  [[nodiscard]] int first_child(int joint) const {
    return children_[joint].empty() ? -1 : children_[joint].front();
  }

  [[nodiscard]] SpringBone bone_of(const BoneGroup& group, int joint) const {
    SpringBone bone = group.settings;
    bone.joint = joint;
    const int child = first_child(joint);
    bone.tail_ls = child < 0 ? leaf_tail(joint) : skeleton_.joints[child].reference_ls.translation;
    if (!fits(bone.tail_ls)) bone.tail_ls = {};
    return bone;
  }

  /// On along the leaf's own offset from its parent. One without an offset has no length.
  [[nodiscard]] Vec3d leaf_tail(int joint) const {
    const Vec3d offset = skeleton_.joints[joint].reference_ls.translation;
    const double distance = length(offset);
    return distance > 0 && std::isfinite(distance) ? (kLeafLength / distance) * offset : Vec3d{};
  }

  const Skeleton& skeleton_;
  const std::vector<int>& joint_of_node_;
  Notes& notes_;
  SpringBuilder& builder_;
  std::vector<std::vector<int>> children_;
  std::size_t collider_group_count_;
};

}  // namespace

void read_vrm0_springs(const JsonReader& document, const JsonReader& secondary_animation,
                       const Skeleton& skeleton, const std::vector<int>& joint_of_node,
                       Notes& notes, SpringBuilder& builder) {
  secondary_animation.expect_object();
  note_unknown_keys(secondary_animation, {"boneGroups", "colliderGroups"}, notes);
  const std::size_t collider_groups = size_of_list(secondary_animation, "colliderGroups");
  for (std::size_t i = 0; i < collider_groups && !document.failed(); ++i) {
    read_collider_group(secondary_animation.at("colliderGroups").element(i), joint_of_node, notes,
                        builder);
  }
  BoneGroupReader reader(document, secondary_animation, skeleton, joint_of_node, notes, builder);
  const std::size_t bone_groups = size_of_list(secondary_animation, "boneGroups");
  for (std::size_t i = 0; i < bone_groups && !document.failed(); ++i) {
    reader.read(secondary_animation.at("boneGroups").element(i));
  }
}

}  // namespace tassel
