#pragma once
// One primitive of a glTF mesh.

#include <cstdint>

#include "formats/gltf/buffer_views.h"
#include "formats/json/json_reader.h"
#include "tassel/gltf.h"

namespace tassel {

/// What all meshes of a file may hold together: many primitives and nodes may share little data.
class MeshBudget {
 public:
  /// Faults at `reader` beyond 10 million vertices or 20 million triangles.
  void claim(std::uint64_t vertices, std::uint64_t triangles, const JsonReader& reader);

 private:
  std::uint64_t vertices_ = 0;
  std::uint64_t triangles_ = 0;
};

/// Whether the primitive has triangles that can be read: not points or lines, nor what only
/// KHR_draco_mesh_compression holds.
[[nodiscard]] bool has_triangles(const JsonReader& primitive);
[[nodiscard]] bool needs_draco(const JsonReader& document, const JsonReader& primitive);

/// Reads positions and triangles, and influences where `skin` isn't null. Faults: numbers that
/// aren't finite, indices of no vertex, joints that the skin lacks, weights below 0.
[[nodiscard]] Mesh read_primitive(const JsonReader& document, const JsonReader& primitive,
                                  const Skin* skin, BufferViews& views, MeshBudget& budget);

}  // namespace tassel
