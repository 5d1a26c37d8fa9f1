// Everything that keeps a spec from being run is found, once, at its member.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "tassel/dyng.h"

namespace tassel {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A strand of three joints on a root; one constraint of each kind and a capsule.
DyngSpec strand() {
  DyngSpec spec;
  const char* const names[] = {"root", "tip_1", "tip_2", "tip_3"};
  for (int i = 0; i < 4; ++i) spec.skeleton.joints.push_back({names[i], i - 1, {{0.1, 0, 0}}});
  spec.reference_ms = reference_pose_ms(spec.skeleton);
  DyngSimulation& simulation = spec.simulation;
  for (int i = 1; i < 4; ++i) {
    DyngParticle& particle = simulation.particles.emplace_back();
    particle.bone = names[i];
    particle.is_free = i > 1;
  }
  DyngLink link;
  link.bone1 = "tip_1";
  link.bone2 = "tip_2";
  DyngCone cone;
  cone.constrained_bone = "tip_2";
  cone.cone_attachment_bone = "tip_1";
  DyngEllipsoid ellipsoid;
  ellipsoid.bone = "tip_3";
  simulation.constraints = {link, cone, ellipsoid};
  DyngRoundedShape shape;
  shape.bone = "root";
  shape.z_box_extent = 0.05;
  shape.rounded_corner_radius = 0.03;
  simulation.collision_rounded_shapes = {shape};
  return spec;
}

DyngSimulation& simulation(DyngSpec& spec) { return spec.simulation; }
DyngParticle& particle(DyngSpec& spec) { return spec.simulation.particles[1]; }
DyngLink& link(DyngSpec& spec) { return std::get<DyngLink>(spec.simulation.constraints[0]); }
DyngCone& cone(DyngSpec& spec) { return std::get<DyngCone>(spec.simulation.constraints[1]); }
DyngEllipsoid& ellipsoid(DyngSpec& spec) {
  return std::get<DyngEllipsoid>(spec.simulation.constraints[2]);
}
DyngRoundedShape& shape(DyngSpec& spec) { return spec.simulation.collision_rounded_shapes[0]; }

void expect_finding(const std::string& place, std::string_view words, StatusCode code,
                    const std::function<void(DyngSpec&)>& change) {
  DyngSpec spec = strand();
  change(spec);
  const std::vector<Status> findings = validate(spec);
  ASSERT_EQ(findings.size(), 1u) << place;
  EXPECT_EQ(findings[0].place(), place);
  EXPECT_EQ(findings[0].code(), code) << place;
  EXPECT_NE(findings[0].what().find(words), std::string::npos) << findings[0].to_string();
}

void expect_invalid(const std::string& place, std::string_view words,
                    const std::function<void(DyngSpec&)>& change) {
  expect_finding(place, words, StatusCode::kInvalidArgument, change);
}

void expect_unsupported(const std::string& place, std::string_view words,
                        const std::function<void(DyngSpec&)>& change) {
  expect_finding(place, words, StatusCode::kUnsupported, change);
}

TEST(ValidateDyngSpec, FindsNothingInAGoodOne) { EXPECT_TRUE(validate(strand()).empty()); }

TEST(ValidateDyngSpec, FindsNothingInARigidOne) {
  DyngSpec spec = strand();
  spec.simulation = {};
  EXPECT_TRUE(validate(spec).empty());
  EXPECT_TRUE(validate(DyngSpec{}).empty());
}

TEST(ValidateDyngSpec, LimitsThemselvesAreFine) {
  DyngSpec spec = strand();
  simulation(spec).alpha = 0;
  simulation(spec).solver_iterations = 0;
  cone(spec).half_of_max_aperture_angle = 0;
  link(spec).length_lower_bound_ratio_percentage = 0;
  shape(spec).rounded_corner_radius = 0;
  EXPECT_TRUE(validate(spec).empty());
  simulation(spec).solver_iterations = 1000;
  cone(spec).half_of_max_aperture_angle = 180;
  EXPECT_TRUE(validate(spec).empty());
}

TEST(ValidateDyngSpec, ChecksTheSkeletonAndItsReference) {
  expect_invalid("joints[2]", "'tip_2'", [](DyngSpec& s) { s.skeleton.joints[2].parent = 2; });
  expect_invalid("joints[2]", "finite",
                 [](DyngSpec& s) { s.skeleton.joints[2].reference_ls.translation.y = kNan; });
  expect_invalid("reference", "3 transforms for 4 joints",
                 [](DyngSpec& s) { s.reference_ms.pop_back(); });
  expect_invalid("reference[3]", "'tip_3'",
                 [](DyngSpec& s) { s.reference_ms[3].translation.z = kInfinity; });
  expect_invalid("reference[1]", "unit", [](DyngSpec& s) { s.reference_ms[1].rotation.w = 1.01; });
}

TEST(ValidateDyngSpec, ChecksTheSimulationsNumbers) {
  for (const double bad : {0.0, -0.01, 1e-320, 1e9, kNan, kInfinity}) {
    expect_invalid("substepTime", "0.000001",
                   [bad](DyngSpec& s) { simulation(s).substep_time = bad; });
  }
  for (const int bad : {-1, 1001}) {
    expect_invalid("solverIterations", "0 and 1000",
                   [bad](DyngSpec& s) { simulation(s).solver_iterations = bad; });
  }
  for (const double bad : {-0.1, 1.1, kNan}) {
    expect_invalid("alpha", "0 and 1", [bad](DyngSpec& s) { simulation(s).alpha = bad; });
  }
  expect_invalid("gravityWS", "finite", [](DyngSpec& s) { simulation(s).gravity_ws = kInfinity; });
  expect_invalid("externalForceWS", "finite",
                 [](DyngSpec& s) { simulation(s).external_force_ws.y = kNan; });
}

TEST(ValidateDyngSpec, ChecksParticles) {
  for (const double bad : {0.0, -1.0, kNan, kInfinity}) {
    expect_invalid("particles[1].mass", "'tip_2'", [bad](DyngSpec& s) { particle(s).mass = bad; });
  }
  expect_invalid("particles[1].damping", "'tip_2'",
                 [](DyngSpec& s) { particle(s).damping = kNan; });
  expect_invalid("particles[1].pullForceFactor", "'tip_2'",
                 [](DyngSpec& s) { particle(s).pull_force_factor = kNan; });
  expect_invalid("particles[1].collisionCapsuleRadius", "'tip_2'",
                 [](DyngSpec& s) { particle(s).collision_capsule_radius = kNan; });
  expect_invalid("particles[1].collisionCapsuleHeightExtent", "'tip_2'",
                 [](DyngSpec& s) { particle(s).collision_capsule_height_extent = kNan; });
  expect_invalid("particles[1].collisionCapsuleAxisLS", "'tip_2'",
                 [](DyngSpec& s) { particle(s).collision_capsule_axis_ls.z = kNan; });
  expect_unsupported("particles[1].projectionType", "Directed", [](DyngSpec& s) {
    particle(s).projection = DyngParticleProjection::kDirected;
  });
  expect_invalid("particles[3].bone", "'tip_1'", [](DyngSpec& s) {
    simulation(s).particles.push_back(simulation(s).particles[0]);
  });
}

TEST(ValidateDyngSpec, NamesAMissingJointOnceHoweverManyConstraintsUseIt) {
  expect_invalid("particles[1].bone", "'tip_2'", [](DyngSpec& s) {
    s.skeleton.joints[2].name = "other";  // A link and a cone are on tip_2 too.
  });
  expect_invalid("collisionRoundedShapes[0].bone", "'root'",
                 [](DyngSpec& s) { s.skeleton.joints[0].name = "other"; });
}

TEST(ValidateDyngSpec, AConstraintsBoneNeedsAParticle) {
  expect_invalid("constraints[0].bone1", "'root'", [](DyngSpec& s) { link(s).bone1 = "root"; });
  expect_invalid("constraints[1].constrainedBone", "'root'",
                 [](DyngSpec& s) { cone(s).constrained_bone = "root"; });
  expect_invalid("constraints[1].coneAttachmentBone", "'root'",
                 [](DyngSpec& s) { cone(s).cone_attachment_bone = "root"; });
  expect_invalid("constraints[2].bone", "'root'", [](DyngSpec& s) { ellipsoid(s).bone = "root"; });
}

TEST(ValidateDyngSpec, AConstraintOnNoJointSaysSo) {
  DyngSpec spec = strand();
  link(spec).bone2 = "gone";
  const std::vector<Status> findings = validate(spec);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[1].to_string(),
            "constraints[0].bone2: a link names 'gone', which isn't a joint of the rig");
}

