#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_tool.h"
#include "test_files.h"

namespace tassel {
namespace {

using nlohmann::json;

json inspect(std::vector<std::string> files) {
  files.insert(files.begin(), {"inspect", "--json"});
  const ToolRun run = run_tool(files);
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  return json::parse(run.output).at("findings");
}

std::vector<std::string> compiled_rigs(const json& findings) {
  std::vector<std::string> rigs;
  for (const json& found : findings) {
    if (found.at("kind") == "compiled") rigs.push_back(found.at("files").at(0));
  }
  return rigs;
}

// The figures are those of the sample's own description in samples/make_samples.py: eleven strands
// of 7 or 8 joints, the first of each fixed, a link and a cone between neighbours.
TEST(Inspect, CountsWhatASampleHolds) {
  const json findings = inspect({kHairRig, kHairGraph});
  ASSERT_EQ(findings.size(), 3);
  const json& rig = findings.at(0);
  EXPECT_EQ(rig.at("kind"), "rig");
  EXPECT_EQ(rig.at("joints"), 7 + 6 * 7 + 5 * 8);
  EXPECT_EQ(rig.at("baseJoints"), 7);
  EXPECT_EQ(rig.at("chains").size(), 11);
  EXPECT_EQ(rig.at("chains").at(0).at("anchor"), "Head");
  const json& graph = findings.at(1);
  EXPECT_EQ(graph.at("kind"), "graph");
  EXPECT_EQ(graph.at("particles"), (json{{"free", 71}, {"fixed", 11}}));
  EXPECT_EQ(graph.at("constraints"),
            json::parse(R"([{"kind":"link","type":"KeepFixedDistance","count":71},
                            {"kind":"cone","type":"HalfCone","count":33},
                            {"kind":"cone","type":"Cone","count":38}])"));
  EXPECT_EQ(graph.at("shapes").size(), 5);
}

TEST(Inspect, RangesGoFromTheLowestToTheHighestValue) {
  const json graph = inspect({kHairGraph}).at(0);
  const json& mass = graph.at("parameters").at("particle.mass");
  EXPECT_FLOAT_EQ(mass.at("min"), 0.3f);
  EXPECT_FLOAT_EQ(mass.at("max"), 0.5f);
  EXPECT_EQ(mass.at("unit"), "kg");
  EXPECT_EQ(graph.at("parameters").at("particle.projectionType").at("values"),
            json::array({"ShortestPath"}));
}

/// A spec with one joint, a particle on it, and constraints and a shape that are turned and moved.
const char* const kTurnedSpec = R"({
  "joints": [{"name": "a", "parent": -1, "local": [0,0,0, 0,0,0,1]}],
  "reference": [[0,0,0, 0,0,0,1]],
  "simulation": {
    "particles": [{"bone": "a"}],
    "constraints": [
      {"type": "Cone", "constrainedBone": "a", "coneAttachmentBone": "a",
       "coneTransformLS": [0.1,0.2,0.3, 0,0,0.7071067811865476,0.7071067811865476]},
      {"type": "Cone", "constrainedBone": "a", "coneAttachmentBone": "a",
       "coneTransformLS": [-0.1,0.2,0, 0.5,0,0,-0.8660254037844386]},
      {"type": "Ellipsoid", "bone": "a", "ellipsoidTransformLS": [0,0,2, 0,0,0,1]}],
    "collisionRoundedShapes": [
      {"bone": "a", "transformLS": [-0.0,0.5,0, 0,1,0,0], "roundedCornerRadius": 0.1}]},
  "notes": []})";

// A rotation of t degrees is (axis · sin t/2, cos t/2), and q and −q are the same rotation.
TEST(Inspect, SaysHowFarTransformsAreOffAndTurned) {
  TemporaryFolder folder;
  const json spec = inspect({folder.write("turned.json", kTurnedSpec)}).at(0);
  const json& parameters = spec.at("parameters");
  const json& cone_offset = parameters.at("cone.coneTransformLS.offset");
  EXPECT_EQ(cone_offset.at("min"), (json{-0.1, 0.2, 0}));
  EXPECT_EQ(cone_offset.at("max"), (json{0.1, 0.2, 0.3}));
  EXPECT_EQ(cone_offset.at("unit"), "m");
  const json& cone_turn = parameters.at("cone.coneTransformLS.turn");
  EXPECT_NEAR(cone_turn.at("min"), 60, 1e-9);
  EXPECT_NEAR(cone_turn.at("max"), 90, 1e-9);
  EXPECT_EQ(cone_turn.at("unit"), "°");
  EXPECT_EQ(parameters.at("ellipsoid.ellipsoidTransformLS.offset").at("max"), (json{0, 0, 2}));
  EXPECT_EQ(parameters.at("ellipsoid.ellipsoidTransformLS.turn").at("max"), 0);
  EXPECT_EQ(parameters.at("shape.transformLS.offset").at("min"), (json{0, 0.5, 0}));
  EXPECT_NEAR(parameters.at("shape.transformLS.turn").at("min"), 180, 1e-9);
}

