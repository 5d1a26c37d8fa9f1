#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "formats/gltf/animation_reader.h"
#include "formats/gltf/buffer_views.h"
#include "formats/gltf/buffers.h"
#include "formats/gltf/document.h"
#include "formats/gltf/gltf_json.h"
#include "formats/gltf/mesh_reader.h"
#include "formats/gltf/node_reader.h"
#include "formats/gltf/resource_uri.h"
#include "formats/gltf/skin_reader.h"
#include "formats/vrm/read_vrm.h"
#include "tassel/gltf.h"

namespace tassel {

namespace {

std::vector<int> nodes_of_joints(const NodeTree& tree) {
  std::vector<int> nodes(tree.joint_of_node.size());
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    nodes[tree.joint_of_node[node]] = static_cast<int>(node);
  }
  return nodes;
}

void read_animations(const JsonReader& document, const NodeTree& tree, BufferViews& views,
                     Character& character) {
  AnimationReader reader(document, tree, views);
  const std::size_t count = size_of_member(document, "animations");
  for (std::size_t i = 0; i < count && !document.failed(); ++i) {
    character.animations.push_back(reader.read(document.at("animations").element(i)));
  }
}

std::vector<std::string> files_named(const JsonReader& document) {
  std::vector<std::string> files;
  for (const char* key : {"buffers", "images"}) {
    const std::size_t count = size_of_member(document, key);
    for (std::size_t i = 0; i < count && !document.failed(); ++i) {
      const JsonReader user = document.at(key).element(i);
      if (!user.has("uri") || is_data_uri(user.at("uri").text())) continue;
      std::string file;
      const bool is_file = decode_relative_uri(user.at("uri").text(), file).ok();
      if (is_file && std::find(files.begin(), files.end(), file) == files.end()) {
        files.push_back(std::move(file));
      }
    }
  }
  return files;
}

}  // namespace

Status read_gltf(std::span<const std::byte> bytes, const ReadResource& resource,
                 Character& character) {
  GltfDocument opened;
  if (Status status = open_gltf(bytes, opened); !status.ok()) return status;
  Status status;
  const JsonReader document(opened.json, status);
  check_version_and_extensions(document);
  Buffers buffers(document, opened.binary, resource);
  BufferViews views(document, buffers);
  NodeTree tree = read_nodes(document);
  if (!status.ok()) return status;

  Character read;
  read.node_of_joint = nodes_of_joints(tree);
  read.skins = read_skins(document, tree, views);
  read_meshes(document, tree, views, read);
  read_animations(document, tree, views, read);
  read.skeleton = std::move(tree.skeleton);
  read_vrm(document, tree, read);
  read.neighbours = files_named(document);
  if (!status.ok()) return status;
  character = std::move(read);
  return {};
}

}  // namespace tassel
