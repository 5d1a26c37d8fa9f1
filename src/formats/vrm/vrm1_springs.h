#pragma once
// VRMC_springBone, VRM 1.0's springs, which plain glTF files may have too.

#include <vector>

#include "formats/json/json_reader.h"
#include "formats/vrm/notes.h"
#include "formats/vrm/spring_builder.h"

namespace tassel {

/// A spring of n joints has n − 1 bones, each with the settings of its head. Of joints that two
/// bones want the first has it.
void read_vrm1_springs(const JsonReader& springs, const std::vector<int>& joint_of_node,
                       Notes& notes, SpringBuilder& builder);

}  // namespace tassel
