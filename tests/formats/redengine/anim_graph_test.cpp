// An .animgraph in either form: what is read of a dangle, and what is said about one that isn't
// run, each time in exactly one sentence with its place.

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "formats/redengine/sample_dangle.h"
#include "formats/redengine/sentences.h"
#include "tassel/redengine.h"
#include "test_files.h"

namespace tassel {
namespace {

using sample::json;

AnimGraphFile read(std::string_view bytes) {
  AnimGraphFile graph;
  const Status status = read_anim_graph(to_bytes(bytes), graph);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return graph;
}

Status refused(std::string_view bytes) {
  AnimGraphFile graph;
  graph.simulation.alpha = 0.25;
  const Status status = read_anim_graph(to_bytes(bytes), graph);
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(graph.simulation.alpha, 0.25) << "the output must stay untouched";
  return status;
}

json& at(json& graph, const std::string& pointer) { return graph[json::json_pointer(pointer)]; }

/// The sample graph with one value changed has one problem, which begins with the place.
std::string problem_of(const json& graph) {
  const AnimGraphFile file = read(graph.dump());
  EXPECT_EQ(file.problems.size(), 1u);
  return file.problems.empty() ? "" : file.problems.front();
}

std::string problem_with(const std::string& pointer, const json& value) {
  json graph = sample::graph_json();
  at(graph, pointer) = value;
  return problem_of(graph);
}

void expect_problem(const std::string& pointer, const json& value, std::string_view words) {
  const std::string problem = problem_with(pointer, value);
  EXPECT_EQ(problem.rfind(pointer + ": ", 0), 0u) << problem;
  EXPECT_NE(problem.find(words), std::string::npos) << problem;
}

void expect_sample(const AnimGraphFile& graph) {
  EXPECT_TRUE(graph.problems.empty()) << graph.problems.front();
  EXPECT_TRUE(graph.notes.empty()) << graph.notes.front();
  const DyngSimulation& s = graph.simulation;
  // What the file leaves out, or stores as a default's float, is the default as the tables say.
  EXPECT_EQ(s.substep_time, 0.01);
  EXPECT_EQ(s.gravity_ws, 9.81);
  EXPECT_EQ(s.solver_iterations, 1);
  EXPECT_EQ(s.alpha, 1);
  EXPECT_TRUE(s.rotate_parent_to_look_at_dangle);
  EXPECT_TRUE(s.external_force_linked);
  ASSERT_EQ(s.particles.size(), 3u);
  EXPECT_EQ(s.particles[1].bone, "tip_2");
  EXPECT_FALSE(s.particles[0].is_free);
  EXPECT_TRUE(s.particles[1].is_free);
  EXPECT_EQ(s.particles[1].mass, 0.400000006);  // 0.4 as a float, in nine digits.
  EXPECT_EQ(s.particles[1].damping, 1);
  EXPECT_EQ(s.particles[1].collision_capsule_axis_ls.x, 0.5);
  EXPECT_EQ(s.particles[1].projection, DyngParticleProjection::kShortestPath);
  ASSERT_EQ(s.constraints.size(), 3u);
  const auto& link = std::get<DyngLink>(s.constraints[0]);
  EXPECT_EQ(link.type, DyngLinkType::kCloser);
  EXPECT_EQ(link.bone1, "tip_2");  // Stored child first.
  EXPECT_EQ(link.bone2, "tip_1");
  EXPECT_EQ(link.length_lower_bound_ratio_percentage, 100);
  EXPECT_EQ(link.look_at_axis.x, 1);
  const auto& cone = std::get<DyngCone>(s.constraints[1]);
  EXPECT_EQ(cone.type, DyngConeType::kHalfCone);
  EXPECT_EQ(cone.half_of_max_aperture_angle, 10);
  EXPECT_EQ(cone.cone_transform_ls.rotation.x, 0.600000024);
  EXPECT_EQ(cone.cone_transform_ls.translation.x, 0.25);
  EXPECT_EQ(cone.cone_transform_ls.scale.z, 1);
  const auto& ellipsoid = std::get<DyngEllipsoid>(s.constraints[2]);
  EXPECT_EQ(ellipsoid.constraint_radius, 0.0500000007);
  EXPECT_EQ(ellipsoid.constraint_scale2, 1);
  EXPECT_EQ(ellipsoid.ellipsoid_transform_ls.rotation.w, 1);
  ASSERT_EQ(s.collision_rounded_shapes.size(), 1u);
  EXPECT_EQ(s.collision_rounded_shapes[0].z_box_extent, 0.0900000036);
  EXPECT_EQ(s.collision_rounded_shapes[0].x_box_extent, 0);
}

TEST(AnimGraph, ReadsADangleFromCr2w) { expect_sample(read(sample::graph_file())); }

TEST(AnimGraph, ReadsTheSameFromJson) { expect_sample(read(sample::graph_json().dump())); }

TEST(AnimGraph, RoundsHandWrittenNumbersAsTheGameDoes) {
  json graph = sample::graph_json();
  at(graph, sample::kContainer + "/particles/1/mass") = 0.4;
  at(graph, sample::kSimulation + "/substepTime") = 0.01;
  const AnimGraphFile file = read(graph.dump());
  EXPECT_EQ(file.simulation.particles[1].mass, 0.400000006);
  EXPECT_EQ(file.simulation.substep_time, 0.01);
}

TEST(AnimGraph, TakesTrueAndFalseForFlags) {
  json graph = sample::graph_json();
  at(graph, sample::kContainer + "/particles/1/isFree") = false;
  EXPECT_FALSE(read(graph.dump()).simulation.particles[1].is_free);
}

TEST(AnimGraph, NullIsAsIfLeftOut) {
  json graph = sample::graph_json();
  at(graph, sample::kContainer + "/particles/1/mass") = nullptr;
  at(graph, sample::kSimulation + "/collisionRoundedShapes") = nullptr;
  const AnimGraphFile file = read(graph.dump());
  EXPECT_EQ(file.simulation.particles[1].mass, 1);
  EXPECT_TRUE(file.simulation.collision_rounded_shapes.empty());
}

// -- The spine -------------------------------------------------------------------------------

TEST(AnimGraph, SaysThatThereIsNoDangle) {
  json graph = sample::graph_json();
  json& root = at(graph, "/Data/RootChunk");
  root["nodesToInit"] = json::array();
  root["rootNode"] = nullptr;
  EXPECT_NE(problem_of(graph).find("no Dangle"), std::string::npos);
}

TEST(AnimGraph, SaysWhichNodeIsNotTheSpines) {
  const std::string type = sample::kLsToMs + "/$type";
  json graph = sample::graph_json();
  at(graph, type) = "animAnimNode_AdditionalTransform";
  const std::string problem = problem_of(graph);
  EXPECT_EQ(problem.rfind(sample::kLsToMs + ": ", 0), 0u) << problem;
  EXPECT_NE(problem.find("'animAnimNode_AdditionalTransform'"), std::string::npos) << problem;
  // The dangle is read all the same, to be looked at.
  EXPECT_EQ(read(graph.dump()).simulation.particles.size(), 3u);
}

TEST(AnimGraph, SaysWhereTheSpineEnds) {
  json graph = sample::graph_json();
  at(graph, sample::kDangle + "/inputLink/node") = {{"HandleRefId", "-1"}};
  EXPECT_EQ(problem_of(graph).rfind(sample::kDangle + ": ", 0), 0u);
}

TEST(AnimGraph, RefusesARingOfNodes) {
  json graph = sample::graph_json();
  at(graph, sample::kMetaPose + "/inputLink/node") = {{"HandleRefId", "5"}};
  EXPECT_NE(problem_of(graph).find("animAnimNode_PoseLsToMs"), std::string::npos);
}

TEST(AnimGraph, SkipPerformanceNodesMayStandBetween) {
  json graph = sample::graph_json();
  const json behind = at(graph, sample::kDangle + "/inputLink/node");
  const json end = sample::pose_node("SkipPerformanceModeEnd", behind);
  const json begin = sample::pose_node("SkipPerformanceModeBegin", sample::object("20", end));
  at(graph, sample::kDangle + "/inputLink/node") = sample::object("21", begin);
  expect_sample(read(graph.dump()));
  // A ring of them comes to an end.
  at(graph, sample::kLsToMs + "/inputLink/node") = {{"HandleRefId", "21"}};
  EXPECT_FALSE(read(graph.dump()).problems.empty());
}

TEST(AnimGraph, RefusesAWeightedMetaPose) {
  json graph = sample::graph_json();
  at(graph, sample::kMetaPose + "/weightLink") = {
      {"$type", "animFloatLink"},
      {"node", sample::object("30", json::object({{"$type", "animAnimNode_FloatInput"}}))}};
  EXPECT_NE(problem_of(graph).find("weight"), std::string::npos);
}

TEST(AnimGraph, NotesNodesBesideTheSpine) {
  json graph = sample::graph_json();
  at(graph, sample::kNodes)
      .push_back(sample::object("40", json::object({{"$type", "animAnimNode_Drag"}})));
  const AnimGraphFile file = read(graph.dump());
  EXPECT_TRUE(file.problems.empty());
  EXPECT_TRUE(any_says(file.notes, "left out, 1 in all"));
}

TEST(AnimGraph, NotesSettingsThatAreLeftOutOfAccount) {
  json graph = sample::graph_json();
  at(graph, "/Data/RootChunk/timeDeltaMultiplier") = 0.5;
  at(graph, "/Data/RootChunk/isPaused") = 1;
  const AnimGraphFile file = read(graph.dump());
  EXPECT_TRUE(file.problems.empty());
  EXPECT_TRUE(any_says(file.notes, "timeDeltaMultiplier"));
  EXPECT_TRUE(any_says(file.notes, "paused"));
}

TEST(AnimGraph, NeedsOneOutput) {
  json graph = sample::graph_json();
  at(graph, sample::kOutput + "/$type") = "animAnimNode_Drag";
  EXPECT_NE(problem_of(graph).find("no Output"), std::string::npos);
  graph = sample::graph_json();
  at(graph, sample::kNodes)
      .push_back(sample::object("41", json::object({{"$type", "animAnimNode_Output"}})));
  EXPECT_NE(problem_of(graph).find("more than one Output"), std::string::npos);
}

// -- What isn't decoded ----------------------------------------------------------------------

TEST(AnimGraph, SaysWhichOtherSimulationItIs) {
  for (const char* simulation : {"Pendulum", "Spring", "PositionProjection"}) {
    const std::string name = std::string("animDangleConstraint_Simulation") + simulation;
    const std::string problem = problem_with(sample::kSimulation + "/$type", name);
    EXPECT_EQ(problem.rfind(sample::kSimulation + ": ", 0), 0u) << problem;
    EXPECT_NE(problem.find("'" + name + "'"), std::string::npos) << problem;
  }
}

TEST(AnimGraph, SaysThatADangleHasNoSimulation) {
  json graph = sample::graph_json();
  at(graph, sample::kDangle + "/dangleConstraint") = nullptr;
  EXPECT_NE(problem_of(graph).find("no simulation"), std::string::npos);
}

TEST(AnimGraph, RefusesFlagsThatAreNotDecoded) {
  for (const char* flag :
       {"dangleAltersTransformsOfItsChildren",
        "parentRotationAltersTransformsOfDangleAndItsChildren",
        "parentRotationAltersTransformsOfNonDanglesAndItsChildren", "HACK_checkDangleTeleport"}) {
    expect_problem(sample::kSimulation + "/" + flag, 1, flag);
  }
}

TEST(AnimGraph, RefusesCollisionShapesInAnotherFile) {
  const json path = {{"$type", "ResourcePath"}, {"$storage", "string"}, {"$value", "a\\b.json"}};
  expect_problem(sample::kSimulation + "/jsonCollisionShapes",
                 {{"DepotPath", path}, {"Flags", "Default"}}, "'a\\b.json'");
  const json hash = {{"$type", "ResourcePath"}, {"$storage", "uint64"}, {"$value", "168"}};
  expect_problem(sample::kSimulation + "/jsonCollisionShapes",
                 {{"DepotPath", hash}, {"Flags", "Default"}}, "'168'");
  const json number = {{"$type", "ResourcePath"}, {"$storage", "uint64"}, {"$value", 168}};
  expect_problem(sample::kSimulation + "/jsonCollisionShapes",
                 {{"DepotPath", number}, {"Flags", "Default"}}, "by its hash");
  json graph = sample::graph_json();
  const json none = {{"$type", "ResourcePath"}, {"$storage", "uint64"}, {"$value", "0"}};
  at(graph, sample::kSimulation + "/jsonCollisionShapes") = {{"DepotPath", none}};
  EXPECT_TRUE(read(graph.dump()).problems.empty());
}

TEST(AnimGraph, RefusesAnExternalForceFromElsewhere) {
  const std::string input = sample::kNodes + "/1/Data";
  json graph = sample::graph_json();
  at(graph, input + "/name") = sample::cname("wind");
  EXPECT_EQ(problem_of(graph).rfind(input + ": ", 0), 0u);
  graph = sample::graph_json();
  at(graph, input + "/$type") = "animAnimNode_VectorConstant";
  EXPECT_NE(problem_of(graph).find("'animAnimNode_VectorConstant'"), std::string::npos);
}

TEST(AnimGraph, NamesTheParticleAtFault) {
  const std::string particle = sample::kContainer + "/particles/1";
  expect_problem(particle + "/projectionType", "Directed", "'tip_2' is Directed");
  expect_problem(particle + "/mass", 0, "'tip_2': its mass isn't");
  expect_problem(particle + "/mass", -1, "'tip_2': its mass isn't");
  expect_problem(particle + "/mass", 1e-60, "'tip_2': its mass isn't");  // 0 as a float.
  expect_problem(particle + "/damping", "+inf", "'tip_2': its damping isn't");
  expect_problem(particle + "/pullForceFactor", "nan", "'tip_2': its pullForceFactor isn't");
  json graph = sample::graph_json();
  at(graph, sample::kContainer + "/particles").push_back(sample::particle("tip_1", 1));
  EXPECT_NE(problem_of(graph).find("'tip_1' isn't the first"), std::string::npos);
}

TEST(AnimGraph, NamesTheConstraintAtFault) {
  const std::string link = sample::kInner + "/0/Data";
  const std::string cone = sample::kInner + "/1/Data";
  const std::string ellipsoid = sample::kInner + "/2/Data";
  expect_problem(link + "/bone1", sample::bone("tip_9"), "'tip_9'");
  expect_problem(link + "/lengthLowerBoundRatioPercentage", -1, "from 'tip_2' to 'tip_1'");
  expect_problem(link + "/lookAtAxis", {{"$type", "Vector3"}, {"X", 0}}, "has no direction");
  expect_problem(cone + "/coneAttachmentBone", sample::bone("Head"), "particle on 'Head'");
  expect_problem(cone + "/collisionCapsuleRadius", 0.01, "capsule");
  expect_problem(cone + "/collisionCapsuleHeightExtent", 0.01, "capsule");
  expect_problem(cone + "/halfOfMaxApertureAngle", 181, "between 0 and 180");
  expect_problem(cone + "/coneTransformLS", sample::transform({0, 0, 0, 0, 0, 0, 0}), "unit");
  expect_problem(ellipsoid + "/constraintRadius", 0, "radius 0");
  expect_problem(ellipsoid + "/constraintRadius", -1, "'tip_3'");
  expect_problem(ellipsoid + "/constraintScale1", 0, "constraintScale1");
}

TEST(AnimGraph, NamesTheShapeAtFault) {
  expect_problem(sample::kShape + "/xBoxExtent", 0.1, "xBoxExtent");
  expect_problem(sample::kShape + "/yBoxExtent", 0.1, "yBoxExtent");
  expect_problem(sample::kShape + "/zBoxExtent", -0.1, "zBoxExtent");
  expect_problem(sample::kShape + "/roundedCornerRadius", "-inf", "'Head'");
}

TEST(AnimGraph, NamesTheSimulationsNumberAtFault) {
  expect_problem(sample::kSimulation + "/substepTime", 0, "substepTime");
  expect_problem(sample::kSimulation + "/alpha", 1.5, "alpha");
  expect_problem(sample::kSimulation + "/solverIterations", 1001, "solverIterations");
  expect_problem(sample::kSimulation + "/solverIterations", 4'294'967'295, "solverIterations");
  expect_problem(sample::kContainer + "/gravityWS", "+inf", "gravityWS");
}

TEST(AnimGraph, PlacesAProblemOfABinaryAtItsByte) {
  std::string file = sample::graph_file();
  // The third particle's mass, the last 0.4 in the file.
  const std::size_t mass = file.rfind(Cr2wWriter::f32(0.4F));
  file.replace(mass, 4, Cr2wWriter::f32(-1));
  const AnimGraphFile graph = read(file);
  ASSERT_EQ(graph.problems.size(), 1u);
  EXPECT_EQ(graph.problems[0].rfind("byte " + std::to_string(mass) + ": ", 0), 0u);
  EXPECT_NE(graph.problems[0].find("'tip_3'"), std::string::npos);
}

// -- Handles ---------------------------------------------------------------------------------

TEST(AnimGraph, GroupsOfConstraintsLieInEachOtherInOrder) {
  json graph = sample::graph_json();
  json& inner = at(graph, sample::kInner);
  const json group = {{"$type", "animDyngConstraintMulti"},
                      {"innerConstraints", {inner[0], nullptr, inner[1]}}};
  const json link = {{"HandleRefId", "10"}};
  inner = json::array({inner[2], sample::object("50", group), link});
  const AnimGraphFile file = read(graph.dump());
  EXPECT_TRUE(file.problems.empty());
  ASSERT_EQ(file.simulation.constraints.size(), 4u);
  EXPECT_TRUE(std::holds_alternative<DyngEllipsoid>(file.simulation.constraints[0]));
  EXPECT_TRUE(std::holds_alternative<DyngLink>(file.simulation.constraints[1]));
  EXPECT_TRUE(std::holds_alternative<DyngCone>(file.simulation.constraints[2]));
  EXPECT_TRUE(std::holds_alternative<DyngLink>(file.simulation.constraints[3]));
}

TEST(AnimGraph, AGroupWithinItselfIsOneProblem) {
  json graph = sample::graph_json();
  at(graph, sample::kInner).push_back({{"HandleRefId", "9"}});
  EXPECT_NE(problem_of(graph).find("twice"), std::string::npos);
}

TEST(AnimGraph, RefusesAnUnknownConstraint) {
  const std::string problem = problem_with(sample::kInner + "/2/Data/$type", "animDyngRope");
  EXPECT_EQ(problem.rfind(sample::kInner + "/2/Data: ", 0), 0u);
  EXPECT_NE(problem.find("'animDyngRope'"), std::string::npos);
}

TEST(AnimGraph, ReferencesMayComeBeforeTheirObjects) {
  // The whole tree of nodes moves from nodesToInit to rootNode: keys are in another order.
  json graph = sample::graph_json();
  json& root = at(graph, "/Data/RootChunk");
  root["rootNode"] = root["nodesToInit"][0];
  root["aFirstKey"] = json::array({{{"HandleRefId", "1"}}});
  root.erase("nodesToInit");
  expect_sample(read(graph.dump()));
}

TEST(AnimGraph, IdsMayBeMissingNumbersOrTwice) {
  json graph = sample::graph_json();
  at(graph, sample::kInner + "/0").erase("HandleId");
  at(graph, sample::kInner + "/2")["HandleId"] = "11";  // Nobody refers to either of the two.
  at(graph, sample::kNodes + "/1")["HandleId"] = 13;
  expect_sample(read(graph.dump()));
}

TEST(AnimGraph, RefusesAReferenceToNothingAndToTwo) {
  json graph = sample::graph_json();
  at(graph, sample::kInner).push_back({{"HandleRefId", "99"}});
  EXPECT_EQ(refused(graph.dump()).place(), sample::kInner + "/3");
  at(graph, sample::kInner + "/3") = {{"HandleRefId", "11"}};
  at(graph, sample::kInner + "/2")["HandleId"] = "11";
  EXPECT_TRUE(says(refused(graph.dump()), "more than one"));
}

// -- Wrong types -----------------------------------------------------------------------------

TEST(AnimGraph, RefusesValuesOfTheWrongType) {
  const std::string particle = sample::kContainer + "/particles/0";
  const std::pair<std::string, json> wrong[] = {
      {particle + "/mass", "heavy"},
      {particle + "/mass", json::array({1})},
      {particle + "/isFree", 2},
      {particle + "/bone", "tip_1"},
      {particle, 7},
      {particle + "/projectionType", "Sideways"},
      {particle + "/projectionType", 1},
      {sample::kContainer + "/particles", json::object()},
      {sample::kSimulation + "/solverIterations", 0.5},
      {sample::kSimulation + "/solverIterations", 1e20},
      {sample::kSimulation + "/dyngConstraint", json::array()},
      {sample::kInner, 3},
      {sample::kInner + "/0", "10"},
  };
  for (const auto& [pointer, value] : wrong) {
    json graph = sample::graph_json();
    at(graph, pointer) = value;
    EXPECT_EQ(refused(graph.dump()).place(), pointer);
  }
}

TEST(AnimGraph, ARigIsNotAGraph) {
  EXPECT_TRUE(says(refused(sample::rig_file()), "'animRig', not an animation graph"));
}

// -- The game's ------------------------------------------------------------------------------

TEST(AnimGraph, ReadsTheGamesDangles) {
  for (const char* name :
       {"redengine/hair/fhair47_pt2.animgraph", "redengine/hair/fhair47_pt3.animgraph",
        "redengine/json/fhair47_pt2.animgraph.json"}) {
    TASSEL_REQUIRE_SHARED_DATA(name);
    SCOPED_TRACE(name);
    const AnimGraphFile graph = read(read_text(shared_data(name)));
    EXPECT_TRUE(graph.problems.empty());
    EXPECT_TRUE(graph.notes.empty());
    EXPECT_EQ(graph.simulation.particles.size(), 43u);
    EXPECT_EQ(graph.simulation.constraints.size(), 36u + 28u);
    EXPECT_EQ(graph.simulation.collision_rounded_shapes.size(), 4u);
    EXPECT_TRUE(graph.simulation.external_force_linked);
  }
}

TEST(AnimGraph, ReadsWolvenKitsTemplate) {
  const char* const name = "redengine/json/template_dangle.animgraph.json";
  TASSEL_REQUIRE_SHARED_DATA(name);
  const AnimGraphFile graph = read(read_text(shared_data(name)));
  EXPECT_TRUE(graph.problems.empty());
  EXPECT_TRUE(graph.simulation.particles.empty());
}

TEST(AnimGraph, ACarsGraphHasNoDangle) {
  const char* const name = "redengine/graphs/default_car_anim_graph_for_surveyor.animgraph";
  TASSEL_REQUIRE_SHARED_DATA(name);
  const AnimGraphFile graph = read(read_text(shared_data(name)));
  ASSERT_EQ(graph.problems.size(), 1u);
  EXPECT_NE(graph.problems[0].find("no Dangle"), std::string::npos);
}

}  // namespace
}  // namespace tassel