TEST(ValidateDyngSpec, ChecksLinks) {
  for (const double bad : {-1.0, kNan, kInfinity}) {
    expect_invalid("constraints[0].lengthLowerBoundRatioPercentage", "'tip_2'",
                   [bad](DyngSpec& s) { link(s).length_lower_bound_ratio_percentage = bad; });
    expect_invalid("constraints[0].lengthUpperBoundRatioPercentage", "'tip_2'",
                   [bad](DyngSpec& s) { link(s).length_upper_bound_ratio_percentage = bad; });
  }
  expect_invalid("constraints[0].lookAtAxis", "direction",
                 [](DyngSpec& s) { link(s).look_at_axis = {}; });
  expect_invalid("constraints[0].lookAtAxis", "direction",
                 [](DyngSpec& s) { link(s).look_at_axis.y = kNan; });
}

TEST(ValidateDyngSpec, ChecksCones) {
  for (const double bad : {-0.5, 180.5, kNan}) {
    expect_invalid("constraints[1].halfOfMaxApertureAngle", "0 and 180",
                   [bad](DyngSpec& s) { cone(s).half_of_max_aperture_angle = bad; });
  }
  expect_invalid("constraints[1].coneTransformLS", "unit",
                 [](DyngSpec& s) { cone(s).cone_transform_ls.rotation.w = 0; });
  expect_invalid("constraints[1].coneTransformLS", "finite",
                 [](DyngSpec& s) { cone(s).cone_transform_ls.scale.x = kNan; });
  expect_unsupported("constraints[1].collisionCapsuleRadius", "capsule",
                     [](DyngSpec& s) { cone(s).collision_capsule_radius = 0.01; });
  expect_unsupported("constraints[1].collisionCapsuleHeightExtent", "capsule",
                     [](DyngSpec& s) { cone(s).collision_capsule_height_extent = 0.01; });
  expect_invalid("constraints[1].collisionCapsuleRadius", "finite",
                 [](DyngSpec& s) { cone(s).collision_capsule_radius = kNan; });
}

