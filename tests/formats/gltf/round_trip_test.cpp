// Written, then read: what a person sees in another tool is what was baked.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "formats/gltf/gltf_samples.h"
#include "tassel/gltf.h"

namespace tassel {
namespace {

// Keys are 32-bit floats: half a unit in the last of 24 bits, for numbers below 2.
constexpr double kFloatTolerance = 1.2e-7;
// Node transforms are written in full; what is left is normalising the rotation.
constexpr double kDoubleTolerance = 1e-15;

void expect_near(const Transformd& actual, const Transformd& wanted, double tolerance) {
  EXPECT_NEAR(length(actual.translation - wanted.translation), 0, tolerance);
  EXPECT_NEAR(length(actual.scale - wanted.scale), 0, tolerance);
  const double sign = dot(actual.rotation, wanted.rotation) < 0 ? -1 : 1;
  EXPECT_NEAR(actual.rotation.x, sign * wanted.rotation.x, tolerance);
  EXPECT_NEAR(actual.rotation.y, sign * wanted.rotation.y, tolerance);
  EXPECT_NEAR(actual.rotation.z, sign * wanted.rotation.z, tolerance);
  EXPECT_NEAR(actual.rotation.w, sign * wanted.rotation.w, tolerance);
}

TEST(GlbRoundTrip, KeepsTheSkeletonAndTheClip) {
  const test::GltfSample sample = test::make_gltf_sample();
  std::vector<std::byte> glb;
  ASSERT_TRUE(write_glb(sample.content(), glb).ok());
  Skeleton skeleton;
  Clip clip;
  const Status status = read_glb_clip(glb, "nod", 30, skeleton, clip);
  ASSERT_TRUE(status.ok()) << status.to_string();

  EXPECT_EQ(clip.name, "nod");
  ASSERT_EQ(clip.times.size(), sample.clip.times.size());
  for (int i = 0; i < sample.skeleton.size(); ++i) {
    const Joint& joint = sample.skeleton.joints[i];
    SCOPED_TRACE(joint.name);
    const int found = skeleton.find(joint.name);
    ASSERT_GE(found, 0);
    const int parent = skeleton.joints[found].parent;
    if (joint.parent >= 0) {
      EXPECT_EQ(skeleton.joints[parent].name, sample.skeleton.joints[joint.parent].name);
    }
    expect_near(skeleton.joints[found].reference_ls, joint.reference_ls, kDoubleTolerance);
    for (int key = 0; key < static_cast<int>(clip.times.size()); ++key) {
      expect_near(clip.pose_ls(key)[found], sample.clip.pose_ls(key)[i], kFloatTolerance);
    }
  }
}

}  // namespace
}  // namespace tassel
