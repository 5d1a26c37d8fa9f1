#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/run_tool.h"
#include "formats/vrm/vrm_documents.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel {
namespace {

using nlohmann::json;

ToolRun bake_seed_san(const std::string& output, std::vector<std::string> options = {}) {
  options.insert(options.begin(), {"bake", kSeedSan, "-o", output});
  ToolRun run = run_tool(options);
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  return run;
}

Character read_file(const std::string& path) {
  Character character;
  EXPECT_EQ(read_gltf(read_bytes(path), {}, character).to_string(), "ok");
  return character;
}

/// A joint's rotation track with its times.
struct Keys {
  std::vector<float> times;
  std::vector<float> values;
};

/// Without keys where nothing turns the joint.
Keys rotations_or_none(const Character& character, const std::string& joint,
                       std::size_t animation = 0) {
  const Animation& from = character.animations.at(animation);
  const int wanted = character.skeleton.find(joint);
  for (const Track& track : from.tracks) {
    if (track.joint != wanted || track.property != Track::Property::kRotation) continue;
    return {from.times[track.times], track.values};
  }
  return {};
}

Keys rotations(const Character& character, const std::string& joint, std::size_t animation = 0) {
  Keys keys = rotations_or_none(character, joint, animation);
  EXPECT_FALSE(keys.times.empty()) << "nothing turns " << joint;
  return keys;
}

/// Radians between two keys.
double angle_between(const Keys& a, std::size_t key_a, const Keys& b, std::size_t key_b) {
  double square = 0;
  double other = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    square += std::pow(a.values[4 * key_a + i] - b.values[4 * key_b + i], 2);
    other += std::pow(a.values[4 * key_a + i] + b.values[4 * key_b + i], 2);
  }
  return 4 * std::asin(std::sqrt(std::min(square, other)) / 2);
}

TEST(CharacterBake, TheTailSwingsInTheClipThatWasThere) {
  TemporaryFolder folder;
  const ToolRun run = bake_seed_san(folder / "out.vrm");
  EXPECT_EQ(run.errors, "");
  EXPECT_NE(run.output.find("--strip-springs"), std::string::npos) << run.output;
  const Character before = read_file(kSeedSan);
  const Character after = read_file(folder / "out.vrm");
  ASSERT_EQ(after.animations.size(), 1u);
  EXPECT_EQ(after.animations[0].name, before.animations[0].name);
  EXPECT_EQ(after.skeleton.size(), before.skeleton.size());
  EXPECT_EQ(after.springs.springs.size(), before.springs.springs.size());
  EXPECT_TRUE(rotations_or_none(before, "hair_tail_3").times.empty());
  const Keys tail = rotations(after, "hair_tail_3");
  EXPECT_EQ(tail.times.front(), 0);
  // In floats, as glTF has them.
  EXPECT_EQ(static_cast<float>(tail.times.back()),
            static_cast<float>(before.animations[0].duration));
  double most = 0;
  for (std::size_t key = 0; key < tail.times.size(); ++key) {
    most = std::max(most, angle_between(tail, 0, tail, key));
  }
  EXPECT_GT(most, 0.003);  // Its drag of 1 leaves it hardly a lag.
}

TEST(CharacterBake, StripSpringsLeavesNoneToSimulate) {
  TemporaryFolder folder;
  const ToolRun run = bake_seed_san(folder / "out.vrm", {"--strip-springs"});
  EXPECT_EQ(run.output.find("--strip-springs"), std::string::npos) << run.output;
  const Character after = read_file(folder / "out.vrm");
  EXPECT_TRUE(after.springs.springs.empty());
  EXPECT_EQ(after.kind, Character::Kind::kVrm1);
  EXPECT_EQ(read_text(folder / "out.vrm").find("VRMC_springBone"), std::string::npos);
}

// Steps of 1/60 s whatever the keys' rate: every second key of 60 a second is a key of 30.
TEST(CharacterBake, SteadyIsTheSameMotionAtAnyRate) {
  TemporaryFolder folder;
  bake_seed_san(folder / "60.vrm", {"--fps", "60"});
  bake_seed_san(folder / "30.vrm", {"--fps", "30"});
  bake_seed_san(folder / "exact.vrm", {"--fps", "30", "--solver", "exact"});
  const Keys fast = rotations(read_file(folder / "60.vrm"), "hair_tail_3");
  const Keys slow = rotations(read_file(folder / "30.vrm"), "hair_tail_3");
  const Keys exact = rotations(read_file(folder / "exact.vrm"), "hair_tail_3");
  ASSERT_EQ(slow.times.size(), exact.times.size());
  double apart = 0;
  for (std::size_t key = 0; key + 1 < slow.times.size(); ++key) {
    // Keys are floats of rotations: two of them differ by some 1e-7 of rounding.
    EXPECT_LT(angle_between(fast, 2 * key, slow, key), 1e-6) << key;
    apart = std::max(apart, angle_between(slow, key, exact, key));
  }
  EXPECT_GT(apart, 1e-5);
}

