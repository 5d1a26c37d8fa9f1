#pragma once
// Which node plays which part of a human body.

#include <vector>

#include "formats/json/json_reader.h"
#include "formats/vrm/notes.h"
#include "tassel/skeleton.h"

namespace tassel {

/// "humanBones" of VRM 1.0 and of VRM animations: an object by names. Bones come in the order of
/// kHumanoidBones; what names no node, an unknown bone or a node that is another bone is noted.
[[nodiscard]] Humanoid read_humanoid(const JsonReader& human_bones,
                                     const std::vector<int>& joint_of_node, Notes& notes);

/// VRM 0.x's: an array, with other names for the thumb, of a character that faces −Z.
[[nodiscard]] Humanoid read_humanoid_0(const JsonReader& human_bones,
                                       const std::vector<int>& joint_of_node, Notes& notes);

}  // namespace tassel
