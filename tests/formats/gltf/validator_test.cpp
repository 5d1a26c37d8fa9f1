// Khronos' validator on files that are written here. Needs Node and `npm ci` in the folder
// validator; skips without.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "formats/gltf/gltf_samples.h"
#include "tassel/gltf.h"
#include "tassel/play.h"
#include "test_files.h"

namespace tassel {
namespace {

const std::string kFolder = TASSEL_GLTF_VALIDATOR_DIR;

/// Whether the validator has no error, no warning and no hint; its words go to the test's output.
bool is_valid(const std::vector<std::byte>& glb, const std::string& name) {
  const std::string path = "validated_" + name + ".glb";  // In the build folder.
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(glb.data()), static_cast<std::streamsize>(glb.size()));
  const std::string command = "node '" + kFolder + "/validate.mjs' '" + path + "'";
  const bool valid = std::system(command.c_str()) == 0;
  std::remove(path.c_str());
  return valid;
}

class GltfValidator : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_file(kFolder + "/node_modules/gltf-validator/package.json")) {
      GTEST_SKIP() << "run `npm ci` in " << kFolder << " to have GLBs validated";
    }
  }
};

TEST_F(GltfValidator, FindsNothingInAnAnimatedRigWithStrandsAndShapes) {
  const test::GltfSample sample = test::make_gltf_sample();
  std::vector<std::byte> glb;
  ASSERT_TRUE(write_glb(sample.content(), glb).ok());
  EXPECT_TRUE(is_valid(glb, "animated"));
}

TEST_F(GltfValidator, FindsNothingInASkeletonAlone) {
  const test::GltfSample sample = test::make_gltf_sample();
  std::vector<std::byte> glb;
  ASSERT_TRUE(write_glb({&sample.skeleton, nullptr, {}, {}}, glb).ok());
  EXPECT_TRUE(is_valid(glb, "skeleton"));
}

TEST_F(GltfValidator, FindsNothingInSeveralRootsBeadsAndOneKey) {
  Skeleton skeleton;
  skeleton.joints = {{"a", -1, {}}, {"b", -1, {{1, 0, 0}, {}}}, {"a1", 0, {{0, 0, 0.1}, {}}}};
  const std::vector<Chain> chains{{-1, {0, 2}}, {-1, {1}}};
  Clip clip{"", {0}, {{}, {{1, 0, 0.5}, {}}, {}}, 3};
  std::vector<std::byte> glb;
  ASSERT_TRUE(write_glb({&skeleton, &clip, chains, {}}, glb).ok());
  EXPECT_TRUE(is_valid(glb, "roots"));
}

TEST_F(GltfValidator, FindsNothingInABakeThatWalksThroughTheWorld) {
  test::GltfSample sample = test::make_gltf_sample();
  DyngSpec spec;
  spec.skeleton = sample.skeleton;
  spec.reference_ms = reference_pose_ms(spec.skeleton);
  for (const Chain& chain : sample.chains) {
    for (const int joint : chain.joints) {
      DyngParticle particle;
      particle.bone = spec.skeleton.joints[joint].name;
      particle.is_free = joint != chain.joints[0];
      spec.simulation.particles.push_back(particle);
      if (!particle.is_free) continue;
      DyngLink link;
      link.bone1 = spec.skeleton.joints[spec.skeleton.joints[joint].parent].name;
      link.bone2 = particle.bone;
      spec.simulation.constraints.push_back(link);
    }
  }
  BakeReport report;
  ASSERT_TRUE(bake(spec, *make_motion("walk", spec.skeleton), {}, sample.clip, report).ok());
  std::vector<std::byte> glb;
  ASSERT_TRUE(write_glb(sample.content(), glb).ok());
  EXPECT_TRUE(is_valid(glb, "walk"));
}

// The check can fail: the last byte is a part of the last quaternion.
TEST_F(GltfValidator, FindsAMistake) {
  const test::GltfSample sample = test::make_gltf_sample();
  std::vector<std::byte> glb;
  ASSERT_TRUE(write_glb(sample.content(), glb).ok());
  glb.back() ^= std::byte{0xFF};
  EXPECT_FALSE(is_valid(glb, "mistaken"));
}

}  // namespace
}  // namespace tassel
