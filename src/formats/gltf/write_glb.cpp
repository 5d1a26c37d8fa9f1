#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "formats/gltf/animation_writer.h"
#include "formats/gltf/axes.h"
#include "formats/gltf/glb_builder.h"
#include "formats/gltf/glb_content.h"
#include "formats/gltf/strand_mesh.h"
#include "skeleton/name_index.h"
#include "tassel/gltf.h"

namespace tassel {

using nlohmann::ordered_json;

namespace {

ordered_json material(const char* name, ordered_json linear_rgba, double roughness) {
  return {{"name", name},
          {"pbrMetallicRoughness",
           {{"baseColorFactor", std::move(linear_rgba)},
            {"metallicFactor", 0},
            {"roughnessFactor", roughness}}}};
}

ordered_json hair_material() { return material("hair", {0.36, 0.1, 0.035, 1}, 0.5); }

ordered_json shape_material() {
  ordered_json blue = material("collision shape", {0.05, 0.35, 0.8, 0.35}, 0.8);
  blue["alphaMode"] = "BLEND";
  return blue;
}

void set_transform(const Transformd& t, ordered_json& node) {
  const Quatd q = normalized(t.rotation);
  node["translation"] = {t.translation.x, t.translation.y, t.translation.z};
  node["rotation"] = {q.x, q.y, q.z, q.w};
  if (t.scale.x != 1 || t.scale.y != 1 || t.scale.z != 1) {
    node["scale"] = {t.scale.x, t.scale.y, t.scale.z};
  }
}

/// Places everything in the document, in this order: joints, shapes, strands.
class GlbWriter {
 public:
  explicit GlbWriter(const GlbContent& content) : content_(content), skeleton_(*content.skeleton) {}

  Status write(std::vector<std::byte>& glb) {
    add_joints();
    add_shapes();
    if (Status status = add_strands(); !status.ok()) return status;
    if (content_.clip != nullptr) add_animation(skeleton_, *content_.clip, builder_);
    return builder_.finish(glb);
  }

 private:
  void add_joints() {
    for (const Joint& joint : skeleton_.joints) {
      ordered_json node = {{"name", joint.name}};
      set_transform(to_y_up(joint.reference_ls), node);
      const std::size_t index = builder_.add("nodes", std::move(node));
      if (joint.parent < 0) {
        builder_.add_to_scene(index);
      } else {
        builder_.node(joint.parent)["children"].push_back(index);
      }
    }
  }

  void add_shapes() {
    const NameIndex joints(skeleton_.joints, &Joint::name);
    std::size_t shape_material_index = 0;
    bool has_material = false;
    for (const DyngRoundedShape& shape : content_.shapes) {
      if (shape.rounded_corner_radius == 0) continue;
      if (!has_material) shape_material_index = builder_.add("materials", shape_material());
      has_material = true;
      const SurfaceMesh surface = make_capsule(shape.z_box_extent, shape.rounded_corner_radius);
      ordered_json primitive = primitive_of(surface, shape_material_index);
      const std::string name = "shape_" + shape.bone;
      ordered_json node = {{"name", name}};
      Transformd place = shape.transform_ls;
      place.scale = {1, 1, 1};
      set_transform(to_y_up(place), node);
      node["mesh"] = add_mesh(name, std::move(primitive));
      const std::size_t index = builder_.add("nodes", std::move(node));
      builder_.node(joints.find(shape.bone))["children"].push_back(index);
    }
  }

  Status add_strands() {
    if (content_.chains.empty()) return {};
    place_joints();
    const std::size_t hair = builder_.add("materials", hair_material());
    for (const Chain& chain : content_.chains) {
      std::size_t skin = 0;
      if (Status status = skin_of(root_of_[chain.joints[0]], skin); !status.ok()) return status;
      std::vector<Vec3d> points;
      std::vector<int> numbers;
      for (const int joint : chain.joints) {
        points.push_back(global_[joint].origin);
        numbers.push_back(number_in_skin_[joint]);
      }
      const SurfaceMesh surface = make_strand(points, numbers);
      ordered_json primitive = primitive_of(surface, hair);
      primitive["attributes"]["JOINTS_0"] = builder_.add_joint_numbers(surface.joints);
      primitive["attributes"]["WEIGHTS_0"] =
          builder_.add_floats(surface.weights, AccessorType::kVec4, BufferTarget::kVertices);
      const std::string name = "strand_" + skeleton_.joints[chain.joints[0]].name;
      const std::size_t mesh = add_mesh(name, std::move(primitive));
      // At the scene's root, where a skinned mesh belongs: its own node's place has no effect.
      builder_.add_to_scene(
          builder_.add("nodes", {{"name", name}, {"mesh", mesh}, {"skin", skin}}));
    }
    return {};
  }

