// Rig and graph joined: the spec that the trace cases hold, or a rigid one that says why.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <variant>

#include "formats/redengine/sample_dangle.h"
#include "formats/redengine/sentences.h"
#include "tassel/redengine.h"
#include "test_files.h"

namespace tassel {
namespace {

using sample::json;

RigFile rig_of(std::string_view bytes) {
  RigFile rig;
  const Status status = read_rig(to_bytes(bytes), rig);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return rig;
}

AnimGraphFile graph_of(std::string_view bytes) {
  AnimGraphFile graph;
  const Status status = read_anim_graph(to_bytes(bytes), graph);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return graph;
}

void expect_rigid(const DyngSpec& spec) {
  EXPECT_TRUE(spec.simulation.particles.empty());
  EXPECT_TRUE(spec.simulation.constraints.empty());
  EXPECT_TRUE(spec.simulation.collision_rounded_shapes.empty());
  EXPECT_FALSE(spec.skeleton.joints.empty());
  EXPECT_EQ(spec.reference_ms.size(), spec.skeleton.joints.size());
}

TEST(Compile, JoinsRigAndGraph) {
  const AnimGraphFile graph = graph_of(sample::graph_file());
  const DyngSpec spec = compile(rig_of(sample::rig_file()), &graph);
  EXPECT_EQ(spec.simulation.particles.size(), 3u);
  EXPECT_EQ(spec.simulation.constraints.size(), 3u);
  EXPECT_TRUE(spec.notes.empty()) << spec.notes.front();
  EXPECT_TRUE(validate(spec).empty());
}

TEST(Compile, ARigAloneIsRigid) {
  const DyngSpec spec = compile(rig_of(sample::rig_file()), nullptr);
  expect_rigid(spec);
  ASSERT_EQ(spec.notes.size(), 1u);
  EXPECT_TRUE(any_says(spec.notes, "no animation graph"));
  EXPECT_TRUE(validate(spec).empty());
}

TEST(Compile, AGraphsProblemLeavesItRigid) {
  json changed = sample::graph_json();
  changed[json::json_pointer(sample::kSimulation + "/HACK_checkDangleTeleport")] = 1;
  changed[json::json_pointer(sample::kContainer + "/particles/2/mass")] = "nan";
  const AnimGraphFile graph = graph_of(changed.dump());
  const DyngSpec spec = compile(rig_of(sample::rig_file()), &graph);
  expect_rigid(spec);
  EXPECT_EQ(spec.notes.size(), 2u);
  EXPECT_TRUE(any_says(spec.notes, "HACK_checkDangleTeleport"));
  EXPECT_TRUE(any_says(spec.notes, "'tip_3'"));
  EXPECT_TRUE(validate(spec).empty()) << "a rigid spec must be one that cooks";
}

TEST(Compile, AMissingJointIsNamedOnce) {
  sample::RigParts parts;
  parts.names[3] = "other";  // tip_2, which a particle, a link and a cone stand on.
  const AnimGraphFile graph = graph_of(sample::graph_file());
  const DyngSpec spec = compile(rig_of(sample::rig_file(parts)), &graph);
  expect_rigid(spec);
  ASSERT_EQ(spec.notes.size(), 1u);
  EXPECT_TRUE(any_says(spec.notes, "particles[1].bone: "));
  EXPECT_TRUE(any_says(spec.notes, "'tip_2'"));
}

TEST(Compile, AShapesMissingJointIsNamed) {
  sample::RigParts parts;
  parts.names[1] = "other";
  const AnimGraphFile graph = graph_of(sample::graph_file());
  const DyngSpec spec = compile(rig_of(sample::rig_file(parts)), &graph);
  expect_rigid(spec);
  ASSERT_EQ(spec.notes.size(), 1u);
  EXPECT_TRUE(any_says(spec.notes, "collisionRoundedShapes[0].bone: "));
  EXPECT_TRUE(any_says(spec.notes, "'Head'"));
}

TEST(Compile, ARotationThatIsNotOneLeavesItRigid) {
  sample::RigParts parts;
  parts.transforms[2][7] = 1.01F;
  const AnimGraphFile graph = graph_of(sample::graph_file());
  const DyngSpec spec = compile(rig_of(sample::rig_file(parts)), &graph);
  expect_rigid(spec);
  EXPECT_EQ(spec.notes.size(), 1u);
  EXPECT_TRUE(any_says(spec.notes, "tip_1"));
}

TEST(Compile, AGraphWithoutParticlesIsRigidAndSaysSo) {
  json changed = sample::graph_json();
  changed[json::json_pointer(sample::kContainer + "/particles")] = json::array();
  changed[json::json_pointer(sample::kInner)] = json::array();
  const AnimGraphFile graph = graph_of(changed.dump());
  EXPECT_TRUE(graph.problems.empty());
  const DyngSpec spec = compile(rig_of(sample::rig_file()), &graph);
  expect_rigid(spec);
  EXPECT_TRUE(any_says(spec.notes, "no particles"));
}

TEST(Compile, NeverFailsOnAGraphMadeByHand) {
  AnimGraphFile graph = graph_of(sample::graph_file());
  graph.simulation.alpha = std::numeric_limits<double>::quiet_NaN();
  const DyngSpec spec = compile(rig_of(sample::rig_file()), &graph);
  expect_rigid(spec);
  EXPECT_TRUE(any_says(spec.notes, "alpha"));
}

TEST(Compile, KeepsTheNotesOfBothFiles) {
  RigFile rig = rig_of(sample::rig_file());
  AnimGraphFile graph = graph_of(sample::graph_file());
  rig.notes = {"of the rig"};
  graph.notes = {"of the graph"};
  const DyngSpec spec = compile(rig, &graph);
  EXPECT_EQ(spec.notes, (std::vector<std::string>{"of the rig", "of the graph"}));
  EXPECT_EQ(spec.simulation.particles.size(), 3u);
}

// -- The real hairstyle, against the spec that the trace case holds --------------------------

/// The case holds the composed reference in nine digits, of metres up to 1.8.
constexpr double kNineDigits = 1e-8;

void expect_transform(const Transformd& t, const json& expected, double tolerance = 0) {
  const double numbers[] = {t.translation.x, t.translation.y, t.translation.z, t.rotation.x,
                            t.rotation.y,    t.rotation.z,    t.rotation.w,    t.scale.x,
                            t.scale.y,       t.scale.z};
  for (std::size_t i = 0; i < 10; ++i) {
    const double value = i < expected.size() ? expected[i].get<double>() : 1;
    EXPECT_NEAR(numbers[i], value, tolerance) << "component " << i;
  }
}

void expect_vector(const Vec3d& v, const json& expected) {
  EXPECT_EQ(expected[0], v.x);
  EXPECT_EQ(expected[1], v.y);
  EXPECT_EQ(expected[2], v.z);
}

void expect_joints(const DyngSpec& spec, const json& expected) {
  ASSERT_EQ(spec.skeleton.joints.size(), expected["joints"].size());
  ASSERT_EQ(spec.reference_ms.size(), expected["reference"].size());
  for (int i = 0; i < spec.skeleton.size(); ++i) {
    SCOPED_TRACE("joint " + std::to_string(i));
    const Joint& joint = spec.skeleton.joints[i];
    EXPECT_EQ(expected["joints"][i]["name"], joint.name);
    EXPECT_EQ(expected["joints"][i]["parent"], joint.parent);
    expect_transform(joint.reference_ls, expected["joints"][i]["local"]);
    expect_transform(spec.reference_ms[i], expected["reference"][i], kNineDigits);
  }
}

void expect_particle(const DyngParticle& particle, const json& expected) {
  EXPECT_EQ(expected["bone"], particle.bone);
  EXPECT_EQ(expected["isFree"], particle.is_free);
  EXPECT_EQ(expected["mass"], particle.mass);
  EXPECT_EQ(expected["damping"], particle.damping);
  EXPECT_EQ(expected["pullForceFactor"], particle.pull_force_factor);
  EXPECT_EQ(expected["collisionCapsuleRadius"], particle.collision_capsule_radius);
  EXPECT_EQ(expected["collisionCapsuleHeightExtent"], particle.collision_capsule_height_extent);
  expect_vector(particle.collision_capsule_axis_ls, expected["collisionCapsuleAxisLS"]);
  EXPECT_EQ(expected["projectionType"], "ShortestPath");
  EXPECT_EQ(particle.projection, DyngParticleProjection::kShortestPath);
}

void expect_constraint(const DyngLink& link, const json& expected) {
  ASSERT_EQ(expected["type"], "Link");
  EXPECT_EQ(expected["linkType"], "KeepFixedDistance");
  EXPECT_EQ(link.type, DyngLinkType::kKeepFixedDistance);
  EXPECT_EQ(expected["bone1"], link.bone1);
  EXPECT_EQ(expected["bone2"], link.bone2);
  EXPECT_EQ(expected["lengthLowerBoundRatioPercentage"], link.length_lower_bound_ratio_percentage);
  EXPECT_EQ(expected["lengthUpperBoundRatioPercentage"], link.length_upper_bound_ratio_percentage);
  expect_vector(link.look_at_axis, expected["lookAtAxis"]);
}

void expect_constraint(const DyngCone& cone, const json& expected) {
  ASSERT_EQ(expected["type"], "Cone");
  EXPECT_EQ(expected["constraintType"], "HalfCone");
  EXPECT_EQ(cone.type, DyngConeType::kHalfCone);
  EXPECT_EQ(expected["constrainedBone"], cone.constrained_bone);
  EXPECT_EQ(expected["coneAttachmentBone"], cone.cone_attachment_bone);
  EXPECT_EQ(expected["halfOfMaxApertureAngle"], cone.half_of_max_aperture_angle);
  expect_transform(cone.cone_transform_ls, expected["coneTransformLS"]);
}

void expect_constraint(const DyngEllipsoid&, const json&) { FAIL() << "there is none"; }

void expect_simulation(const DyngSimulation& s, const json& expected) {
  EXPECT_EQ(expected["substepTime"], s.substep_time);
  EXPECT_EQ(expected["solverIterations"], s.solver_iterations);
  EXPECT_EQ(expected["alpha"], s.alpha);
  EXPECT_EQ(expected["rotateParentToLookAtDangle"], s.rotate_parent_to_look_at_dangle);
  EXPECT_EQ(expected["gravityWS"], s.gravity_ws);
  expect_vector(s.external_force_ws, expected["externalForceWS"]);
  EXPECT_EQ(expected["externalForceLinked"], s.external_force_linked);
  ASSERT_EQ(s.particles.size(), expected["particles"].size());
  for (std::size_t i = 0; i < s.particles.size(); ++i) {
    expect_particle(s.particles[i], expected["particles"][i]);
  }
  ASSERT_EQ(s.constraints.size(), expected["constraints"].size());
  for (std::size_t i = 0; i < s.constraints.size(); ++i) {
    std::visit([&](const auto& c) { expect_constraint(c, expected["constraints"][i]); },
               s.constraints[i]);
  }
  const json& shapes = expected["collisionRoundedShapes"];
  ASSERT_EQ(s.collision_rounded_shapes.size(), shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const DyngRoundedShape& shape = s.collision_rounded_shapes[i];
    EXPECT_EQ(shapes[i]["bone"], shape.bone);
    expect_transform(shape.transform_ls, shapes[i]["transformLS"]);
    EXPECT_EQ(shapes[i]["xBoxExtent"], shape.x_box_extent);
    EXPECT_EQ(shapes[i]["yBoxExtent"], shape.y_box_extent);
    EXPECT_EQ(shapes[i]["zBoxExtent"], shape.z_box_extent);
    EXPECT_EQ(shapes[i]["roundedCornerRadius"], shape.rounded_corner_radius);
  }
}

void expect_trace_cases_spec(const std::string& rig_name, const std::string& graph_name) {
  const json expected = json::parse(read_text(shared_data("dyng-cases/real-fhair47_pt2.json")));
  const AnimGraphFile graph = graph_of(read_text(shared_data(graph_name)));
  const DyngSpec spec = compile(rig_of(read_text(shared_data(rig_name))), &graph);
  EXPECT_TRUE(spec.notes.empty());
  EXPECT_TRUE(validate(spec).empty());
  expect_joints(spec, expected["spec"]);
  expect_simulation(spec.simulation, expected["spec"]["simulation"]);
}

TEST(Compile, GivesTheTraceCasesSpecFromTheBinaries) {
  TASSEL_REQUIRE_SHARED_DATA("dyng-cases/real-fhair47_pt2.json");
  expect_trace_cases_spec("redengine/hair/fhair47_pt2.rig", "redengine/hair/fhair47_pt2.animgraph");
}

TEST(Compile, GivesTheTraceCasesSpecFromJson) {
  TASSEL_REQUIRE_SHARED_DATA("dyng-cases/real-fhair47_pt2.json");
  expect_trace_cases_spec("redengine/json/fhair47_pt2.rig.json",
                          "redengine/json/fhair47_pt2.animgraph.json");
}

}  // namespace
}  // namespace tassel