TEST(ValidateDyngSpec, ChecksEllipsoids) {
  expect_unsupported("constraints[2].constraintRadius", "isn't decoded",
                     [](DyngSpec& s) { ellipsoid(s).constraint_radius = 0; });
  for (const double bad : {-1.0, kNan}) {
    expect_invalid("constraints[2].constraintRadius", "above 0",
                   [bad](DyngSpec& s) { ellipsoid(s).constraint_radius = bad; });
  }
  for (const double bad : {0.0, -1.0, kInfinity}) {
    expect_invalid("constraints[2].constraintScale1", "above 0",
                   [bad](DyngSpec& s) { ellipsoid(s).constraint_scale1 = bad; });
    expect_invalid("constraints[2].constraintScale2", "above 0",
                   [bad](DyngSpec& s) { ellipsoid(s).constraint_scale2 = bad; });
  }
  expect_invalid("constraints[2].ellipsoidTransformLS", "unit",
                 [](DyngSpec& s) { ellipsoid(s).ellipsoid_transform_ls.rotation.x = 1; });
}

TEST(ValidateDyngSpec, ChecksShapes) {
  expect_unsupported("collisionRoundedShapes[0].xBoxExtent", "Z capsules",
                     [](DyngSpec& s) { shape(s).x_box_extent = 0.1; });
  expect_unsupported("collisionRoundedShapes[0].yBoxExtent", "Z capsules",
                     [](DyngSpec& s) { shape(s).y_box_extent = 0.1; });
  expect_invalid("collisionRoundedShapes[0].zBoxExtent", "'root'",
                 [](DyngSpec& s) { shape(s).z_box_extent = -0.1; });
  expect_invalid("collisionRoundedShapes[0].roundedCornerRadius", "'root'",
                 [](DyngSpec& s) { shape(s).rounded_corner_radius = kNan; });
  expect_invalid("collisionRoundedShapes[0].transformLS", "unit",
                 [](DyngSpec& s) { shape(s).transform_ls.rotation.w = 0.9; });
}

