#pragma once
// glTF's skins.

#include <vector>

#include "formats/gltf/buffer_views.h"
#include "formats/gltf/node_reader.h"
#include "formats/json/json_reader.h"
#include "tassel/gltf.h"

namespace tassel {

/// Reads "skins" of the document, where it has any. Faults: a joint that is no node, matrices that
/// are fewer than the joints or not finite, and more than a million joints of all skins.
[[nodiscard]] std::vector<Skin> read_skins(const JsonReader& document, const NodeTree& tree,
                                           BufferViews& views);

}  // namespace tassel
