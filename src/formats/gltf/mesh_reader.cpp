#include "formats/gltf/mesh_reader.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "formats/gltf/gltf_json.h"
#include "formats/gltf/primitive_reader.h"

namespace tassel {

namespace {

class MeshReader {
 public:
  MeshReader(const JsonReader& document, BufferViews& views, Character& character)
      : document_(document), views_(views), character_(character) {}

  void read(const JsonReader& node, int joint) {
    const int mesh =
        static_cast<int>(whole_number(node.at("mesh"), size_of_member(document_, "meshes")));
    const int skin = node.has("skin")
                         ? static_cast<int>(whole_number(node.at("skin"), character_.skins.size()))
                         : -1;
    if (node.failed()) return;
    const auto [place, is_new] = shown_.try_emplace({mesh, skin});
    if (is_new) {
      place->second = read_primitives(document_.at("meshes").element(mesh), skin, joint);
    } else {
      copy_primitives(place->second, node, joint);
    }
  }

 private:
  struct Range {
    std::size_t first = 0;
    std::size_t last = 0;  ///< One behind.
  };

  Range read_primitives(const JsonReader& reader, int skin, int joint) {
    const std::size_t first = character_.meshes.size();
    const std::string name = text_or_empty(reader, "name");
    const JsonReader primitives = reader.at("primitives");
    const std::size_t count = primitives.size();
    for (std::size_t i = 0; i < count && !reader.failed(); ++i) {
      const JsonReader primitive = primitives.element(i);
      claim_mesh(name, primitive);
      if (!has_triangles(primitive) || leave_out_draco(primitive)) continue;
      Mesh mesh = read_primitive(document_, primitive, skin < 0 ? nullptr : &character_.skins[skin],
                                 views_, budget_);
      mesh.name = name;
      mesh.joint = joint;
      mesh.skin = mesh.influences == 0 ? -1 : skin;
      if (!reader.failed()) character_.meshes.push_back(std::move(mesh));
    }
    return {first, character_.meshes.size()};
  }

  /// Many nodes may show many primitives of one long name, all of them empty.
  void claim_mesh(const std::string& name, const JsonReader& reader) {
    views_.claim(sizeof(Mesh) + name.size(), reader);
  }

  bool leave_out_draco(const JsonReader& primitive) {
    if (!needs_draco(document_, primitive)) return false;
    if (!has_noted_draco_) {
      character_.notes.push_back(primitive.pointer() +
                                 ": what KHR_draco_mesh_compression holds is left out");
    }
    has_noted_draco_ = true;
    return true;
  }

  void copy_primitives(const Range& range, const JsonReader& node, int joint) {
    for (std::size_t i = range.first; i < range.last; ++i) {
      const Mesh& shown = character_.meshes[i];
      claim_mesh(shown.name, node);
      budget_.claim(shown.positions.size(), shown.triangles.size() / 3, node);
      if (node.failed()) return;
      Mesh copy = shown;
      copy.joint = joint;
      character_.meshes.push_back(std::move(copy));
    }
  }

  const JsonReader& document_;
  BufferViews& views_;
  Character& character_;
  MeshBudget budget_;
  std::map<std::pair<int, int>, Range> shown_;  ///< By mesh and skin: where it stands already.
  bool has_noted_draco_ = false;
};

}  // namespace

void read_meshes(const JsonReader& document, const NodeTree& tree, BufferViews& views,
                 Character& character) {
  MeshReader reader(document, views, character);
  for (std::size_t i = 0; i < tree.joint_of_node.size() && !document.failed(); ++i) {
    const JsonReader node = document.at("nodes").element(i);
    if (node.has("mesh")) reader.read(node, tree.joint_of_node[i]);
  }
}

}  // namespace tassel
