#include "formats/vrm/collider_reader.h"

#include <cstddef>
#include <vector>

#include "formats/vrm/vrm_json.h"

namespace tassel {

namespace {

constexpr const char* kExtendedCollider = "VRMC_springBone_extended_collider";

bool read_inside(const JsonReader& shape) {
  return has_value(shape, "inside") && shape.at("inside").boolean();
}

/// What the shape and the plane, sphere or capsule in it say. False, noted, where it is none.
bool read_shape(const JsonReader& shape, bool is_extended, SpringCollider& collider, Notes& notes) {
  shape.expect_object();
  if (has_value(shape, "sphere")) {
    const JsonReader sphere = shape.at("sphere");
    sphere.expect_object();
    note_unknown_keys(sphere, {"offset", "radius", is_extended ? "inside" : "radius"}, notes);
    collider.kind = SpringCollider::Kind::kSphere;
    collider.offset_ls = read_vector(sphere, "offset", {});
    collider.radius = read_radius(sphere, "radius", notes);
    collider.inside = is_extended && read_inside(sphere);
    return true;
  }
  if (has_value(shape, "capsule")) {
    const JsonReader capsule = shape.at("capsule");
    capsule.expect_object();
    note_unknown_keys(capsule, {"offset", "radius", "tail", is_extended ? "inside" : "tail"},
                      notes);
    collider.kind = SpringCollider::Kind::kCapsule;
    collider.offset_ls = read_vector(capsule, "offset", {});
    collider.tail_ls = read_vector(capsule, "tail", {});
    collider.radius = read_radius(capsule, "radius", notes);
    collider.inside = is_extended && read_inside(capsule);
    return true;
  }
  if (is_extended && has_value(shape, "plane")) {
    const JsonReader plane = shape.at("plane");
    plane.expect_object();
    note_unknown_keys(plane, {"offset", "normal"}, notes);
    collider.kind = SpringCollider::Kind::kPlane;
    collider.offset_ls = read_vector(plane, "offset", {});
    collider.normal_ls = read_vector(plane, "normal", {0, 0, 1});
    return true;
  }
  notes.add(shape, "the shape is none that is known, so the collider is left out");
  return false;
}

/// The collider's index in the builder, or −1.
int read_collider(const JsonReader& reader, const std::vector<int>& joint_of_node, Notes& notes,
                  SpringBuilder& builder) {
  const int node = read_index(reader, "node", joint_of_node.size(), "node", notes);
  if (node < 0) return -1;
  note_unknown_keys(reader, {"node", "shape", "name"}, notes);
  note_unknown_extensions(reader, kExtendedCollider, notes);
  SpringCollider collider;
  collider.joint = joint_of_node[node];
  const bool is_extended = has_extension(reader, kExtendedCollider, notes);
  const JsonReader holder = is_extended ? extension(reader, kExtendedCollider) : reader;
  if (!has_value(holder, "shape")) {
    notes.add(holder, "the collider has no shape, and is left out");
    return -1;
  }
  if (!read_shape(holder.at("shape"), is_extended, collider, notes)) return -1;
  return builder.add_collider(collider, reader);
}

void read_group(const JsonReader& group, const std::vector<int>& colliders, Notes& notes,
                SpringBuilder& builder) {
  builder.add_collider_group();
  if (!group.is_null()) group.expect_object();
  note_unknown_keys(group, {"name", "colliders"}, notes);
  const std::size_t count = size_of_list(group, "colliders");
  if (count == 0) notes.add(group, "the group has no colliders");
  for (std::size_t i = 0; i < count && !group.failed(); ++i) {
    const int index =
        read_index(group.at("colliders").element(i), colliders.size(), "collider", notes);
    if (index >= 0 && colliders[index] >= 0) builder.add_to_group(colliders[index]);
  }
}

}  // namespace

void read_collider_groups(const JsonReader& springs, const std::vector<int>& joint_of_node,
                          Notes& notes, SpringBuilder& builder) {
  std::vector<int> colliders;
  const std::size_t count = size_of_list(springs, "colliders");
  for (std::size_t i = 0; i < count && !springs.failed(); ++i) {
    colliders.push_back(
        read_collider(springs.at("colliders").element(i), joint_of_node, notes, builder));
  }
  const std::size_t group_count = size_of_list(springs, "colliderGroups");
  for (std::size_t i = 0; i < group_count && !springs.failed(); ++i) {
    read_group(springs.at("colliderGroups").element(i), colliders, notes, builder);
  }
}

}  // namespace tassel
