#pragma once
// glTF's meshes, as nodes show them.

#include "formats/gltf/buffer_views.h"
#include "formats/gltf/node_reader.h"
#include "formats/json/json_reader.h"
#include "tassel/gltf.h"

namespace tassel {

/// Fills character.meshes, node by node of the file, whose skins are read already. Points and lines
/// are left out; so are primitives that only KHR_draco_mesh_compression holds, which is noted.
void read_meshes(const JsonReader& document, const NodeTree& tree, BufferViews& views,
                 Character& character);

}  // namespace tassel
