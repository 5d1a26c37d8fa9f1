#include "formats/dyng_json/dyng_enums.h"
#include "formats/dyng_json/spec_json.h"
#include "formats/json/json_document.h"
#include "skeleton/in_quotes.h"
#include "tassel/redengine.h"

namespace tassel {

namespace {

template <class Enum, std::size_t N>
Enum read_enum(const JsonReader& object, const char* key, const EnumNames<Enum, N>& names,
               Enum otherwise) {
  if (!object.has(key)) return otherwise;
  const JsonReader member = object.at(key);
  const std::string name = member.string();
  if (member.failed() || find_member(names, name, otherwise)) return otherwise;
  std::string known;
  for (const auto& [spelling, value] : names) {
    known += (known.empty() ? "" : ", ") + std::string(spelling);
  }
  member.fail(in_quotes(name) + " is none of " + known);
  return otherwise;
}

Skeleton read_joints(const JsonReader& reader) {
  Skeleton skeleton;
  for (std::size_t i = 0; i < reader.size() && !reader.failed(); ++i) {
    const JsonReader joint = reader.element(i);
    joint.expect_keys({"name", "parent", "local"});
    skeleton.joints.push_back(
        {joint.at("name").string(), joint.at("parent").integer(), joint.at("local").transform()});
  }
  return skeleton;
}

std::vector<Transformd> read_transforms(const JsonReader& reader) {
  std::vector<Transformd> transforms;
  for (std::size_t i = 0; i < reader.size() && !reader.failed(); ++i) {
    transforms.push_back(reader.element(i).transform());
  }
  return transforms;
}

DyngParticle read_particle(const JsonReader& reader) {
  reader.expect_keys({"bone", "isFree", "mass", "damping", "pullForceFactor",
                      "collisionCapsuleRadius", "collisionCapsuleHeightExtent",
                      "collisionCapsuleAxisLS", "projectionType"});
  DyngParticle p;
  p.bone = reader.at("bone").string();
  p.is_free = reader.boolean("isFree", p.is_free);
  p.mass = reader.number("mass", p.mass);
  p.damping = reader.number("damping", p.damping);
  p.pull_force_factor = reader.number("pullForceFactor", p.pull_force_factor);
  p.collision_capsule_radius = reader.number("collisionCapsuleRadius", p.collision_capsule_radius);
  p.collision_capsule_height_extent =
      reader.number("collisionCapsuleHeightExtent", p.collision_capsule_height_extent);
  p.collision_capsule_axis_ls =
      reader.vector("collisionCapsuleAxisLS", p.collision_capsule_axis_ls);
  p.projection = read_enum(reader, "projectionType", kParticleProjections, p.projection);
  return p;
}

DyngLink read_link(const JsonReader& reader) {
  reader.expect_keys({"type", "linkType", "bone1", "bone2", "lengthLowerBoundRatioPercentage",
                      "lengthUpperBoundRatioPercentage", "lookAtAxis"});
  DyngLink link;
  link.type = read_enum(reader, "linkType", kLinkTypes, link.type);
  link.bone1 = reader.at("bone1").string();
  link.bone2 = reader.at("bone2").string();
  link.length_lower_bound_ratio_percentage =
      reader.number("lengthLowerBoundRatioPercentage", link.length_lower_bound_ratio_percentage);
  link.length_upper_bound_ratio_percentage =
      reader.number("lengthUpperBoundRatioPercentage", link.length_upper_bound_ratio_percentage);
  link.look_at_axis = reader.vector("lookAtAxis", link.look_at_axis);
  return link;
}

DyngCone read_cone(const JsonReader& reader) {
  reader.expect_keys({"type", "constraintType", "projectionType", "constrainedBone",
                      "coneAttachmentBone", "halfOfMaxApertureAngle", "coneTransformLS",
                      "collisionCapsuleRadius", "collisionCapsuleHeightExtent"});
  DyngCone cone;
  cone.type = read_enum(reader, "constraintType", kConeTypes, cone.type);
  cone.projection = read_enum(reader, "projectionType", kConeProjections, cone.projection);
  cone.constrained_bone = reader.at("constrainedBone").string();
  cone.cone_attachment_bone = reader.at("coneAttachmentBone").string();
  cone.half_of_max_aperture_angle =
      reader.number("halfOfMaxApertureAngle", cone.half_of_max_aperture_angle);
  cone.cone_transform_ls = reader.transform("coneTransformLS", cone.cone_transform_ls);
  cone.collision_capsule_radius =
      reader.number("collisionCapsuleRadius", cone.collision_capsule_radius);
  cone.collision_capsule_height_extent =
      reader.number("collisionCapsuleHeightExtent", cone.collision_capsule_height_extent);
  return cone;
}

DyngEllipsoid read_ellipsoid(const JsonReader& reader) {
  reader.expect_keys({"type", "bone", "ellipsoidTransformLS", "constraintRadius",
                      "constraintScale1", "constraintScale2"});
  DyngEllipsoid e;
  e.bone = reader.at("bone").string();
  e.ellipsoid_transform_ls = reader.transform("ellipsoidTransformLS", e.ellipsoid_transform_ls);
  e.constraint_radius = reader.number("constraintRadius", e.constraint_radius);
  e.constraint_scale1 = reader.number("constraintScale1", e.constraint_scale1);
  e.constraint_scale2 = reader.number("constraintScale2", e.constraint_scale2);
  return e;
}

DyngConstraint read_constraint(const JsonReader& reader) {
  const JsonReader type = reader.at("type");
  const std::string name = type.string();
  if (name == "Link") return read_link(reader);
  if (name == "Cone") return read_cone(reader);
  if (name == "Ellipsoid") return read_ellipsoid(reader);
  type.fail("'" + name + "' is none of Link, Cone, Ellipsoid");
  return DyngLink{};
}

DyngRoundedShape read_shape(const JsonReader& reader) {
  reader.expect_keys(
      {"bone", "transformLS", "xBoxExtent", "yBoxExtent", "zBoxExtent", "roundedCornerRadius"});
  DyngRoundedShape shape;
  shape.bone = reader.at("bone").string();
  shape.transform_ls = reader.transform("transformLS", shape.transform_ls);
  shape.x_box_extent = reader.number("xBoxExtent", shape.x_box_extent);
  shape.y_box_extent = reader.number("yBoxExtent", shape.y_box_extent);
  shape.z_box_extent = reader.number("zBoxExtent", shape.z_box_extent);
  shape.rounded_corner_radius = reader.number("roundedCornerRadius", shape.rounded_corner_radius);
  return shape;
}

/// Every element of an optional array through `read`.
template <class Element, class Read>
void read_all(const JsonReader& object, const char* key, Read read, std::vector<Element>& out) {
  if (!object.has(key)) return;
  const JsonReader array = object.at(key);
  for (std::size_t i = 0; i < array.size() && !array.failed(); ++i) {
    out.push_back(read(array.element(i)));
  }
}

DyngSimulation read_simulation(const JsonReader& reader) {
  reader.expect_keys({"substepTime", "solverIterations", "alpha", "rotateParentToLookAtDangle",
                      "gravityWS", "externalForceWS", "externalForceLinked", "particles",
                      "constraints", "collisionRoundedShapes"});
  DyngSimulation s;
  s.substep_time = reader.number("substepTime", s.substep_time);
  s.solver_iterations = reader.integer("solverIterations", s.solver_iterations);
  s.alpha = reader.number("alpha", s.alpha);
  s.rotate_parent_to_look_at_dangle =
      reader.boolean("rotateParentToLookAtDangle", s.rotate_parent_to_look_at_dangle);
  s.gravity_ws = reader.number("gravityWS", s.gravity_ws);
  s.external_force_ws = reader.vector("externalForceWS", s.external_force_ws);
  s.external_force_linked = reader.boolean("externalForceLinked", s.external_force_linked);
  read_all(reader, "particles", read_particle, s.particles);
  read_all(reader, "constraints", read_constraint, s.constraints);
  read_all(reader, "collisionRoundedShapes", read_shape, s.collision_rounded_shapes);
  return s;
}

}  // namespace

DyngSpec read_spec(const JsonReader& reader) {
  reader.expect_keys({"joints", "reference", "simulation", "notes"});
  DyngSpec spec;
  spec.skeleton = read_joints(reader.at("joints"));
  spec.reference_ms = read_transforms(reader.at("reference"));
  spec.simulation = read_simulation(reader.at("simulation"));
  read_all(
      reader, "notes", [](const JsonReader& note) { return note.string(); }, spec.notes);
  return spec;
}

Status from_json(std::string_view json, DyngSpec& spec) {
  nlohmann::json document;
  Status status = parse_json(json, document);
  if (!status.ok()) return status;
  DyngSpec read = read_spec(JsonReader(document, status));
  if (status.ok()) spec = std::move(read);
  return status;
}

}  // namespace tassel
