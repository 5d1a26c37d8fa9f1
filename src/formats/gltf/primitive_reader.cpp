#include "formats/gltf/primitive_reader.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "formats/gltf/accessor.h"
#include "formats/gltf/gltf_json.h"

namespace tassel {

namespace {

constexpr std::uint64_t kMaxVertices = 10'000'000;
constexpr std::uint64_t kMaxTriangles = 20'000'000;

// Of a primitive's modes, 0 to 3 are points and lines.
constexpr std::uint64_t kTriangles = 4;
constexpr std::uint64_t kTriangleStrip = 5;
constexpr std::uint64_t kTriangleFan = 6;

std::uint64_t read_mode(const JsonReader& primitive) {
  return whole_number(primitive, "mode", kTriangleFan + 1, kTriangles);
}

void read_positions(const JsonReader& document, const JsonReader& index, BufferViews& views,
                    MeshBudget& budget, Mesh& mesh) {
  const Accessor accessor = read_accessor(document, index, ElementType::kVec3, views);
  budget.claim(accessor.count, 0, index);
  expect_type(accessor,
              {ComponentType::kFloat, ComponentType::kByte, ComponentType::kUnsignedByte,
               ComponentType::kShort, ComponentType::kUnsignedShort},
              index);
  if (index.failed()) return;
  const std::vector<float> numbers = floats_of(accessor);
  if (!std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); })) {
    return index.fail("a position isn't finite");
  }
  mesh.positions.resize(accessor.count);
  for (std::size_t i = 0; i < accessor.count; ++i) {
    mesh.positions[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  }
}

/// The vertices that triangles are made of, in order: the primitive's indices, or all vertices.
std::vector<std::uint32_t> read_corners(const JsonReader& document, const JsonReader& primitive,
                                        BufferViews& views, MeshBudget& budget,
                                        std::size_t vertex_count) {
  if (!primitive.has("indices")) {
    budget.claim(0, vertex_count, primitive);
    std::vector<std::uint32_t> corners(vertex_count);
    std::iota(corners.begin(), corners.end(), 0U);
    return corners;
  }
  const JsonReader index = primitive.at("indices");
  const Accessor accessor = read_accessor(document, index, ElementType::kScalar, views);
  budget.claim(0, read_mode(primitive) == kTriangles ? accessor.count / 3 : accessor.count, index);
  expect_type(
      accessor,
      {ComponentType::kUnsignedByte, ComponentType::kUnsignedShort, ComponentType::kUnsignedInt},
      index);
  if (index.failed()) return {};
  std::vector<std::uint32_t> corners = whole_numbers_of(accessor);
  const auto greatest = std::max_element(corners.begin(), corners.end());
  if (greatest != corners.end() && *greatest >= vertex_count) {
    index.fail("an index is " + std::to_string(*greatest) + ", but there are " +
               std::to_string(vertex_count) + " vertices");
  }
  return corners;
}

/// Each triangle of a strip or fan by three corners (glTF 2.0, section 3.7.2.1).
std::vector<std::uint32_t> unrolled(std::uint64_t mode, const std::vector<std::uint32_t>& corners) {
  std::vector<std::uint32_t> triangles;
  if (corners.size() < 3) return triangles;
  triangles.reserve(3 * (corners.size() - 2));
  for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
    const std::size_t odd = i % 2;
    if (mode == kTriangleStrip) {
      triangles.insert(triangles.end(), {corners[i], corners[i + 1 + odd], corners[i + 2 - odd]});
    } else {
      triangles.insert(triangles.end(), {corners[i + 1], corners[i + 2], corners[0]});
    }
  }
  return triangles;
}

/// Four joints and weights of each vertex.
struct Influences {
  std::vector<std::uint32_t> joints;
  std::vector<float> weights;
};

Influences read_influences(const JsonReader& document, const JsonReader& joints_index,
                           const JsonReader& weights_index, std::size_t vertex_count,
                           std::size_t joint_count, BufferViews& views) {
  const Accessor joints = read_accessor(document, joints_index, ElementType::kVec4, views);
  const Accessor weights = read_accessor(document, weights_index, ElementType::kVec4, views);
  expect_type(joints, {ComponentType::kUnsignedByte, ComponentType::kUnsignedShort}, joints_index);
  expect_type(weights,
              {ComponentType::kFloat, ComponentType::kUnsignedByte, ComponentType::kUnsignedShort},
              weights_index);
  if (!weights.is_fraction()) weights_index.fail("weights of integers must be normalized");
  if (joints.count != vertex_count) joints_index.fail("there isn't one a vertex");
  if (weights.count != vertex_count) weights_index.fail("there isn't one a vertex");
  if (joints_index.failed()) return {};
  Influences result{whole_numbers_of(joints), floats_of(weights)};
  const auto greatest = std::max_element(result.joints.begin(), result.joints.end());
  if (greatest != result.joints.end() && *greatest >= joint_count) {
    joints_index.fail("a vertex follows joint " + std::to_string(*greatest) + " of a skin of " +
                      std::to_string(joint_count));
  }
  const auto is_weight = [](float x) { return std::isfinite(x) && x >= 0; };
  if (!std::all_of(result.weights.begin(), result.weights.end(), is_weight)) {
    weights_index.fail("a weight isn't a number from 0");
  }
  return result;
}

