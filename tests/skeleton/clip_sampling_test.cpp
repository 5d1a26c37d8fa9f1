#include "skeleton/clip_sampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace tassel {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

Quatd about_z(double radians) { return {0, 0, std::sin(radians / 2), std::cos(radians / 2)}; }

void expect_near(const Quatd& actual, const Quatd& wanted, double tolerance) {
  EXPECT_NEAR(actual.x, wanted.x, tolerance);
  EXPECT_NEAR(actual.y, wanted.y, tolerance);
  EXPECT_NEAR(actual.z, wanted.z, tolerance);
  EXPECT_NEAR(actual.w, wanted.w, tolerance);
}

// A great-circle path turns at constant speed: at a share of the way, that share of the angle.
TEST(Slerp, TurnsInProportionToTheFraction) {
  for (const double degrees : {1e-7, 1.0, 37.0, 90.0, 179.0, 180.0}) {
    for (const double fraction : {0.0, 1e-9, 0.1, 1.0 / 3, 0.5, 0.77, 0.999, 1.0}) {
      SCOPED_TRACE(testing::Message() << degrees << " degrees, fraction " << fraction);
      const Quatd turned = slerp(about_z(0), about_z(degrees * kDegree), fraction);
      expect_near(turned, about_z(fraction * degrees * kDegree), 1e-14);
    }
  }
}

TEST(Slerp, TakesTheShortWayFromANegatedQuaternion) {
  const Quatd b = about_z(60 * kDegree);
  const Quatd negated{-b.x, -b.y, -b.z, -b.w};
  expect_near(slerp(about_z(0), negated, 0.5), about_z(30 * kDegree), 1e-15);
}

// 2 s at 24 keys a second: 48 intervals.
TEST(KeyTimes, StandAtTheRateAndEndAtTheEnd) {
  std::vector<double> times;
  ASSERT_TRUE(make_key_times(2, 24, 50, times).ok());
  ASSERT_EQ(times.size(), 49U);
  EXPECT_EQ(times[1], 1.0 / 24);
  EXPECT_EQ(times.back(), 2.0);
}

TEST(KeyTimes, EndOffTheRateGetsAKeyOfItsOwn) {
  std::vector<double> times;
  ASSERT_TRUE(make_key_times(0.25, 10, 50, times).ok());
  EXPECT_EQ(times, (std::vector<double>{0, 0.1, 0.2, 0.25}));
}

// 0.7 · 10 is 7.000000000000001 in doubles where 0.7 s is meant to be the seventh key.
TEST(KeyTimes, RoundingMakesNoSecondKeyAtTheEnd) {
  std::vector<double> times;
  ASSERT_TRUE(make_key_times(0.1 + 0.2 + 0.4, 10, 50, times).ok());
  EXPECT_EQ(times.size(), 8U);
}

// Files have the end as a float: 60 s and 1/60 s are 60.016666412353516, 3600.99998 keys of 1/60 s,
// and 622/60 s are 10.366666793823242, 622.00001 of them.
TEST(KeyTimes, AFloatsRoundingMakesNone) {
  std::vector<double> times;
  ASSERT_TRUE(make_key_times(static_cast<float>(3601.0 / 60), 60, 50, times).ok());
  EXPECT_EQ(times.size(), 3602U);
  ASSERT_TRUE(make_key_times(static_cast<float>(622.0 / 60), 60, 50, times).ok());
  EXPECT_EQ(times.size(), 623U);
}

TEST(KeyTimes, AMotionOfNoLengthHasOneKeyAndAShortOneTwo) {
  std::vector<double> times;
  ASSERT_TRUE(make_key_times(0, 60, 50, times).ok());
  EXPECT_EQ(times, std::vector<double>{0});
  ASSERT_TRUE(make_key_times(1e-9, 60, 50, times).ok());
  EXPECT_EQ(times, (std::vector<double>{0, 1e-9}));
}

TEST(KeyTimes, RefusesWhatIsOutOfRange) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> times{7};
  for (const double rate : {0.0, -1.0, 1000.5, kInfinity, kNan}) {
    EXPECT_EQ(make_key_times(1, rate, 50, times).place(), "keys_per_second");
  }
  for (const double duration : {-1.0, 86'401.0, kInfinity, kNan}) {
    EXPECT_EQ(make_key_times(duration, 60, 50, times).place(), "duration");
  }
  // A day at 1,000 keys a second holds 86,400,001 keys: too many for even one joint.
  EXPECT_FALSE(make_key_times(86'400, 1000, 1, times).ok());
  EXPECT_EQ(times, std::vector<double>{7});
}

struct OneJoint {
  Skeleton skeleton{{{"Root"}}};
  Clip clip{"", {0, 1}, std::vector<Transformd>(2), 1};
};

TEST(ClipValidate, AcceptsAClipThatFits) {
  const OneJoint one;
  EXPECT_TRUE(validate(one.clip, one.skeleton).ok());
}

TEST(ClipValidate, SaysWhatDoesNotFit) {
  const auto place_after = [](auto change) {
    OneJoint one;
    change(one.clip);
    return validate(one.clip, one.skeleton).place();
  };
  EXPECT_EQ(place_after([](Clip& clip) { clip.joint_count = 2; }), "joint_count");
  EXPECT_EQ(place_after([](Clip& clip) { clip.times = {}; }), "times");
  EXPECT_EQ(place_after([](Clip& clip) { clip.times = {0.5, 1}; }), "times");
  EXPECT_EQ(place_after([](Clip& clip) { clip.poses_ls.pop_back(); }), "poses_ls");
  EXPECT_EQ(place_after([](Clip& clip) { clip.times = {0, 0}; }), "times[1]");
  EXPECT_EQ(place_after([](Clip& clip) { clip.times = {0, NAN}; }), "times[1]");
  EXPECT_EQ(place_after([](Clip& clip) { clip.poses_ls[1].scale.y = INFINITY; }), "poses_ls[1]");
  EXPECT_EQ(place_after([](Clip& clip) {
              clip.poses_ls[0].rotation = {0, 0, 0, 2};
            }),
            "poses_ls[0]");
}

TEST(ClipSample, IsOnTheLineBetweenKeysAndHeldOutside) {
  OneJoint one;
  one.clip.times = {0, 2};
  one.clip.poses_ls[1].translation = {4, 0, 0};
  one.clip.poses_ls[1].scale = {1, 3, 1};
  one.clip.poses_ls[1].rotation = about_z(80 * kDegree);
  std::vector<Transformd> pose(1);
  sample(one.clip, 0.5, pose);
  EXPECT_EQ(pose[0].translation.x, 1.0);
  EXPECT_EQ(pose[0].scale.y, 1.5);
  expect_near(pose[0].rotation, about_z(20 * kDegree), 1e-15);
  sample(one.clip, -1, pose);
  EXPECT_EQ(pose[0].translation.x, 0.0);
  sample(one.clip, 9, pose);
  EXPECT_EQ(pose[0].translation.x, 4.0);
}

}  // namespace
}  // namespace tassel
