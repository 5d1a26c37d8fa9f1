#include "formats/gltf/glb_content.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "formats/json/utf8.h"
#include "skeleton/clip_sampling.h"
#include "skeleton/in_quotes.h"
#include "skeleton/name_index.h"
#include "skeleton/transform_checks.h"

namespace tassel {

namespace {

Status invalid(std::string place, std::string what) {
  return {StatusCode::kInvalidArgument, std::move(place), std::move(what)};
}

Status within(const char* member, const Status& status) {
  return {status.code(), std::string(member) + "." + status.place(), status.what()};
}

std::string element(const char* array, std::size_t index) {
  return std::string(array) + "[" + std::to_string(index) + "]";
}

Status validate_skeleton(const Skeleton& skeleton) {
  if (skeleton.joints.empty()) return invalid("skeleton", "there is no joint to show");
  if (Status status = validate(skeleton); !status.ok()) return within("skeleton", status);
  for (std::size_t i = 0; i < skeleton.joints.size(); ++i) {
    if (!is_utf8(skeleton.joints[i].name)) {
      return invalid("skeleton." + element("joints", i), "the name isn't valid UTF-8");
    }
  }
  return {};
}

Status validate_chain(const Chain& chain, const Skeleton& skeleton, const std::string& place) {
  if (chain.joints.empty()) return invalid(place, "the chain has no joint");
  for (std::size_t i = 0; i < chain.joints.size(); ++i) {
    const int joint = chain.joints[i];
    if (joint < 0 || joint >= skeleton.size()) {
      return invalid(place + "." + element("joints", i), "the skeleton has no such joint");
    }
    if (i > 0 && skeleton.joints[joint].parent != chain.joints[i - 1]) {
      return invalid(
          place + "." + element("joints", i),
          in_quotes(skeleton.joints[joint].name) + " isn't a child of the joint before it");
    }
  }
  return {};
}

bool is_size(double value) { return std::isfinite(value) && value >= 0; }

Status validate_shape(const DyngRoundedShape& shape, const NameIndex& joints,
                      const std::string& place) {
  if (joints.find(shape.bone) < 0) {
    return invalid(place + ".bone", "the skeleton has no joint " + in_quotes(shape.bone));
  }
  const Vec3d& t = shape.transform_ls.translation;
  const Quatd& q = shape.transform_ls.rotation;
  const double norm = dot(q, q);
  if (!is_finite(t) || !std::isfinite(norm) || norm == 0) {
    return invalid(place + ".transform_ls",
                   "the transform isn't finite or has a rotation of no length");
  }
  if (!is_size(shape.x_box_extent) || !is_size(shape.y_box_extent) ||
      !is_size(shape.z_box_extent) || !is_size(shape.rounded_corner_radius)) {
    return invalid(place, "an extent or radius is negative or not finite");
  }
  if (shape.x_box_extent != 0 || shape.y_box_extent != 0) {
    return {StatusCode::kUnsupported, place, "only spheres and capsules along Z are drawn"};
  }
  return {};
}

}  // namespace

Status validate_for_gltf(const Clip& clip, const Skeleton& skeleton) {
  if (Status status = validate(clip, skeleton); !status.ok()) return within("clip", status);
  if (!is_utf8(clip.name)) return invalid("clip.name", "the name isn't valid UTF-8");
  for (std::size_t i = 1; i < clip.times.size(); ++i) {
    if (static_cast<float>(clip.times[i]) <= static_cast<float>(clip.times[i - 1])) {
      return invalid("clip." + element("times", i),
                     "the times are too close for glTF's 32-bit floats");
    }
  }
  return {};
}

Status validate(const GlbContent& content) {
  if (content.skeleton == nullptr) return invalid("skeleton", "a GLB needs a skeleton");
  const Skeleton& skeleton = *content.skeleton;
  if (Status status = validate_skeleton(skeleton); !status.ok()) return status;
  if (content.clip != nullptr) {
    if (Status status = validate_for_gltf(*content.clip, skeleton); !status.ok()) return status;
  }
  for (std::size_t i = 0; i < content.chains.size(); ++i) {
    Status status = validate_chain(content.chains[i], skeleton, element("chains", i));
    if (!status.ok()) return status;
  }
  const NameIndex joints(skeleton.joints, &Joint::name);
  for (std::size_t i = 0; i < content.shapes.size(); ++i) {
    Status status = validate_shape(content.shapes[i], joints, element("shapes", i));
    if (!status.ok()) return status;
  }
  return {};
}

}  // namespace tassel
