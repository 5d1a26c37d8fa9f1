#include "scenes/hair_scene.h"

#include <string>

#include "math/trigonometry.h"

namespace tassel::scenes {

namespace {

constexpr double kSegment = 0.07;

Quatd about(const Vec3d& axis, double angle) {
  const double s = sine(angle / 2);
  return {s * axis.x, s * axis.y, s * axis.z, cosine(angle / 2)};
}

std::string two_digits(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

std::string strand_bone(int strand, int joint) {
  return "strand_" + two_digits(strand + 1) + "_" + two_digits(joint + 1);
}

void add_body(Skeleton& skeleton) {
  const auto add = [&](const char* name, int parent, const Vec3d& at) {
    skeleton.joints.push_back({name, parent, {at, {}, {1, 1, 1}}});
  };
  add("Root", -1, {0, 0, 0});
  add("Spine3", 0, {0, 0, 1.32});
  add("LeftShoulder", 1, {0.03, 0, 0.12});
  add("Neck", 1, {0, 0.01, 0.16});
  add("RightShoulder", 1, {-0.03, 0, 0.12});
  add("Neck1", 3, {0, -0.01, 0.06});
  add("Head", 5, {0, -0.01, 0.06});
}

int joints_of(int strand) { return strand < 3 ? 5 : 7; }

/// Strands fan out behind the head; each joint's X axis points along its strand, downward.
void add_strand(int strand, DyngSpec& spec) {
  const double around = (strand - 3) * 0.45;
  const Quatd down = about({0, 1, 0}, kPi / 2);
  const Vec3d root{0.1 * sine(around), 0.1 * cosine(around), 0.08};
  for (int joint = 0; joint < joints_of(strand); ++joint) {
    const bool first = joint == 0;
    const int parent = first ? spec.skeleton.find("Head") : spec.skeleton.size() - 1;
    const Transformd local{first ? root : Vec3d{kSegment, 0, 0}, first ? down : Quatd{}, {1, 1, 1}};
    spec.skeleton.joints.push_back({strand_bone(strand, joint), parent, local});
    DyngParticle particle;
    particle.bone = strand_bone(strand, joint);
    particle.is_free = !first;
    particle.mass = 0.4 + 0.05 * joint;
    particle.collision_capsule_radius = 0.01;
    spec.simulation.particles.push_back(particle);
  }
}

void constrain_strand(int strand, DyngSimulation& simulation) {
  for (int joint = 1; joint < joints_of(strand); ++joint) {
    DyngLink link;
    link.bone1 = strand_bone(strand, joint - 1);
    link.bone2 = strand_bone(strand, joint);
    simulation.constraints.push_back(link);
    if (joint > 4) continue;
    DyngCone cone;
    cone.type = DyngConeType::kHalfCone;
    cone.cone_attachment_bone = link.bone1;
    cone.constrained_bone = link.bone2;
    cone.half_of_max_aperture_angle = 10 + 12 * joint;
    cone.cone_transform_ls.rotation = about({1, 0, 0}, kPi / 2);
    simulation.constraints.push_back(cone);
  }
}

void add_capsule(const char* bone, const Vec3d& at, const Quatd& turn, double half_length,
                 double radius, DyngSimulation& simulation) {
  DyngRoundedShape shape;
  shape.bone = bone;
  shape.transform_ls = {at, turn, {1, 1, 1}};
  shape.z_box_extent = half_length;
  shape.rounded_corner_radius = radius;
  simulation.collision_rounded_shapes.push_back(shape);
}

}  // namespace

DyngSpec hair() {
  DyngSpec spec;
  add_body(spec.skeleton);
  for (int strand = 0; strand < 7; ++strand) add_strand(strand, spec);
  for (int strand = 0; strand < 7; ++strand) constrain_strand(strand, spec.simulation);
  const Quatd sideways = about({0, 1, 0}, kPi / 2);
  add_capsule("LeftShoulder", {0.07, 0, 0}, sideways, 0.09, 0.06, spec.simulation);
  add_capsule("RightShoulder", {-0.07, 0, 0}, sideways, 0.09, 0.06, spec.simulation);
  add_capsule("Neck", {}, {}, 0.04, 0.06, spec.simulation);
  add_capsule("Spine3", {}, {}, 0.05, 0.12, spec.simulation);
  spec.reference_ms = reference_pose_ms(spec.skeleton);
  return spec;
}

std::vector<Transformd> hair_pose(const DyngSpec& spec, double time, double phase) {
  std::vector<Transformd> pose;
  for (const Joint& joint : spec.skeleton.joints) pose.push_back(joint.reference_ls);
  const double swing = time * 2 * kPi / 1.5 + phase;
  Quatd& head = pose[spec.skeleton.find("Head")].rotation;
  head = about({0, 0, 1}, 0.9 * sine(swing)) * about({1, 0, 0}, 0.2 * sine(1.7 * swing)) * head;
  local_to_model(spec.skeleton, pose, pose);
  return pose;
}

}  // namespace tassel::scenes
