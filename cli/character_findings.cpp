// What is in a character's file.

#include <algorithm>
#include <set>

#include "findings.h"

namespace tassel::cli {
namespace {

std::string kind_of(const Character& character) {
  switch (character.kind) {
    case Character::Kind::kVrm0:
      return "VRM 0.x";
    case Character::Kind::kVrm1:
      return "VRM 1.0";
    case Character::Kind::kVrmAnimation:
      return "VRM animation";
    case Character::Kind::kBvh:
      return "BVH";
    case Character::Kind::kGltf:
      break;
  }
  return "glTF";
}

std::string kind_of(const SpringCollider& collider) {
  const std::string side = collider.inside ? "inside " : "";
  switch (collider.kind) {
    case SpringCollider::Kind::kSphere:
      return side + "sphere";
    case SpringCollider::Kind::kCapsule:
      return side + "capsule";
    case SpringCollider::Kind::kPlane:
      break;
  }
  return "plane";
}

/// Node names may be missing: then the node's number stands for it.
std::string name_of(const Character& character, int joint) {
  const std::string& name = character.skeleton.joints[joint].name;
  return name.empty() ? "node " + std::to_string(character.node_of_joint[joint]) : name;
}

SpringFinding describe_spring(const Character& character, const Spring& spring,
                              std::span<const Affined> rest_ms) {
  SpringFinding found;
  found.name = spring.name;
  found.first_joint = name_of(character, spring.bones.front().joint);
  if (spring.center >= 0) found.centre = name_of(character, spring.center);
  found.bone_count = static_cast<int>(spring.bones.size());
  found.collider_count = static_cast<int>(spring.colliders.size());
  for (const SpringBone& bone : spring.bones) {
    found.length += length(apply_linear(rest_ms[bone.joint], bone.tail_ls));
  }
  return found;
}

void describe_springs(const Character& character, CharacterFindings& found) {
  std::vector<Transformd> rest_ls;
  for (const Joint& joint : character.skeleton.joints) rest_ls.push_back(joint.reference_ls);
  std::vector<Affined> rest_ms(rest_ls.size());
  local_to_model(character.skeleton, rest_ls, rest_ms);
  for (const Spring& spring : character.springs.springs) {
    if (spring.bones.empty()) continue;
    found.springs.push_back(describe_spring(character, spring, rest_ms));
  }
  for (const SpringCollider& collider : character.springs.colliders) {
    const Vec3d axis = apply_linear(rest_ms[collider.joint], collider.tail_ls - collider.offset_ls);
    const bool is_capsule = collider.kind == SpringCollider::Kind::kCapsule;
    found.colliders.push_back({kind_of(collider), name_of(character, collider.joint),
                               collider.radius, is_capsule ? length(axis) : 0});
  }
}

ParameterFinding range_of(const Character& character, std::string name, std::string unit,
                          double SpringBone::*member) {
  ParameterFinding found{std::move(name), std::move(unit), {}, {}};
  for (const Spring& spring : character.springs.springs) {
    for (const SpringBone& bone : spring.bones) {
      if (found.components.empty()) found.components.push_back({bone.*member, bone.*member});
      ParameterFinding::Range& range = found.components.front();
      range = {std::min(range.lowest, bone.*member), std::max(range.highest, bone.*member)};
    }
  }
  return found;
}

AnimationFinding describe_animation(const Animation& animation) {
  std::set<int> joints;
  for (const Track& track : animation.tracks) joints.insert(track.joint);
  return {animation.name, animation.duration, static_cast<int>(joints.size())};
}

}  // namespace

Findings describe(const std::string& file, const Character& character) {
  Findings found;
  found.kind = kind_of(character);
  found.files = {file};
  found.joints = JointFindings{character.skeleton.size(), std::nullopt, {}};
  CharacterFindings& about = found.character.emplace();
  about.skin_count = static_cast<int>(character.skins.size());
  about.mesh_count = static_cast<int>(character.meshes.size());
  for (const Mesh& mesh : character.meshes) about.triangle_count += mesh.triangles.size() / 3;
  about.humanoid_bone_count = static_cast<int>(character.humanoid.bones.size());
  for (const Animation& animation : character.animations) {
    about.animations.push_back(describe_animation(animation));
  }
  describe_springs(character, about);
  if (!about.springs.empty()) {
    about.parameters = {range_of(character, "stiffness", "m/s", &SpringBone::stiffness),
                        range_of(character, "gravityPower", "m/s", &SpringBone::gravity_power),
                        range_of(character, "dragForce", "", &SpringBone::drag_force),
                        range_of(character, "hitRadius", "m", &SpringBone::hit_radius)};
  }
  found.notes = character.notes;
  return found;
}

}  // namespace tassel::cli
