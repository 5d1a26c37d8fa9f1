#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tassel/skeleton.h"

namespace tassel {
namespace {

using Property = Track::Property;

Skeleton two_joints() {
  return {{{"a", -1, {{1, 2, 3}}}, {"b", 0, {{0, 0, 0}, {0, 0, 1, 0}, {4, 5, 6}}}}};
}

/// One track of joint 0.
Animation animate(Property property, Interpolation interpolation, std::vector<float> times,
                  std::vector<float> values) {
  Animation animation;
  animation.duration = static_cast<double>(times.back());
  animation.times = {std::move(times)};
  animation.tracks = {{0, property, interpolation, 0, std::move(values)}};
  return animation;
}

Transformd first_joint_at(const Animation& animation, double time) {
  const Skeleton skeleton = two_joints();
  EXPECT_EQ(validate(animation, skeleton).to_string(), "ok");
  std::vector<Transformd> pose(2);
  sample_pose(animation, skeleton, time, pose);
  return pose[0];
}

TEST(SamplePose, LeavesWhatNoTrackMovesInItsReferencePose) {
  const Skeleton skeleton = two_joints();
  const Animation animation =
      animate(Property::kTranslation, Interpolation::kLinear, {0}, {7, 8, 9});
  std::vector<Transformd> pose(2);
  sample_pose(animation, skeleton, 0, pose);
  EXPECT_EQ(pose[0].translation.x, 7.0);
  EXPECT_EQ(pose[0].scale.x, 1.0);
  EXPECT_EQ(pose[1].rotation.z, 1.0);
  EXPECT_EQ(pose[1].scale.z, 6.0);
}

TEST(SamplePose, HoldsBeforeTheFirstAndAfterTheLastKey) {
  for (const Interpolation interpolation : {Interpolation::kStep, Interpolation::kLinear}) {
    const Animation animation =
        animate(Property::kScale, interpolation, {1, 2}, {1, 1, 1, 3, 3, 3});
    EXPECT_EQ(first_joint_at(animation, -5).scale.x, 1.0);
    EXPECT_EQ(first_joint_at(animation, 1).scale.x, 1.0);
    EXPECT_EQ(first_joint_at(animation, 2).scale.x, 3.0);
    EXPECT_EQ(first_joint_at(animation, 9).scale.x, 3.0);
  }
}

TEST(SamplePose, StepsAndLines) {
  const std::vector<float> values{0, 0, 0, 8, 0, 0, 10, 0, 0};
  const Animation step = animate(Property::kTranslation, Interpolation::kStep, {0, 1, 3}, values);
  EXPECT_EQ(first_joint_at(step, 0.999).translation.x, 0.0);
  EXPECT_EQ(first_joint_at(step, 1).translation.x, 8.0);
  const Animation line = animate(Property::kTranslation, Interpolation::kLinear, {0, 1, 3}, values);
  EXPECT_EQ(first_joint_at(line, 0.25).translation.x, 2.0);
  EXPECT_EQ(first_joint_at(line, 2).translation.x, 9.0);
}

// glTF 2.0, appendix C.5 at the middle of an interval of 4 s: (a + b)/2 + 4·(out − in)/8.
TEST(SamplePose, SplinesScaleTheirTangentsByTheInterval) {
  const Animation spline = animate(Property::kTranslation, Interpolation::kCubicSpline, {1, 5},
                                   {9, 9, 9, 2, 0, 0, 3, 0, 0, 1, 0, 0, 4, 0, 0, 9, 9, 9});
  EXPECT_EQ(first_joint_at(spline, 3).translation.x, 3 + 4 * (3 - 1) / 8.0);
  EXPECT_EQ(first_joint_at(spline, 1).translation.x, 2.0);
  EXPECT_EQ(first_joint_at(spline, 5).translation.x, 4.0);
}

// A half turn about X the long way in the file (q and −q are one rotation) is no turn at all.
TEST(SamplePose, RotationsTakeTheShortWayAndAreUnit) {
  const auto s = static_cast<float>(std::sqrt(0.5));
  const Animation turn =
      animate(Property::kRotation, Interpolation::kLinear, {0, 1}, {0, 0, 0, 1.02F, -s, 0, 0, -s});
  EXPECT_EQ(first_joint_at(turn, 0).rotation.w, 1.0);
  const Quatd half = first_joint_at(turn, 0.5).rotation;
  EXPECT_NEAR(half.x, std::sin(std::numbers::pi / 8), 1e-7);  // The keys are floats.
  EXPECT_NEAR(half.w, std::cos(std::numbers::pi / 8), 1e-7);
  const Animation same =
      animate(Property::kRotation, Interpolation::kLinear, {0, 1}, {0, 0, 0, 1, 0, 0, 0, -1});
  EXPECT_EQ(first_joint_at(same, 0.5).rotation.w, 1.0);
}

// From q to −q without tangents, a spline passes through zero, which is no direction.
TEST(SamplePose, ASplineThroughZeroKeepsTheLastRotation) {
  const Animation spline =
      animate(Property::kRotation, Interpolation::kCubicSpline, {0, 1},
              {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0});
  const Quatd middle = first_joint_at(spline, 0.5).rotation;
  EXPECT_EQ(middle.z, 1.0);
  EXPECT_EQ(middle.w, 0.0);
}

TEST(ValidateAnimation, NamesWhatIsWrong) {
  const Animation sound =
      animate(Property::kRotation, Interpolation::kLinear, {0, 1}, {0, 0, 0, 1, 0, 0, 0, 1});
  const auto place = [&](auto change) {
    Animation animation = sound;
    change(animation);
    return validate(animation, two_joints()).place();
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(place([](Animation&) {}), "");
  EXPECT_EQ(place([](Animation& a) { a.duration = -1; }), "duration");
  EXPECT_EQ(place([](Animation& a) { a.times[0] = {}; }), "times[0]");
  EXPECT_EQ(place([](Animation& a) { a.times[0] = {1, 1}; }), "times[0]");
  EXPECT_EQ(place([](Animation& a) { a.times[0] = {-1, 1}; }), "times[0]");
  EXPECT_EQ(place([](Animation& a) { a.times[0] = {0, kNan}; }), "times[0]");
  EXPECT_EQ(place([](Animation& a) { a.tracks[0].joint = 2; }), "tracks[0]");
  EXPECT_EQ(place([](Animation& a) { a.tracks[0].joint = -1; }), "tracks[0]");
  EXPECT_EQ(place([](Animation& a) { a.tracks[0].times = 1; }), "tracks[0]");
  EXPECT_EQ(place([](Animation& a) { a.tracks[0].times = -1; }), "tracks[0]");
  EXPECT_EQ(place([](Animation& a) { a.tracks[0].values.pop_back(); }), "tracks[0]");
  EXPECT_EQ(place([](Animation& a) { a.tracks[0].values[1] = kNan; }), "tracks[0]");
  EXPECT_EQ(place([](Animation& a) { a.tracks[0].values[3] = 1.2F; }), "tracks[0]");
  EXPECT_EQ(place([](Animation& a) { a.tracks[0].interpolation = Interpolation::kCubicSpline; }),
            "tracks[0]");
  EXPECT_EQ(place([](Animation& a) { a.tracks.push_back(a.tracks[0]); }), "tracks[1]");
}

}  // namespace
}  // namespace tassel