TEST(CharacterBake, ALoopEndsWhereItBegins) {
  TemporaryFolder folder;
  const ToolRun run = bake_seed_san(folder / "out.vrm", {"--loop"});
  EXPECT_NE(run.output.find("loop closed over "), std::string::npos) << run.output;
  EXPECT_NE(run.output.find(" mm after "), std::string::npos) << run.output;
  const Keys tail = rotations(read_file(folder / "out.vrm"), "hair_tail_3");
  EXPECT_LT(angle_between(tail, 0, tail, tail.times.size() - 1), 1e-6);
}

TEST(CharacterBake, ReducedKeysAreFewer) {
  TemporaryFolder folder;
  bake_seed_san(folder / "all.vrm");
  bake_seed_san(folder / "few.vrm", {"--reduce", "0.001"});
  const Keys all = rotations(read_file(folder / "all.vrm"), "hair_tail_3");
  const Keys few = rotations(read_file(folder / "few.vrm"), "hair_tail_3");
  EXPECT_LT(few.times.size(), all.times.size() / 2);
  EXPECT_EQ(few.times.back(), all.times.back());
}

TEST(CharacterBake, AMotionFileGivesAnAnimationOfItsName) {
  TASSEL_REQUIRE_SHARED_DATA("motion/idle_loop.vrma");
  TASSEL_REQUIRE_SHARED_DATA("motion/cmu_01_01.bvh");
  for (const char* motion : {"idle_loop.vrma", "cmu_01_01.bvh"}) {
    TemporaryFolder folder;
    const std::string path = shared_data(std::string("motion/") + motion);
    const Character source = [&] {
      Character read;
      const bool is_bvh = path.ends_with(".bvh");
      EXPECT_TRUE(
          (is_bvh ? read_bvh(read_text(path), read) : read_gltf(read_bytes(path), {}, read)).ok());
      return read;
    }();
    bake_seed_san(folder / "out.vrm", {"--motion", path});
    const Character after = read_file(folder / "out.vrm");
    ASSERT_EQ(after.animations.size(), 2u) << motion;
    EXPECT_EQ(after.animations[0].tracks.size(), read_file(kSeedSan).animations[0].tracks.size());
    EXPECT_EQ(static_cast<float>(after.animations[1].duration),
              static_cast<float>(source.animations[0].duration));
    const int arm = after.humanoid.find("leftUpperArm");
    for (const std::string& moved : {std::string("hair_tail_3"), after.skeleton.joints[arm].name}) {
      EXPECT_FALSE(rotations(after, moved, 1).values.empty());
    }
  }
}

