#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "play/play_rigs.h"
#include "tassel/play.h"

namespace tassel {
namespace {

/// Everything stands still.
class Still : public Motion {
 public:
  Still(const Skeleton& skeleton, double duration) : skeleton_(skeleton), duration_(duration) {}
  double duration() const override { return duration_; }
  void sample(double, std::span<Transformd> pose_ls) const override {
    for (int i = 0; i < skeleton_.size(); ++i) pose_ls[i] = skeleton_.joints[i].reference_ls;
  }

 private:
  Skeleton skeleton_;
  double duration_;
};

/// The character glides along X at 2 m/s from 1 s on; whether that is felt can be chosen.
class Glide final : public Motion {
 public:
  Glide(const Skeleton& skeleton, bool travels) : still_(skeleton, 2), travels_(travels) {}
  double duration() const override { return 2; }
  void sample(double time, std::span<Transformd> pose_ls) const override {
    still_.sample(time, pose_ls);
  }
  Transformd world_ws(double time) const override {
    return {{2 * std::max(0.0, time - 1), 0, 0}, {}};
  }
  bool travels() const override { return travels_; }

 private:
  Still still_;
  bool travels_;
};

struct Baked {
  Clip clip;
  BakeReport report;

  [[nodiscard]] Transformd joint_ms(const DyngSpec& spec, int key, const char* joint) const {
    std::vector<Transformd> pose(spec.skeleton.joints.size());
    local_to_model(spec.skeleton, clip.pose_ls(key), pose);
    return pose[spec.skeleton.find(joint)];
  }
};

Baked bake_at(const DyngSpec& spec, const Motion& motion, double keys_per_second) {
  Baked baked;
  BakeSettings settings;
  settings.keys_per_second = keys_per_second;
  const Status status = bake(spec, motion, settings, baked.clip, baked.report);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return baked;
}

DyngSpec hanging_hair() { return test::make_pendulum(3); }

TEST(Bake, KeysStandAtTheRateAndTheLastAtTheEnd) {
  const DyngSpec spec = hanging_hair();
  const Baked baked = bake_at(spec, Still(spec.skeleton, 1.99), 24);
  ASSERT_EQ(baked.clip.times.size(), 49U);
  EXPECT_EQ(baked.clip.times[0], 0.0);
  EXPECT_EQ(baked.clip.times[1], 1.0 / 24);
  EXPECT_EQ(baked.clip.times.back(), 1.99);
  EXPECT_EQ(baked.clip.poses_ls.size(), 49U * 3);
  // Frames 0 to 120 at 1/60 s: the last one is the first that isn't before the end.
  EXPECT_EQ(baked.report.frames, 121);
}

TEST(Bake, BeginsAtRest) {
  const DyngSpec spec = test::make_pendulum(12);
  const Baked baked = bake_at(spec, Still(spec.skeleton, 1), 60);
  EXPECT_TRUE(baked.report.settled.at_rest);
  const Vec3d first = baked.joint_ms(spec, 0, "bob").translation;
  EXPECT_NEAR(first.z, 0.8, 1e-3);
  for (int key = 0; key <= 60; ++key) {
    // At most the 1 mm/s that counts as rest.
    EXPECT_LT(length(baked.joint_ms(spec, key, "bob").translation - first), 1.2e-3) << key;
  }
}

// The game runs its frames whatever the key rate is: rates that share times share poses.
TEST(Bake, AKeyOnAFrameIsTheFrameAtAnyRate) {
  const DyngSpec spec = hanging_hair();
  const auto motion = make_motion("turn", spec.skeleton);
  const Baked at_60 = bake_at(spec, *motion, 60);
  const Baked at_30 = bake_at(spec, *motion, 30);
  const Baked at_120 = bake_at(spec, *motion, 120);
  for (int key = 0; key <= 150; ++key) {
    const std::size_t size = 3 * sizeof(Transformd);
    ASSERT_EQ(std::memcmp(at_30.clip.pose_ls(key).data(), at_60.clip.pose_ls(2 * key).data(), size),
              0);
    ASSERT_EQ(
        std::memcmp(at_120.clip.pose_ls(4 * key).data(), at_60.clip.pose_ls(2 * key).data(), size),
        0);
  }
}

TEST(Bake, AKeyBetweenFramesIsBetweenTheirPoses) {
  const DyngSpec spec = hanging_hair();
  const auto motion = make_motion("turn", spec.skeleton);
  const Baked at_60 = bake_at(spec, *motion, 60);
  const Baked at_240 = bake_at(spec, *motion, 240);
  for (int key = 0; key < 300; ++key) {
    const Quatd& before = at_60.clip.pose_ls(key)[0].rotation;
    const Quatd& after = at_60.clip.pose_ls(key + 1)[0].rotation;
    const Quatd& quarter = at_240.clip.pose_ls(4 * key + 1)[0].rotation;
    // All about Z: a quarter of the way is a quarter of the angle.
    const double a = std::atan2(before.z, before.w);
    const double b = std::atan2(after.z, after.w);
    EXPECT_NEAR(std::atan2(quarter.z, quarter.w), a + 0.25 * (b - a), 1e-12);
  }
}

// A driver that fails for a while costs those frames, and is not kept secret.
TEST(Bake, CountsTheFramesWhoseInputIsNotFinite) {
  class Failing final : public Still {
   public:
    using Still::Still;
    void sample(double time, std::span<Transformd> pose_ls) const override {
      Still::sample(time, pose_ls);
      if (time > 0.495 && time < 0.605) pose_ls[1].translation.x = NAN;
    }
  };
  const DyngSpec spec = hanging_hair();
  const Baked baked = bake_at(spec, Failing(spec.skeleton, 1), 60);
  EXPECT_EQ(baked.report.skipped, 7);  // Frames 30 to 36.
  EXPECT_EQ(baked.report.resets, 0);
}

// With no particle the clip is the motion: every key is the driver's pose.
TEST(Bake, ARigidSpecGivesTheMotionItself) {
  DyngSpec spec;
  spec.skeleton = test::make_body();
  spec.reference_ms = reference_pose_ms(spec.skeleton);
  const auto motion = make_motion("nod", spec.skeleton);
  const Baked baked = bake_at(spec, *motion, 60);
  std::vector<Transformd> wanted(spec.skeleton.joints.size());
  for (int key = 0; key < static_cast<int>(baked.clip.times.size()); ++key) {
    motion->sample(baked.clip.times[key], wanted);
    local_to_model(spec.skeleton, wanted, wanted);
    for (int i = 0; i < spec.skeleton.size(); ++i) {
      const Transformd joint = baked.joint_ms(spec, key, spec.skeleton.joints[i].name.c_str());
      EXPECT_NEAR(length(joint.translation - wanted[i].translation), 0, 1e-12);
      EXPECT_NEAR(std::abs(dot(joint.rotation, wanted[i].rotation)), 1, 1e-12);
    }
  }
}

TEST(Bake, RootsCarryTheWayThroughTheWorld) {
  const DyngSpec spec = hanging_hair();
  const Baked baked = bake_at(spec, Glide(spec.skeleton, true), 60);
  EXPECT_NEAR(baked.clip.pose_ls(120)[0].translation.x, 2.0, 1e-12);
  EXPECT_NEAR(baked.clip.pose_ls(120)[0].translation.z, 1.0, 1e-12);
}

// In mode 1 a character that starts toward +X leaves its hair behind, toward −X. In mode 0 it
// takes it along.
TEST(Bake, OnlyATravellingMotionIsFelt) {
  const DyngSpec spec = test::make_pendulum(12);
  const auto furthest_behind = [&](bool travels) {
    const Baked baked = bake_at(spec, Glide(spec.skeleton, travels), 60);
    double furthest = 0;
    for (int key = 60; key <= 120; ++key) {
      const double lag = baked.joint_ms(spec, key, "bob").translation.x -
                         baked.joint_ms(spec, key, "hook").translation.x;
      furthest = std::min(furthest, lag);
    }
    return furthest;
  };
  EXPECT_LT(furthest_behind(true), -0.05);
  EXPECT_GT(furthest_behind(false), -0.002);
}

TEST(Bake, RotationsAreUnitAndEverythingIsFinite) {
  const DyngSpec spec = hanging_hair();
  for (const char* name : {"turn", "nod", "shake", "walk"}) {
    const Baked baked = bake_at(spec, *make_motion(name, spec.skeleton), 60);
    for (const Transformd& t : baked.clip.poses_ls) {
      EXPECT_NEAR(dot(t.rotation, t.rotation), 1, 1e-14);
      EXPECT_TRUE(std::isfinite(length(t.translation) + length(t.scale)));
    }
  }
}

TEST(Bake, KeepsTheClipsNameAndReportsProgress) {
  const DyngSpec spec = hanging_hair();
  Clip clip;
  clip.name = "shake";
  BakeReport report;
  std::vector<double> shares;
  const BakeSettings settings{60, [&](double share) { shares.push_back(share); }};
  ASSERT_TRUE(bake(spec, *make_motion("shake", spec.skeleton), settings, clip, report).ok());
  EXPECT_EQ(clip.name, "shake");
  EXPECT_GT(shares.size(), 3U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1.0);
}

TEST(Bake, AMotionOfNoLengthGivesOneKey) {
  const DyngSpec spec = hanging_hair();
  const Baked baked = bake_at(spec, Still(spec.skeleton, 0), 60);
  EXPECT_EQ(baked.clip.times, std::vector<double>{0});
}

TEST(Bake, FailuresLeaveTheClipAlone) {
  const auto failure = [](const DyngSpec& spec, double rate, double duration) {
    Clip clip{"before", {0}, {}, 9};
    BakeReport report;
    BakeSettings settings;
    settings.keys_per_second = rate;
    const Status status = bake(spec, Still(spec.skeleton, duration), settings, clip, report);
    EXPECT_EQ(clip.joint_count, 9);
    return status.place();
  };
  const DyngSpec spec = hanging_hair();
  EXPECT_EQ(failure(spec, 0, 1), "keys_per_second");
  EXPECT_EQ(failure(spec, 1001, 1), "keys_per_second");
  EXPECT_EQ(failure(spec, std::numeric_limits<double>::quiet_NaN(), 1), "keys_per_second");
  EXPECT_EQ(failure(spec, 60, -1), "duration");
  EXPECT_EQ(failure(spec, 60, std::numeric_limits<double>::infinity()), "duration");
  EXPECT_EQ(failure(spec, 1000, 86'400), "duration");
  DyngSpec massless = spec;
  massless.simulation.particles[1].mass = 0;
  EXPECT_NE(failure(massless, 60, 1), "");
}

}  // namespace
}  // namespace tassel
