#include "formats/gltf/node_reader.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "formats/gltf/gltf_json.h"
#include "formats/gltf/quaternion_of.h"
#include "skeleton/transform_checks.h"

namespace tassel {

namespace {

constexpr std::size_t kMaxNodes = 65'535;
constexpr double kTolerance = 1e-3;

bool is_zero(const Vec3d& v) { return length(v) == 0; }

Vec3d unit_or_zero(const Vec3d& v, double size) { return size == 0 ? v : (1 / size) * v; }

/// Some unit vector at a right angle to a unit vector.
Vec3d perpendicular(const Vec3d& v) {
  const Vec3d result = cross(v, std::abs(v.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0});
  return (1 / length(result)) * result;
}

/// Gives axes without a direction the one that makes the three a rotation.
void complete(std::array<Vec3d, 3>& axes) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (!is_zero(axes[i])) continue;
    const Vec3d& next = axes[(i + 1) % 3];
    const Vec3d& last = axes[(i + 2) % 3];
    if (is_zero(next)) {
      axes[i] = is_zero(last) ? Vec3d{1, 0, 0} : perpendicular(last);
    } else {
      axes[i] = is_zero(last) ? perpendicular(next) : cross(next, last);
    }
  }
}

/// Columns at right angles become a rotation and scales; a mirroring goes into the scale of X. A
/// column without length is a scale of 0, and its axis follows from the others.
Transformd read_matrix(const JsonReader& node) {
  std::array<double, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  read_numbers(node, "matrix", m);
  const Affined a{
      {m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
  const double mirror = determinant(a) < 0 ? -1 : 1;
  const Vec3d scale{mirror * length(a.x), length(a.y), length(a.z)};
  std::array<Vec3d, 3> axes{unit_or_zero(a.x, scale.x), unit_or_zero(a.y, scale.y),
                            unit_or_zero(a.z, scale.z)};
  complete(axes);
  const auto& [x, y, z] = axes;
  const double shear = std::abs(dot(x, y)) + std::abs(dot(y, z)) + std::abs(dot(z, x));
  const double projection = std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]) + std::abs(m[15] - 1);
  if (!(shear <= kTolerance && projection <= kTolerance)) {
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
    if (!is_finite(joint.reference_ls)) reader.fail("the node's transform is out of range");
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
