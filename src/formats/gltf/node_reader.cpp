#include "formats/gltf/node_reader.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "formats/gltf/affine.h"
#include "formats/gltf/gltf_json.h"
#include "formats/gltf/quaternion_of.h"

namespace tassel {

namespace {

constexpr std::size_t kMaxNodes = 65'535;
constexpr double kTolerance = 1e-3;

/// Columns at right angles become a rotation and scales; a mirroring goes into the scale of X.
Transformd read_matrix(const JsonReader& node) {
  std::array<double, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  read_numbers(node, "matrix", m);
  const Affine a{
      {m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
  const double mirror = determinant(a) < 0 ? -1 : 1;
  const Vec3d scale{mirror * length(a.x), length(a.y), length(a.z)};
  const double volume = scale.x * scale.y * scale.z;
  if (volume == 0 || !std::isfinite(volume)) {
    node.at("matrix").fail("the matrix has no rotation: a column has no length");
    return {};
  }
  const Vec3d x = (1 / scale.x) * a.x;
  const Vec3d y = (1 / scale.y) * a.y;
  const Vec3d z = (1 / scale.z) * a.z;
  const double shear = std::abs(dot(x, y)) + std::abs(dot(y, z)) + std::abs(dot(z, x));
  const double projection = std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]) + std::abs(m[15] - 1);
  if (shear > kTolerance || projection > kTolerance) {
    node.at("matrix").fail("the matrix shears or projects, which no joint does");
    return {};
  }
  return {a.origin, quaternion_of(x, y, z), scale};
}

Transformd read_transform(const JsonReader& node) {
  if (node.has("matrix")) {
    if (node.has("translation") || node.has("rotation") || node.has("scale")) {
      node.fail("the node has a matrix and also a translation, rotation or scale");
    }
    return read_matrix(node);
  }
  std::array<double, 3> t{0, 0, 0};
  std::array<double, 4> r{0, 0, 0, 1};
  std::array<double, 3> s{1, 1, 1};
  read_numbers(node, "translation", t);
  read_numbers(node, "rotation", r);
  read_numbers(node, "scale", s);
  const Quatd q{r[0], r[1], r[2], r[3]};
  if (!is_nearly_unit(q)) {
    node.at("rotation").fail("the rotation isn't a unit quaternion");
    return {};
  }
  return {{t[0], t[1], t[2]}, normalized(q), {s[0], s[1], s[2]}};
}

std::vector<int> read_parents(const JsonReader& nodes, std::size_t count) {
  std::vector<int> parents(count, -1);
  for (std::size_t i = 0; i < count && !nodes.failed(); ++i) {
    const JsonReader node = nodes.element(i);
    node.expect_object();
    const std::size_t child_count = size_of_member(node, "children");
    for (std::size_t k = 0; k < child_count && !nodes.failed(); ++k) {
      const JsonReader child = node.at("children").element(k);
      int& parent = parents[whole_number(child, count)];
      if (parent >= 0) {
        child.fail("the node is a child of two nodes, this one and node " + std::to_string(parent));
      }
      parent = static_cast<int>(i);
    }
  }
  return parents;
}

/// The nodes, ancestors in front of their descendants as far as there is no cycle.
std::vector<int> parents_first(const std::vector<int>& parents) {
  std::vector<int> order;
  std::vector<int> path;
  std::vector<char> seen(parents.size(), 0);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    int node = static_cast<int>(i);
    for (path.clear(); node >= 0 && !seen[node]; node = parents[node]) {
      seen[node] = 1;
      path.push_back(node);
    }
    order.insert(order.end(), path.rbegin(), path.rend());
  }
  return order;
}

}  // namespace

NodeTree read_nodes(const JsonReader& document) {
  NodeTree tree;
  const std::size_t count = size_of_member(document, "nodes");
  if (count == 0) {
    document.fail("the file has no nodes");
    return tree;
  }
  const JsonReader nodes = document.at("nodes");
  if (count > kMaxNodes) {
    nodes.fail("more than 65,535 nodes");
    return tree;
  }
  const std::vector<int> parents = read_parents(nodes, count);
  tree.joint_of_node.assign(count, -1);
  for (const int node : parents_first(parents)) {
    const JsonReader reader = nodes.element(node);
    Joint joint{text_or_empty(reader, "name"), -1, read_transform(reader)};
    if (parents[node] >= 0) {
      joint.parent = tree.joint_of_node[parents[node]];
      if (joint.parent < 0) reader.fail("the node is its own ancestor");
    }
    if (reader.failed()) return {};
    tree.joint_of_node[node] = tree.skeleton.size();
    tree.skeleton.joints.push_back(std::move(joint));
  }
  return tree;
}

}  // namespace tassel
