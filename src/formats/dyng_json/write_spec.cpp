#include "formats/dyng_json/dyng_enums.h"
#include "formats/dyng_json/spec_json.h"
#include "formats/json/json_text.h"
#include "tassel/redengine.h"

namespace tassel {

namespace {

using Json = nlohmann::ordered_json;

Json vector_document(const Vec3d& v) { return Json::array({v.x, v.y, v.z}); }

Json joint_document(const Joint& joint) {
  return {{"name", joint.name},
          {"parent", joint.parent},
          {"local", transform_document(joint.reference_ls)}};
}

Json particle_document(const DyngParticle& p) {
  return {{"bone", p.bone},
          {"isFree", p.is_free},
          {"mass", p.mass},
          {"damping", p.damping},
          {"pullForceFactor", p.pull_force_factor},
          {"collisionCapsuleRadius", p.collision_capsule_radius},
          {"collisionCapsuleHeightExtent", p.collision_capsule_height_extent},
          {"collisionCapsuleAxisLS", vector_document(p.collision_capsule_axis_ls)},
          {"projectionType", name_of(kParticleProjections, p.projection)}};
}

Json constraint_document(const DyngLink& link) {
  return {{"type", "Link"},
          {"linkType", name_of(kLinkTypes, link.type)},
          {"bone1", link.bone1},
          {"bone2", link.bone2},
          {"lengthLowerBoundRatioPercentage", link.length_lower_bound_ratio_percentage},
          {"lengthUpperBoundRatioPercentage", link.length_upper_bound_ratio_percentage},
          {"lookAtAxis", vector_document(link.look_at_axis)}};
}

Json constraint_document(const DyngCone& cone) {
  return {{"type", "Cone"},
          {"constraintType", name_of(kConeTypes, cone.type)},
          {"projectionType", name_of(kConeProjections, cone.projection)},
          {"constrainedBone", cone.constrained_bone},
          {"coneAttachmentBone", cone.cone_attachment_bone},
          {"halfOfMaxApertureAngle", cone.half_of_max_aperture_angle},
          {"coneTransformLS", transform_document(cone.cone_transform_ls)},
          {"collisionCapsuleRadius", cone.collision_capsule_radius},
          {"collisionCapsuleHeightExtent", cone.collision_capsule_height_extent}};
}

Json constraint_document(const DyngEllipsoid& e) {
  return {{"type", "Ellipsoid"},
          {"bone", e.bone},
          {"ellipsoidTransformLS", transform_document(e.ellipsoid_transform_ls)},
          {"constraintRadius", e.constraint_radius},
          {"constraintScale1", e.constraint_scale1},
          {"constraintScale2", e.constraint_scale2}};
}

Json shape_document(const DyngRoundedShape& shape) {
  return {{"bone", shape.bone},
          {"transformLS", transform_document(shape.transform_ls)},
          {"xBoxExtent", shape.x_box_extent},
          {"yBoxExtent", shape.y_box_extent},
          {"zBoxExtent", shape.z_box_extent},
          {"roundedCornerRadius", shape.rounded_corner_radius}};
}

template <class Element, class Document>
Json array_document(const std::vector<Element>& elements, Document document) {
  Json array = Json::array();
  for (const Element& element : elements) array.push_back(document(element));
  return array;
}

Json simulation_document(const DyngSimulation& s) {
  return {{"substepTime", s.substep_time},
          {"solverIterations", s.solver_iterations},
          {"alpha", s.alpha},
          {"rotateParentToLookAtDangle", s.rotate_parent_to_look_at_dangle},
          {"gravityWS", s.gravity_ws},
          {"externalForceWS", vector_document(s.external_force_ws)},
          {"externalForceLinked", s.external_force_linked},
          {"particles", array_document(s.particles, particle_document)},
          {"constraints", array_document(s.constraints,
                                         [](const DyngConstraint& constraint) {
                                           return std::visit(
                                               [](const auto& c) { return constraint_document(c); },
                                               constraint);
                                         })},
          {"collisionRoundedShapes", array_document(s.collision_rounded_shapes, shape_document)}};
}

}  // namespace

Json transform_document(const Transformd& t) {
  Json array = Json::array({t.translation.x, t.translation.y, t.translation.z, t.rotation.x,
                            t.rotation.y, t.rotation.z, t.rotation.w});
  if (t.scale.x != 1 || t.scale.y != 1 || t.scale.z != 1) {
    for (const double s : {t.scale.x, t.scale.y, t.scale.z}) array.push_back(s);
  }
  return array;
}

Json spec_document(const DyngSpec& spec) {
  return {{"joints", array_document(spec.skeleton.joints, joint_document)},
          {"reference", array_document(spec.reference_ms, transform_document)},
          {"simulation", simulation_document(spec.simulation)},
          {"notes", spec.notes}};
}

std::string to_json(const DyngSpec& spec) { return json_text(spec_document(spec)); }

}  // namespace tassel