TEST(CharacterBake, AnUnknownClipIsAnsweredWithThoseThatThereAre) {
  TemporaryFolder folder;
  const ToolRun run = run_tool({"bake", kSeedSan, "--clip", "dance", "-o", folder / "out.vrm"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find("there is no animation dance"), std::string::npos) << run.errors;
  EXPECT_NE(run.errors.find("idle_loop"), std::string::npos) << run.errors;
  EXPECT_TRUE(folder.file_names().empty());
}

TEST(CharacterBake, NothingThatSwingsIsItsOwnExitCode) {
  TemporaryFolder folder;
  const std::string still = folder.write("still.gltf", test::strand_document().dump());
  const ToolRun run = run_tool({"bake", still, "--motion", kSeedSan, "-o", folder / "out.gltf"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_NE(run.errors.find("nothing swings"), std::string::npos) << run.errors;
  EXPECT_EQ(folder.file_names(), std::vector<std::string>{"still.gltf"});
}

/// A strand whose head is turned by 90° within half a second.
json turning_document() {
  json document = test::vrm1_document();
  // Times 0 and 0.5, then the identity and a quarter turn about X (√½ = 0x3F3504F3) in floats.
  document["buffers"] = {{{"byteLength", 40}, {"uri", "turn.bin"}}};
  document["bufferViews"] = {{{"buffer", 0}, {"byteLength", 8}},
                             {{"buffer", 0}, {"byteOffset", 8}, {"byteLength", 32}}};
  document["accessors"] = {
      {{"bufferView", 0},
       {"componentType", 5126},
       {"count", 2},
       {"type", "SCALAR"},
       {"min", {0}},
       {"max", {0.5}}},
      {{"bufferView", 1}, {"componentType", 5126}, {"count", 2}, {"type", "VEC4"}}};
  document["animations"] = {
      {{"name", "turn"},
       {"samplers", {{{"input", 0}, {"output", 1}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}}}};
  return document;
}

void write_turning(const TemporaryFolder& folder) {
  const float numbers[] = {0, 0.5F, 0, 0, 0, 1, 0.70710678F, 0, 0, 0.70710678F};
  (void)folder.write("turn.bin",
                     std::string(reinterpret_cast<const char*>(numbers), sizeof(numbers)));
  (void)folder.write("turn.gltf", turning_document().dump());
}

TEST(CharacterBake, AGltfComesBackAsOneBesideItsBuffers) {
  TemporaryFolder folder;
  write_turning(folder);
  const ToolRun run = run_tool({"bake", folder / "turn.gltf", "-o", folder / "out.gltf"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.output.find("turn.bin"), std::string::npos) << run.output;
  const json after = json::parse(read_text(folder / "out.gltf"));
  EXPECT_EQ(after.at("buffers").at(0).at("uri"), "turn.bin");
  EXPECT_EQ(after.at("buffers").size(), 2u);
}

TEST(CharacterBake, InAnotherFolderItSaysWhatElseIsNeeded) {
  TemporaryFolder folder;
  TemporaryFolder elsewhere;
  write_turning(folder);
  const ToolRun run = run_tool({"bake", folder / "turn.gltf", "-o", elsewhere / "out.gltf"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(run.output.find("turn.bin"), std::string::npos) << run.output;
}

TEST(CharacterBake, AFileKeepsItsContainer) {
  TemporaryFolder folder;
  write_turning(folder);
  const ToolRun packed = run_tool({"bake", folder / "turn.gltf", "-o", folder / "out.glb"});
  EXPECT_EQ(packed.exit_code, 2);
  EXPECT_NE(packed.errors.find("name it .gltf"), std::string::npos) << packed.errors;
  const ToolRun unpacked = run_tool({"bake", kSeedSan, "-o", folder / "out.gltf"});
  EXPECT_EQ(unpacked.exit_code, 2);
  EXPECT_NE(unpacked.errors.find("name it .glb or .vrm"), std::string::npos) << unpacked.errors;
  EXPECT_EQ(folder.file_names().size(), 2u);
}

TEST(CharacterBake, OptionsOfTheOtherKindAreRefused) {
  TemporaryFolder folder;
  const ToolRun shapes = run_tool({"bake", kSeedSan, "--draw-shapes", "-o", folder / "out.vrm"});
  EXPECT_EQ(shapes.exit_code, 2);
  EXPECT_NE(shapes.errors.find("--draw-shapes belongs to"), std::string::npos) << shapes.errors;
  for (const std::vector<std::string>& option : {std::vector<std::string>{"--loop"},
                                                 {"--all"},
                                                 {"--strip-springs"},
                                                 {"--solver", "exact"},
                                                 {"--start", "rest"},
                                                 {"--clip", "nod"},
                                                 {"--reduce", "0.1"}}) {
    std::vector<std::string> arguments{"bake", kHairRig, kHairGraph,        "--motion",
                                       "nod",  "-o",     folder / "out.glb"};
    arguments.insert(arguments.end(), option.begin(), option.end());
    const ToolRun run = run_tool(arguments);
    EXPECT_EQ(run.exit_code, 2) << option[0];
    EXPECT_NE(run.errors.find(option[0] + " belongs to a character"), std::string::npos)
        << run.errors;
  }
}

TEST(CharacterBake, ABrokenFileIsNamedWithItsPlace) {
  TemporaryFolder folder;
  const std::string whole = read_text(kSeedSan);
  const std::string half = folder.write("half.vrm", whole.substr(0, whole.size() / 2));
  const ToolRun run = run_tool({"bake", half, "-o", folder / "out.vrm"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.errors.find("tassel: " + half + ": byte "), 0) << run.errors;
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
  EXPECT_EQ(folder.file_names(), std::vector<std::string>{"half.vrm"});
}

}  // namespace
}  // namespace tassel
