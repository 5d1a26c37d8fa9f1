#include "tassel/skeleton.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tassel {
namespace {

Transformd at(double x, double y, double z) { return {{x, y, z}, {}, {1, 1, 1}}; }

/// Root → hip → (left, right → tip), and a second root.
Skeleton forked() {
  Skeleton skeleton;
  skeleton.joints = {{"root", -1, at(0, 0, 1)}, {"hip", 0, at(0, 0, 1)},
                     {"left", 1, at(-1, 0, 0)}, {"right", 1, at(1, 0, 0)},
                     {"tip", 3, at(0, 0, -2)},  {"other", -1, at(5, 0, 0)}};
  return skeleton;
}

TEST(Skeleton, ComposesDownTheTreeAndBack) {
  Skeleton skeleton = forked();
  const double half = std::sqrt(0.5);
  skeleton.joints[1].reference_ls.rotation = {0, 0, half, half};  // 90° about Z.
  skeleton.joints[1].reference_ls.scale = {2, 2, 2};
  const std::vector<Transformd> pose_ms = reference_pose_ms(skeleton);
  // hip at (0, 0, 2); right 1 along its X, scaled by 2 and turned to Y.
  EXPECT_NEAR(pose_ms[3].translation.y, 2, 1e-15);
  EXPECT_NEAR(pose_ms[4].translation.z, 2 - 4, 1e-15);
  std::vector<Transformd> pose_ls(pose_ms.size());
  model_to_local(skeleton, pose_ms, pose_ls);
  for (int i = 0; i < skeleton.size(); ++i) {
    const Transformd& expected = skeleton.joints[i].reference_ls;
    EXPECT_NEAR(length(pose_ls[i].translation - expected.translation), 0, 1e-15) << i;
    EXPECT_NEAR(dot(pose_ls[i].rotation, expected.rotation), 1, 1e-15) << i;
    EXPECT_NEAR(pose_ls[i].scale.x, expected.scale.x, 1e-15) << i;
  }
}

TEST(Skeleton, ConvertsInPlace) {
  const Skeleton skeleton = forked();
  std::vector<Transformd> pose = reference_pose_ms(skeleton);
  model_to_local(skeleton, pose, pose);
  EXPECT_EQ(pose[4].translation.z, -2);
  local_to_model(skeleton, pose, pose);
  EXPECT_EQ(pose[4].translation.z, 0);
}

TEST(Skeleton, AZeroScaleInAParentGivesZeroNotNaN) {
  Skeleton skeleton = forked();
  skeleton.joints[0].reference_ls.scale = {0, 0, 0};
  std::vector<Transformd> pose = reference_pose_ms(skeleton);
  model_to_local(skeleton, pose, pose);
  EXPECT_EQ(pose[1].translation.z, 0);
}

TEST(Skeleton, FindsByName) {
  EXPECT_EQ(forked().find("right"), 3);
  EXPECT_EQ(forked().find("Right"), -1);
}

TEST(Skeleton, ChainsRunToTheirTipsAndForksStartNewOnes) {
  const Skeleton skeleton = forked();
  const unsigned char marked[] = {0, 1, 1, 1, 1, 1};
  const std::vector<Chain> chains = find_chains(skeleton, marked);
  ASSERT_EQ(chains.size(), 3U);
  EXPECT_EQ(chains[0].anchor, 0);
  EXPECT_EQ(chains[0].joints, (std::vector<int>{1, 2}));
  EXPECT_EQ(chains[1].anchor, 1);
  EXPECT_EQ(chains[1].joints, (std::vector<int>{3, 4}));
  EXPECT_EQ(chains[2].anchor, -1);
  EXPECT_EQ(chains[2].joints, (std::vector<int>{5}));
  EXPECT_EQ(chain_length(chains[1], reference_pose_ms(skeleton)), 2);
}

TEST(Skeleton, ValidateNamesTheJoint) {
  EXPECT_TRUE(validate(forked()).ok());
  Skeleton later = forked();
  later.joints[2].parent = 4;
  EXPECT_EQ(validate(later).place(), "joints[2]");
  Skeleton nan = forked();
  nan.joints[3].reference_ls.translation.y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(validate(nan).place(), "joints[3]");
  Skeleton stretched = forked();
  stretched.joints[5].reference_ls.rotation = {0, 0, 0, 1.01};
  EXPECT_EQ(validate(stretched).place(), "joints[5]");
  Skeleton crowd;
  crowd.joints.resize(65'536);
  EXPECT_EQ(validate(crowd).place(), "joints");
}

}  // namespace
}  // namespace tassel