TEST(Inspect, TextShowsTheRangesOfTransforms) {
  TemporaryFolder folder;
  const ToolRun run = run_tool({"inspect", folder.write("turned.json", kTurnedSpec)});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  for (const char* part :
       {"cone.coneTransformLS.offset               (-0.1 to 0.1, 0.2, 0 to 0.3) m\n",
        "cone.coneTransformLS.turn                 60 to 90 °\n",
        "shape.transformLS.offset                  (0, 0.5, 0) m\n",
        "shape.transformLS.turn                    180 °\n"}) {
    EXPECT_NE(run.output.find(part), std::string::npos) << part << " is missing in\n" << run.output;
  }
}

// The hh_033 row of the shared table of rigs: 7 chains, three 0.20 m long and four 0.43 m.
TEST(Inspect, MeasuresTheGamesHairstyle) {
  TASSEL_REQUIRE_SHARED_DATA("redengine/hair/fhair47_pt2.rig");
  const json findings = inspect({shared_data("redengine/hair/fhair47_pt2.rig"),
                                 shared_data("redengine/hair/fhair47_pt2.animgraph")});
  ASSERT_EQ(findings.size(), 3);
  const json& compiled = findings.at(2);
  EXPECT_EQ(compiled.at("kind"), "compiled");
  EXPECT_EQ(compiled.at("joints"), 50);
  EXPECT_EQ(compiled.at("particles"), (json{{"free", 36}, {"fixed", 7}}));
  EXPECT_EQ(compiled.at("constraints"),
            json::parse(R"([{"kind":"link","type":"KeepFixedDistance","count":36},
                            {"kind":"cone","type":"HalfCone","count":28}])"));
  EXPECT_EQ(compiled.at("shapes").size(), 4);
  EXPECT_TRUE(compiled.at("problems").empty());
  EXPECT_TRUE(compiled.at("externalForceLinked"));
  int short_chains = 0;
  int long_chains = 0;
  ASSERT_EQ(compiled.at("chains").size(), 7);
  for (const json& chain : compiled.at("chains")) {
    const double length = chain.at("length");
    short_chains += std::abs(length - 0.20) < 0.005;
    long_chains += std::abs(length - 0.43) < 0.005;
  }
  EXPECT_EQ(short_chains, 3);
  EXPECT_EQ(long_chains, 4);
}

TEST(Inspect, CompilesAGraphWithTheRigThatHasItsJointsWhateverTheNames) {
  EXPECT_EQ(compiled_rigs(inspect({kEarringRig, kHairGraph, kHairRig})),
            std::vector<std::string>{kHairRig});
}

TEST(Inspect, CompilesAGraphWithEveryRigThatFits) {
  TemporaryFolder folder;
  const std::string twin = folder.write("another-body.rig", read_text(kHairRig));
  EXPECT_EQ(compiled_rigs(inspect({kHairRig, twin, kHairGraph})),
            (std::vector<std::string>{kHairRig, twin}));
}

TEST(Inspect, SaysWhatKeepsAnOnlyRigFromFitting) {
  const json compiled = inspect({kEarringRig, kHairGraph}).at(2);
  EXPECT_EQ(compiled.at("kind"), "compiled");
  ASSERT_FALSE(compiled.at("problems").empty());
  EXPECT_NE(compiled.at("problems").at(0).get<std::string>().find("tassel_hair_01_01"),
            std::string::npos);
}