  /// Global transforms of the reference pose, and where each joint stands in its skin.
  void place_joints() {
    joints_under_.resize(skeleton_.joints.size());
    for (int i = 0; i < skeleton_.size(); ++i) {
      const Joint& joint = skeleton_.joints[i];
      Transformd local = to_y_up(joint.reference_ls);
      local.rotation = normalized(local.rotation);
      const bool is_root = joint.parent < 0;
      global_.push_back(is_root ? to_affine(local) : global_[joint.parent] * to_affine(local));
      root_of_.push_back(is_root ? i : root_of_[joint.parent]);
      std::vector<int>& under_root = joints_under_[root_of_[i]];
      number_in_skin_.push_back(static_cast<int>(under_root.size()));
      under_root.push_back(i);
    }
    skin_of_root_.assign(skeleton_.joints.size(), -1);
  }

  /// The skin of all joints under `root`: one for each tree of joints that has a strand, since
  /// a skin's joints need a common root.
  Status skin_of(int root, std::size_t& skin) {
    if (skin_of_root_[root] < 0) {
      std::vector<float> inverse_bind;
      ordered_json joints = ordered_json::array();
      for (const int i : joints_under_[root]) {
        if (determinant(global_[i]) == 0) {
          return {StatusCode::kInvalidArgument, "skeleton.joints[" + std::to_string(i) + "]",
                  "a strand can't be skinned to a skeleton with a scale of 0"};
        }
        joints.push_back(i);
        append_matrix(inverse(global_[i]), inverse_bind);
      }
      const std::size_t accessor = builder_.add_floats(inverse_bind, AccessorType::kMat4);
      skin_of_root_[root] = static_cast<int>(builder_.add(
          "skins", {{"inverseBindMatrices", accessor}, {"joints", std::move(joints)}}));
    }
    skin = static_cast<std::size_t>(skin_of_root_[root]);
    return {};
  }

  static void append_matrix(const Affined& a, std::vector<float>& values) {
    for (const Vec3d* column : {&a.x, &a.y, &a.z, &a.origin}) {
      values.push_back(static_cast<float>(column->x));
      values.push_back(static_cast<float>(column->y));
      values.push_back(static_cast<float>(column->z));
      values.push_back(column == &a.origin ? 1.0F : 0.0F);
    }
  }

  ordered_json primitive_of(const SurfaceMesh& surface, std::size_t material_index) {
    const std::size_t positions = builder_.add_floats(
        surface.positions, AccessorType::kVec3, BufferTarget::kVertices, /*with_bounds=*/true);
    const std::size_t normals =
        builder_.add_floats(surface.normals, AccessorType::kVec3, BufferTarget::kVertices);
    return {{"attributes", {{"POSITION", positions}, {"NORMAL", normals}}},
            {"indices", builder_.add_indices(surface.indices)},
            {"material", material_index}};
  }

  std::size_t add_mesh(const std::string& name, ordered_json primitive) {
    return builder_.add(
        "meshes", {{"name", name}, {"primitives", ordered_json::array({std::move(primitive)})}});
  }

  const GlbContent& content_;
  const Skeleton& skeleton_;
  GlbBuilder builder_;
  std::vector<Affined> global_;
  std::vector<int> root_of_;
  std::vector<std::vector<int>> joints_under_;  ///< Each root, itself first.
  std::vector<int> number_in_skin_;
  std::vector<int> skin_of_root_;
};

}  // namespace

Status write_glb(const GlbContent& content, std::vector<std::byte>& glb) {
  if (Status status = validate(content); !status.ok()) return status;
  return GlbWriter(content).write(glb);
}

}  // namespace tassel
