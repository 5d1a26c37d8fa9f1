// Files of other tools. Numbers are what their JSON says, or what their makers describe.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "formats/gltf/gltf_builder.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel {
namespace {

using test::Bytes;

Status read(const std::filesystem::path& path, Character& character) {
  return read_gltf(read_bytes(path.string()), test::beside(path), character);
}

Character read_shared(const std::string& file) {
  Character character;
  EXPECT_EQ(read(shared_data(file), character).to_string(), "ok");
  return character;
}

bool is_gltf(const std::filesystem::path& path) {
  static const std::set<std::string> kExtensions{".glb", ".gltf", ".vrm", ".vrma"};
  return kExtensions.contains(path.extension().string());
}

TEST(GltfFiles, AllAreRead) {
  TASSEL_REQUIRE_SHARED_DATA("README.md");
  int files = 0;
  for (const char* folder : {"glb", "gltf", "vrm", "vrm-conformance", "motion"}) {
    for (const auto& entry : std::filesystem::directory_iterator(shared_data(folder))) {
      if (!is_gltf(entry.path())) continue;
      SCOPED_TRACE(entry.path().filename().string());
      Character character;
      EXPECT_EQ(read(entry.path(), character).to_string(), "ok");
      EXPECT_EQ(validate(character.skeleton).to_string(), "ok");
      for (const Animation& animation : character.animations) {
        EXPECT_EQ(validate(animation, character.skeleton).to_string(), "ok");
      }
      ++files;
    }
  }
  EXPECT_GE(files, 30);
}

TEST(GltfFiles, BrokenOnesEndWithASentenceOrACharacter) {
  for (const char* name : {"malformed_malformed_glb_json", "malformed_nonfinite_transform"}) {
    const std::string file = "broken/" + std::string(name) + ".vrm";
    TASSEL_REQUIRE_SHARED_DATA(file);
    EXPECT_EQ(test::refusal(read_bytes(shared_data(file))).place().substr(0, 24),
              "JSON chunk at byte 20, b");
  }
  // What is wrong here is a texture, a morph target and a bone of the humanoid.
  for (const char* name : {"malformed_dangling_texture_index", "malformed_oob_expression_morph"}) {
    EXPECT_EQ(read_shared("broken/" + std::string(name) + ".vrm").meshes.size(), 1U);
  }
}

// Khronos' InterpolationTest: nine cubes, scaled, turned and moved by each interpolation (but the
// one called "Linear Scale" is a spline).
TEST(GltfFiles, EveryInterpolationOfTheTestModel) {
  const char* file = "gltf/interpolation_test.gltf";
  TASSEL_REQUIRE_SHARED_DATA(file);
  const Character character = read_shared(file);
  ASSERT_EQ(character.animations.size(), 9U);
  std::set<std::string> seen;
  for (const Animation& animation : character.animations) {
    SCOPED_TRACE(animation.name);
    ASSERT_EQ(animation.tracks.size(), 1U);
    const Track& track = animation.tracks[0];
    const char* const properties[] = {"Translation", "Rotation", "Scale"};
    const char* const interpolations[] = {"Step", "Linear", "CubicSpline"};
    const auto interpolation = static_cast<std::size_t>(track.interpolation);
    const auto property = static_cast<std::size_t>(track.property);
    EXPECT_EQ(animation.times[0].size(), 5U);
    EXPECT_EQ(track.values.size(), 5U * (interpolation == 2 ? 3 : 1) * (property == 1 ? 4 : 3));
    seen.insert(std::string(interpolations[interpolation]) + " " + properties[property]);
  }
  EXPECT_EQ(seen, (std::set<std::string>{"Step Translation", "Step Rotation", "Step Scale",
                                         "Linear Translation", "Linear Rotation",
                                         "CubicSpline Translation", "CubicSpline Rotation",
                                         "CubicSpline Scale"}));
}

// VirtualCast's Seed-san with its idle clip: counts of its JSON.
TEST(GltfFiles, SeedSan) {
  const char* file = "vrm/Seed-san_idle_loop.vrm";
  TASSEL_REQUIRE_SHARED_DATA(file);
  const Character character = read_shared(file);
  EXPECT_EQ(character.skeleton.size(), 147);
  EXPECT_EQ(character.skins.size(), 5U);
  ASSERT_EQ(character.meshes.size(), 21U);
  EXPECT_EQ(character.meshes[0].name, "robo_arm");
  EXPECT_EQ(character.meshes[0].triangles.size(), 6072U);
  ASSERT_EQ(character.animations.size(), 1U);
  EXPECT_EQ(character.animations[0].tracks.size(), 22U);
  EXPECT_EQ(character.animations[0].times.size(), 1U);
}

/// Where the skin puts a vertex: the weighted sum of joint pose × inverse bind.
Vec3d skinned_position(const Character& character, const Mesh& mesh, std::size_t vertex,
                       std::span<const Affined> pose_ms) {
  const Skin& skin = character.skins[mesh.skin];
  const Vec3f& p = mesh.positions[vertex];
  Vec3d sum;
  double weights = 0;
  for (std::size_t i = vertex * mesh.influences; i < (vertex + 1) * mesh.influences; ++i) {
    const auto weight = static_cast<double>(mesh.weights[i]);
    const Affined bind = pose_ms[skin.joints[mesh.joints[i]]] * skin.inverse_binds[mesh.joints[i]];
    sum = sum + weight * apply(bind, Vec3d{double(p.x), double(p.y), double(p.z)});
    weights += weight;
  }
  return (1 / weights) * sum;
}

// A character at rest lies where its maker modelled it: as Cesium's man, 1.5 m tall and upright,
// and Seed-san, 1.6 m to the top of her hair.
TEST(GltfFiles, RestPosesStandUpright) {
  struct Case {
    const char* file;
    double least;
    double greatest;
  };
  for (const Case& c :
       {Case{"gltf/cesium_man.gltf", 1.4, 1.6}, Case{"vrm/Seed-san_idle_loop.vrm", 1.4, 1.8}}) {
    TASSEL_REQUIRE_SHARED_DATA(c.file);
    const Character character = read_shared(c.file);
    std::vector<Transformd> rest;
    for (const Joint& joint : character.skeleton.joints) rest.push_back(joint.reference_ls);
    std::vector<Affined> pose(rest.size());
    local_to_model(character.skeleton, rest, pose);
    double low = 1e9;
    double high = -1e9;
    for (const Mesh& mesh : character.meshes) {
      if (mesh.skin < 0) continue;
      for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const double y = skinned_position(character, mesh, i, pose).y;
        low = std::min(low, y);
        high = std::max(high, y);
      }
    }
    EXPECT_NEAR(low, 0, 0.05) << c.file;
    EXPECT_GT(high - low, c.least) << c.file;
    EXPECT_LT(high - low, c.greatest) << c.file;
  }
}

