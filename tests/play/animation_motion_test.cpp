// A skeleton's own animation as a motion.

#include <gtest/gtest.h>

#include "tassel/play.h"

namespace tassel {
namespace {

Skeleton two_joints() {
  Skeleton skeleton;
  skeleton.joints = {{"root", -1, {}}, {"tip", 0, {{0, 1, 0}, {}, {1, 1, 1}}}};
  return skeleton;
}

Animation slide() {
  Animation animation;
  animation.duration = 2;
  animation.times = {{1, 2}};
  animation.tracks.push_back(
      {1, Track::Property::kTranslation, Interpolation::kLinear, 0, {0, 1, 0, 4, 1, 0}});
  return animation;
}

TEST(AnimationMotion, GivesTheAnimationsPose) {
  std::unique_ptr<Motion> motion;
  ASSERT_TRUE(make_animation_motion(two_joints(), slide(), motion).ok());
  EXPECT_EQ(motion->duration(), 2);
  EXPECT_FALSE(motion->travels());
  const auto x_at = [&](double time) {
    std::vector<Transformd> pose(2);
    motion->sample(time, pose);
    EXPECT_EQ(pose[0].rotation.w, 1);
    return pose[1].translation.x;
  };
  EXPECT_EQ(x_at(-5), 0);
  EXPECT_EQ(x_at(1.5), 2);
  EXPECT_EQ(x_at(2), 4);
  EXPECT_EQ(x_at(9), 4);
}

TEST(AnimationMotion, FailsWhereTheAnimationDoesNotFit) {
  std::unique_ptr<Motion> motion;
  Animation animation = slide();
  animation.tracks[0].joint = 2;
  EXPECT_EQ(make_animation_motion(two_joints(), animation, motion).place(), "tracks[0]");
  Skeleton skeleton = two_joints();
  skeleton.joints[0].parent = 1;
  EXPECT_EQ(make_animation_motion(skeleton, slide(), motion).place(), "joints[0]");
  EXPECT_EQ(motion, nullptr);
}

}  // namespace
}  // namespace tassel
