#pragma once
// What VRM's extensions say about a character.

#include "formats/gltf/node_reader.h"
#include "formats/json/json_reader.h"
#include "tassel/gltf.h"

namespace tassel {

/// Sets the character's kind, humanoid and springs and adds to its notes. Its skeleton is read
/// already, from the nodes of `tree`. What can't be run is left out, with a note; a value of the
/// wrong kind is a fault. The springs are such that `validate` finds nothing.
void read_vrm(const JsonReader& document, const NodeTree& tree, Character& character);

}  // namespace tassel