// Its weights are known for sums that are off 1; they come as stored.
TEST(GltfFiles, CesiumMansWeightsAreNotTouched) {
  const char* file = "gltf/cesium_man.gltf";
  TASSEL_REQUIRE_SHARED_DATA(file);
  const Mesh mesh = read_shared(file).meshes.at(0);
  int off = 0;
  for (std::size_t i = 0; i < mesh.weights.size(); i += 4) {
    const float sum =
        mesh.weights[i] + mesh.weights[i + 1] + mesh.weights[i + 2] + mesh.weights[i + 3];
    if (std::abs(sum - 1) > 1e-4F) ++off;
  }
  EXPECT_GT(off, 0);
}

// tinygltf's cube of a centimetre, whose sparse accessor is a morph target; its one channel moves
// weights, and stays as an animation that moves no joint.
TEST(GltfFiles, SparseMorphTargetsAreLeftAlone) {
  const char* file = "gltf/tinygltf_sparse_morph.glb";
  TASSEL_REQUIRE_SHARED_DATA(file);
  const Character character = read_shared(file);
  ASSERT_EQ(character.meshes.size(), 1U);
  EXPECT_EQ(character.meshes[0].positions.size(), 24U);
  for (const Vec3f& p : character.meshes[0].positions) EXPECT_FLOAT_EQ(std::abs(p.y), 0.005F);
  ASSERT_EQ(character.animations.size(), 1U);
  EXPECT_EQ(character.animations[0].name, "Take 001");
  EXPECT_TRUE(character.animations[0].tracks.empty());
}

// A clip can be baked on whatever file holds it.
TEST(GltfFiles, ClipsComeOutOfVrmAndJson) {
  struct Case {
    const char* file;
    int joints;
  };
  for (const Case& c : {Case{"vrm/Seed-san_idle_loop.vrm", 147}, Case{"motion/idle_loop.vrma", 33},
                        Case{"gltf/cesium_man.gltf", 22}}) {
    TASSEL_REQUIRE_SHARED_DATA(c.file);
    Skeleton skeleton;
    Clip clip;
    const Status status = read_glb_clip(read_bytes(shared_data(c.file)), "", 10, skeleton, clip);
    EXPECT_EQ(status.to_string(), "ok") << c.file;
    EXPECT_EQ(skeleton.size(), c.joints);
    EXPECT_GT(clip.times.size(), 1U);
  }
}

}  // namespace
}  // namespace tassel
