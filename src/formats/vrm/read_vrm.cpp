#include "formats/vrm/read_vrm.h"

#include "formats/vrm/humanoid_reader.h"
#include "formats/vrm/notes.h"
#include "formats/vrm/spring_builder.h"
#include "formats/vrm/vrm0_springs.h"
#include "formats/vrm/vrm1_springs.h"
#include "formats/vrm/vrm_json.h"

namespace tassel {

namespace {

constexpr const char* kVrm0 = "VRM";
constexpr const char* kVrm1 = "VRMC_vrm";
constexpr const char* kVrmAnimation = "VRMC_vrm_animation";
constexpr const char* kSpringBone = "VRMC_springBone";

bool has_vrm0(const JsonReader& document) {
  return has_value(document, "extensions") && has_value(document.at("extensions"), kVrm0);
}

/// The member `key` of the extension's humanoid, where it has both.
bool has_human_bones(const JsonReader& holder) {
  if (!has_value(holder, "humanoid")) return false;
  holder.at("humanoid").expect_object();
  return has_value(holder.at("humanoid"), "humanBones");
}

void read_kind_and_humanoid(const JsonReader& document, const std::vector<int>& joint_of_node,
                            Notes& notes, Character& character) {
  if (has_extension(document, kVrm1, notes)) {
    character.kind = Character::Kind::kVrm1;
  } else if (has_vrm0(document)) {
    character.kind = Character::Kind::kVrm0;
  } else if (has_extension(document, kVrmAnimation, notes)) {
    character.kind = Character::Kind::kVrmAnimation;
  } else {
    return;
  }
  const bool is_vrm0 = character.kind == Character::Kind::kVrm0;
  const bool is_vrm1 = character.kind == Character::Kind::kVrm1;
  const JsonReader holder = extension(document, is_vrm0 ? kVrm0 : is_vrm1 ? kVrm1 : kVrmAnimation);
  holder.expect_object();
  if (!has_human_bones(holder)) return notes.add(holder, "it has no humanoid bones");
  const JsonReader human_bones = holder.at("humanoid").at("humanBones");
  character.humanoid = is_vrm0 ? read_humanoid_0(human_bones, joint_of_node, notes)
                               : read_humanoid(human_bones, joint_of_node, notes);
}

void read_springs(const JsonReader& document, const std::vector<int>& joint_of_node, Notes& notes,
                  Character& character) {
  SpringBuilder builder(character.skeleton, notes);
  const bool has_vrm0_springs =
      has_vrm0(document) && has_value(extension(document, kVrm0), "secondaryAnimation");
  if (has_extension(document, kSpringBone, notes)) {
    read_vrm1_springs(extension(document, kSpringBone), joint_of_node, notes, builder);
    if (has_vrm0_springs) {
      notes.add(extension(document, kVrm0).at("secondaryAnimation"),
                "the file has VRMC_springBone too, so this has no effect");
    }
  } else if (has_vrm0_springs) {
    read_vrm0_springs(document, extension(document, kVrm0).at("secondaryAnimation"),
                      character.skeleton, joint_of_node, notes, builder);
  }
  if (!document.failed()) character.springs = builder.finish();
}

}  // namespace

void read_vrm(const JsonReader& document, const NodeTree& tree, Character& character) {
  if (!has_value(document, "extensions")) return;
  document.at("extensions").expect_object();
  Notes notes(character.notes);
  read_kind_and_humanoid(document, tree.joint_of_node, notes, character);
  read_springs(document, tree.joint_of_node, notes, character);
  notes.finish();
}

}  // namespace tassel
