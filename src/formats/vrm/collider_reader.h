#pragma once
// VRM 1.0's colliders and their groups.

#include "formats/json/json_reader.h"
#include "formats/vrm/notes.h"
#include "formats/vrm/spring_builder.h"

namespace tassel {

/// Reads "colliders" and "colliderGroups" of VRMC_springBone. A shape of
/// VRMC_springBone_extended_collider stands instead of the collider's own.
void read_collider_groups(const JsonReader& springs, const std::vector<int>& joint_of_node,
                          Notes& notes, SpringBuilder& builder);

}  // namespace tassel