/// Fills the mesh's four influences a vertex, or eight, from one or two sets.
void read_all_influences(const JsonReader& document, const JsonReader& attributes,
                         std::size_t joint_count, BufferViews& views, Mesh& mesh) {
  const std::size_t vertices = mesh.positions.size();
  std::vector<Influences> sets;
  for (const auto& [joints, weights] :
       {std::pair{"JOINTS_0", "WEIGHTS_0"}, std::pair{"JOINTS_1", "WEIGHTS_1"}}) {
    if (!attributes.has(joints)) break;
    sets.push_back(read_influences(document, attributes.at(joints), attributes.at(weights),
                                   vertices, joint_count, views));
  }
  if (attributes.failed()) return;
  mesh.influences = static_cast<int>(4 * sets.size());
  mesh.joints.reserve(4 * sets.size() * vertices);
  mesh.weights.reserve(4 * sets.size() * vertices);
  for (std::size_t first = 0; first < 4 * vertices; first += 4) {
    for (const Influences& set : sets) {
      for (std::size_t i = first; i < first + 4; ++i) {
        mesh.joints.push_back(static_cast<std::uint16_t>(set.joints[i]));
        mesh.weights.push_back(set.weights[i]);
      }
    }
  }
}

template <class T>
void keep_rows(const std::vector<std::uint32_t>& rows, std::size_t width, std::vector<T>& values) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(rows[i] * width), width,
                values.begin() + static_cast<std::ptrdiff_t>(i * width));
  }
  values.resize(rows.size() * width);
  values.shrink_to_fit();
}

/// Many files show parts of one large set of vertices by a primitive each.
void leave_out_unused_vertices(Mesh& mesh) {
  constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> new_number(mesh.positions.size(), kUnused);
  for (const std::uint32_t corner : mesh.triangles) new_number[corner] = 0;
  std::vector<std::uint32_t> used;
  for (std::uint32_t i = 0; i < new_number.size(); ++i) {
    if (new_number[i] == kUnused) continue;
    new_number[i] = static_cast<std::uint32_t>(used.size());
    used.push_back(i);
  }
  if (used.size() == mesh.positions.size()) return;
  for (std::uint32_t& corner : mesh.triangles) corner = new_number[corner];
  keep_rows(used, 1, mesh.positions);
  keep_rows(used, static_cast<std::size_t>(mesh.influences), mesh.joints);
  keep_rows(used, static_cast<std::size_t>(mesh.influences), mesh.weights);
}

}  // namespace

void MeshBudget::claim(std::uint64_t vertices, std::uint64_t triangles, const JsonReader& reader) {
  vertices_ += vertices;
  triangles_ += triangles;
  if (vertices_ > kMaxVertices) reader.fail("the meshes have more than 10,000,000 vertices");
  if (triangles_ > kMaxTriangles) reader.fail("the meshes have more than 20,000,000 triangles");
}

bool has_triangles(const JsonReader& primitive) {
  return read_mode(primitive) >= kTriangles && primitive.at("attributes").has("POSITION");
}

bool needs_draco(const JsonReader& document, const JsonReader& primitive) {
  if (!primitive.has("extensions") ||
      !primitive.at("extensions").has("KHR_draco_mesh_compression")) {
    return false;
  }
  const JsonReader index = primitive.at("attributes").at("POSITION");
  return !pointed_at(document, "accessors", index).has("bufferView");
}

Mesh read_primitive(const JsonReader& document, const JsonReader& primitive, const Skin* skin,
                    BufferViews& views, MeshBudget& budget) {
  Mesh mesh;
  const JsonReader attributes = primitive.at("attributes");
  read_positions(document, attributes.at("POSITION"), views, budget, mesh);
  mesh.triangles = read_corners(document, primitive, views, budget, mesh.positions.size());
  const std::uint64_t mode = read_mode(primitive);
  if (mode == kTriangles) {
    mesh.triangles.resize(mesh.triangles.size() / 3 * 3);
  } else {
    mesh.triangles = unrolled(mode, mesh.triangles);
  }
  if (skin != nullptr) {
    read_all_influences(document, attributes, skin->joints.size(), views, mesh);
  }
  if (primitive.failed()) return {};
  leave_out_unused_vertices(mesh);
  return mesh;
}

}  // namespace tassel
