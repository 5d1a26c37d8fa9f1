#pragma once
// VRM 0.x's springs, "secondaryAnimation".

#include "formats/gltf/node_reader.h"
#include "formats/json/json_reader.h"
#include "formats/vrm/notes.h"
#include "formats/vrm/spring_builder.h"

namespace tassel {

/// Each node at and below a group's roots is a bone. Its tail is its first child, or 7 cm on where
/// it has none. A run of first children makes a spring; every further child starts one.
void read_vrm0_springs(const JsonReader& document, const JsonReader& secondary_animation,
                       const Skeleton& skeleton, const std::vector<int>& joint_of_node,
                       Notes& notes, SpringBuilder& builder);

}  // namespace tassel