TEST(ValidateDyngSpec, FindsEveryFaultOfASpecWithSeveral) {
  DyngSpec spec = strand();
  particle(spec).mass = 0;
  particle(spec).damping = kNan;
  cone(spec).collision_capsule_radius = 1;
  shape(spec).bone = "gone";
  EXPECT_EQ(validate(spec).size(), 4u);
}

TEST(ValidateDyngSpec, CountsFindingsOnlySoFar) {
  DyngSpec spec = strand();
  for (int i = 0; i < 5'000; ++i) simulation(spec).particles.push_back(particle(spec));
  const std::vector<Status> findings = validate(spec);
  EXPECT_EQ(findings.size(), 1'001u);
  EXPECT_EQ(findings.back().what(), "there are more problems than these");
}

TEST(ValidateDyngSpec, MoreThanTheLimitsAreOneFindingEach) {
  DyngSpec spec = strand();
  simulation(spec).particles.resize(65'536);
  std::vector<Status> findings = validate(spec);
  EXPECT_EQ(findings[0].place(), "particles");
  spec = strand();
  simulation(spec).constraints.assign(200'001, simulation(spec).constraints[0]);
  findings = validate(spec);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].place(), "constraints");
}

// Past 1e30 a float's squares overflow, and below 1e-30 its inverses.
TEST(ValidateDyngSpec, NumbersThatAFloatCannotCalculateWithAreRefused) {
  expect_invalid("particles[1].collisionCapsuleRadius", "1e30",
                 [](DyngSpec& s) { particle(s).collision_capsule_radius = 1e39; });
  expect_invalid("particles[1].mass", "above 0", [](DyngSpec& s) {
    particle(s).mass = 1e-46;
    particle(s).damping = 0;
    particle(s).pull_force_factor = 0;
  });
  expect_invalid("particles[1].pullForceFactor", "mass", [](DyngSpec& s) {
    particle(s).pull_force_factor = 1e20;
    particle(s).mass = 1e-20;
  });
  expect_invalid("constraints[0].lookAtAxis", "direction", [](DyngSpec& s) {
    link(s).look_at_axis = {1e200, 0, 0};
  });
  expect_invalid("reference[1]", "1e30",
                 [](DyngSpec& s) { s.reference_ms[1].translation.x = 1e300; });
}

// 1,000 passes over 20,000 links would take seconds a substep.
TEST(ValidateDyngSpec, WorkWithoutEndIsRefused) {
  expect_invalid("solverIterations", "10,000,000", [](DyngSpec& s) {
    simulation(s).constraints.assign(20'000, simulation(s).constraints[0]);
    simulation(s).solver_iterations = 1000;
  });
}

}  // namespace
}  // namespace tassel
