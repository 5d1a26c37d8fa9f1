#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_tool.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel {
namespace {

using nlohmann::json;

/// The JSON chunk of a GLB: it starts 20 bytes in, its length stands 12 bytes in (glTF 2.0, 4.4).
json glb_json(const std::string& path) {
  const std::string glb = read_text(path);
  if (glb.size() < 20 || glb.substr(0, 4) != "glTF") return nullptr;
  size_t length = 0;
  for (size_t i = 4; i > 0; --i) length = 256 * length + static_cast<unsigned char>(glb[11 + i]);
  return json::parse(glb.substr(20, length));
}

class BakeMotion : public testing::TestWithParam<const char*> {};

TEST_P(BakeMotion, GivesOneAnimationOfTheWholeSkeleton) {
  TemporaryFolder folder;
  const ToolRun run =
      run_tool({"bake", kHairRig, kHairGraph, "--motion", GetParam(), "-o", folder / "hair.glb"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  const json glb = glb_json(folder / "hair.glb");
  ASSERT_TRUE(glb.is_object());
  ASSERT_EQ(glb.at("animations").size(), 1);
  EXPECT_EQ(glb.at("animations").at(0).at("name"), GetParam());
  std::vector<std::string> names;
  for (const json& node : glb.at("nodes")) names.push_back(node.value("name", ""));
  for (const char* joint : {"Head", "tassel_hair_01_07", "tassel_hair_11_07"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), joint), names.end()) << joint;
  }
}

INSTANTIATE_TEST_SUITE_P(MadeUp, BakeMotion, testing::Values("turn", "nod", "shake", "walk"));

TEST(Bake, DrawsTheShapesOnlyWhenAsked) {
  TemporaryFolder folder;
  const std::vector<std::string> bake{"bake", kHairRig, kHairGraph, "--motion", "nod", "-o"};
  std::vector<std::string> plain = bake;
  plain.push_back(folder / "plain.glb");
  std::vector<std::string> drawn = bake;
  drawn.insert(drawn.end(), {folder / "drawn.glb", "--draw-shapes"});
  ASSERT_EQ(run_tool(plain).exit_code, 0);
  ASSERT_EQ(run_tool(drawn).exit_code, 0);
  EXPECT_LT(read_text(folder / "plain.glb").size(), read_text(folder / "drawn.glb").size());
}

TEST(Bake, KeysComeAtTheAskedRate) {
  TemporaryFolder folder;
  ASSERT_EQ(run_tool({"bake", kEarringRig, kEarringGraph, "--motion", "nod", "--fps", "24", "-o",
                      folder / "nod.glb"})
                .exit_code,
            0);
  Skeleton skeleton;
  Clip clip;
  const Status status = read_glb_clip(read_bytes(folder / "nod.glb"), "", 24, skeleton, clip);
  ASSERT_TRUE(status.ok()) << status.to_string();
  const json glb = glb_json(folder / "nod.glb");
  const json& sampler = glb.at("animations").at(0).at("samplers").at(0);
  const json& times = glb.at("accessors").at(sampler.at("input").get<size_t>());
  const double end = times.at("max").at(0);
  EXPECT_NEAR(times.at("count").get<double>(), 24 * end + 1, 1);
}

TEST(Bake, FollowsTheAnimationOfAGlb) {
  TemporaryFolder folder;
  const std::string clip = folder / "\xff clip.glb";  // A file's name may be any bytes.
  ASSERT_EQ(run_tool({"bake", kHairRig, kHairGraph, "--motion", "turn", "-o", clip}).exit_code, 0);
  const ToolRun run = run_tool(
      {"bake", kEarringRig, kEarringGraph, "--motion", clip, "-o", folder / "earring.glb"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(glb_json(folder / "earring.glb").at("animations").at(0).at("name"), "turn");
}

TEST(Bake, RefusesAGlbWhoseJointsAreAllOthers) {
  TASSEL_REQUIRE_SHARED_DATA("glb/Fox.glb");
  TemporaryFolder folder;
  const std::string fox = shared_data("glb/Fox.glb");
  const ToolRun run =
      run_tool({"bake", kEarringRig, kEarringGraph, "--motion", fox, "-o", folder / "earring.glb"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.errors.find("tassel: " + fox + ": "), 0) << run.errors;
  EXPECT_TRUE(folder.file_names().empty());
}

/// A GLB of a joint called Head that is held for `seconds`.
std::string held_head(double seconds) {
  const auto bytes_of = [](auto number, size_t size) {
    return std::string(reinterpret_cast<const char*>(&number), size);
  };
  std::string binary;
  for (const float number : {0.0F, static_cast<float>(seconds), 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F})
    binary += bytes_of(number, 4);
  std::string text = json::parse(R"({
    "asset": {"version": "2.0"}, "nodes": [{"name": "Head"}],
    "buffers": [{"byteLength": 32}],
    "bufferViews": [{"buffer": 0, "byteLength": 8},
                    {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR",
                   "min": [0], "max": [0]},
                  {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}],
    "animations": [{"samplers": [{"input": 0, "output": 1}],
                    "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]
    })")
                         .dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const size_t length = 12 + 8 + text.size() + 8 + binary.size();
  return "glTF" + bytes_of(2, 4) + bytes_of(length, 4) + bytes_of(text.size(), 4) + "JSON" + text +
         bytes_of(binary.size(), 4) + std::string("BIN\0", 4) + binary;
}

// 200 s at 1,000 keys a second of 89 joints are 17.8 million joint poses, of 8 million at most;
// the rig has nothing to do with it.
TEST(Bake, ATooLongMotionIsBlamedOnTheMotionAndTheRate) {
  TemporaryFolder folder;
  const std::string clip = folder.write("long.glb", held_head(200));
  const ToolRun run = run_tool(
      {"bake", kHairRig, kHairGraph, "--motion", clip, "--fps", "1000", "-o", folder / "hair.glb"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.errors.find("tassel: --motion " + clip + " --fps 1000: duration: "), 0)
      << run.errors;
  EXPECT_EQ(folder.file_names(), std::vector<std::string>{"long.glb"});
}

TEST(Bake, AFaultySkeletonIsBlamedOnTheRig) {
  TemporaryFolder folder;
  json rig = json::parse(read_text(kEarringRig));
  rig["Data"]["RootChunk"]["boneTransforms"][1]["Scale"]["X"] = 0;
  const std::string flat = folder.write("flat.rig.json", rig.dump());
  const ToolRun run =
      run_tool({"bake", flat, kEarringGraph, "--motion", "nod", "-o", folder / "earring.glb"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.errors.find("tassel: " + flat + ": skeleton.joints[1]"), 0) << run.errors;
}

TEST(Bake, NothingSimulatedIsItsOwnExitCodeAndLeavesNoFile) {
  TemporaryFolder folder;
  const ToolRun run =
      run_tool({"bake", kEarringRig, kHairGraph, "--motion", "turn", "-o", folder / "out.glb"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_EQ(run.output, "");
  EXPECT_NE(run.errors.find("nothing can be simulated"), std::string::npos) << run.errors;
  EXPECT_NE(run.errors.find("tassel_hair_01_01"), std::string::npos) << run.errors;
  EXPECT_TRUE(folder.file_names().empty());
}

// A checksum that doesn't fit keeps nothing from running: a note, and no reason.
TEST(Bake, NotesAreNoReasons) {
  TASSEL_REQUIRE_SHARED_DATA("redengine/hair/fhair47_pt2.rig");
  TemporaryFolder folder;
  const std::string rig = with_a_wrong_checksum(folder);
  const std::string graph =
      shared_data("redengine/graphs/default_car_anim_graph_for_surveyor.animgraph");
  const ToolRun run = run_tool({"bake", rig, graph, "--motion", "turn", "-o", folder / "out.glb"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_NE(run.errors.find("nothing can be simulated, since\n    "), std::string::npos);
  EXPECT_EQ(run.errors.find("checksum"), std::string::npos) << run.errors;
}

// A graph of another simulation, as the game's template has it before anybody adds a particle.
TEST(Bake, AGraphWithoutParticlesSimulatesNothing) {
  TASSEL_REQUIRE_SHARED_DATA("redengine/json/template_dangle.animgraph.json");
  TemporaryFolder folder;
  const ToolRun run =
      run_tool({"bake", kHairRig, shared_data("redengine/json/template_dangle.animgraph.json"),
                "--motion", "turn", "-o", folder / "out.glb"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_TRUE(folder.file_names().empty());
}

}  // namespace
}  // namespace tassel