// A checksum that doesn't fit keeps nothing from running: a note, and no reason.
TEST(Inspect, NotesAreNoReasons) {
  TASSEL_REQUIRE_SHARED_DATA("redengine/hair/fhair47_pt2.rig");
  TemporaryFolder folder;
  const std::string rig = with_a_wrong_checksum(folder);
  const std::string graph =
      shared_data("redengine/graphs/default_car_anim_graph_for_surveyor.animgraph");
  const json compiled = inspect({rig, graph}).at(2);
  EXPECT_EQ(compiled.at("kind"), "compiled");
  EXPECT_EQ(compiled.at("problems").dump().find("checksum"), std::string::npos);
  EXPECT_NE(compiled.at("problems").dump().find("Dangle"), std::string::npos);
  EXPECT_NE(compiled.at("notes").dump().find("byte 32: the checksum"), std::string::npos);

  const ToolRun run = run_tool({"inspect", rig, graph});
  const size_t verdict = run.output.find("rigid, since");
  ASSERT_NE(verdict, std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("checksum", verdict), std::string::npos) << run.output;
}

TEST(Inspect, ShowsTheSameInASpecAsInThePairThatItCameFrom) {
  TemporaryFolder folder;
  const std::string spec = folder / "hair.json";
  ASSERT_EQ(run_tool({"compile", kHairRig, kHairGraph, "-o", spec}).exit_code, 0);
  json from_spec = inspect({spec}).at(0);
  json from_pair = inspect({kHairRig, kHairGraph}).at(2);
  for (const char* member : {"kind", "files"}) {
    from_spec.erase(member);
    from_pair.erase(member);
  }
  EXPECT_EQ(from_spec, from_pair);
}

TEST(Inspect, TextNamesFilesChainsAndTheVerdict) {
  const ToolRun run = run_tool({"inspect", kEarringRig, kEarringGraph});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.errors, "");
  for (const char* part : {"tassel_earring.rig.json: rig", "tassel_earring.animgraph.json: graph",
                           "tassel_earring_left_01", "from Head", "4 free particles in 2 chains"}) {
    EXPECT_NE(run.output.find(part), std::string::npos) << part << " is missing in\n" << run.output;
  }
}

TEST(Inspect, ASpecWhoseParentIsNoJointIsSaidAndHasNoChains) {
  TemporaryFolder folder;
  ASSERT_EQ(run_tool({"compile", kHairRig, kHairGraph, "-o", folder / "hair.json"}).exit_code, 0);
  const json sample = json::parse(read_text(folder / "hair.json"));
  for (const int parent : {1'000'000'000, static_cast<int>(sample["joints"].size()), 30, -7}) {
    json broken = sample;
    broken["joints"][30]["parent"] = parent;
    const ToolRun run = run_tool({"inspect", folder.write("broken.json", broken.dump())});
    EXPECT_EQ(run.exit_code, 0) << parent;
    EXPECT_NE(run.output.find("joints[30]: the parent of"), std::string::npos) << run.output;
    EXPECT_EQ(run.output.find("chains"), std::string::npos) << run.output;
  }
}

// 60,000 chains: a look at the whole skeleton for each would take minutes.
TEST(Inspect, ChainsAreNotLookedAtOneByOne) {
  json flat = {{"joints", json::array()}, {"reference", json::array()}};
  json particles = json::array();
  const json still = {0, 0, 0, 0, 0, 0, 1};
  for (int i = 0; i < 60'000; ++i) {
    const std::string name = "j" + std::to_string(i);
    flat["joints"].push_back({{"name", name}, {"parent", i == 0 ? -1 : 0}, {"local", still}});
    flat["reference"].push_back(still);
    if (i > 0) particles.push_back({{"bone", name}});
  }
  flat["simulation"] = {{"particles", particles}};
  TemporaryFolder folder;
  const ToolRun run = run_tool({"inspect", folder.write("flat.json", flat.dump())});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(run.output.find("chains      59999"), std::string::npos);
}

// A name from a file must not steer the terminal it is printed on.
TEST(Inspect, ControlCharactersInNamesAreNotPrinted) {
  std::string rig = read_text(kEarringRig);
  const std::string name = "tassel_earring_left_01";
  rig.replace(rig.find(name), name.size(), "\\u001b[31mred");
  TemporaryFolder folder;
  const ToolRun run = run_tool({"inspect", folder.write("evil.rig.json", rig)});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.output.find('\x1b'), std::string::npos);
  EXPECT_NE(run.output.find("?[31mred"), std::string::npos) << run.output;
}

}  // namespace
}  // namespace tassel
