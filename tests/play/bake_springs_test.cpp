// A character's springs along a motion.

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/springbone/spring_rigs.h"
#include "tassel/play.h"

namespace tassel {
namespace {

using test::about;
using test::angle_between;

constexpr double kPi = 3.141592653589793;

/// The root sways about Y, `cycles` times in `duration` seconds.
class Sway final : public Motion {
 public:
  Sway(const Skeleton& skeleton, double duration, double cycles, double radians = 0.5)
      : skeleton_(skeleton), duration_(duration), cycles_(cycles), radians_(radians) {}
  double duration() const override { return duration_; }
  void sample(double time, std::span<Transformd> pose_ls) const override {
    const double t = std::min(std::max(time, 0.0), duration_);
    for (int i = 0; i < skeleton_.size(); ++i) pose_ls[i] = skeleton_.joints[i].reference_ls;
    pose_ls[0].rotation = about({0, 1, 0}, radians_ * std::sin(2 * kPi * cycles_ * t / duration_));
  }

 private:
  Skeleton skeleton_;
  double duration_;
  double cycles_;
  double radians_;
};

SpringBone soft_bone() {
  SpringBone bone;
  bone.stiffness = 0.6;
  bone.gravity_power = 0.3;
  bone.drag_force = 0.15;
  return bone;
}

struct Rig {
  Skeleton skeleton = test::make_chain(3, 0.1);
  SpringBoneSpec spec = test::make_spring(3, soft_bone(), 0.1);
};

struct Baked {
  Clip clip;
  SpringBakeReport report;

  [[nodiscard]] Quatd rotation(int key, int joint) const {
    return clip.pose_ls(key)[joint].rotation;
  }
};

Baked bake_rig(const Motion& motion, const SpringBakeSettings& settings) {
  const Rig rig;
  Baked baked;
  const Status status = bake(rig.spec, rig.skeleton, motion, settings, baked.clip, baked.report);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return baked;
}

TEST(BakeSprings, IsTheSameMotionAtAnyKeyRate) {
  const Sway sway(Rig().skeleton, 2, 1);
  SpringBakeSettings settings;
  const Baked sixty = bake_rig(sway, settings);
  for (const int rate : {20, 30, 120, 240}) {
    settings.keys_per_second = rate;
    const Baked other = bake_rig(sway, settings);
    for (int second = 0; second <= 2; ++second) {
      for (int joint = 1; joint <= 3; ++joint) {
        EXPECT_LT(
            angle_between(sixty.rotation(60 * second, joint), other.rotation(rate * second, joint)),
            1e-12);
      }
    }
  }
}

TEST(BakeSprings, ExactAtSixtyIsSteady) {
  const Sway sway(Rig().skeleton, 1, 1);
  SpringBakeSettings settings;
  const Baked steady = bake_rig(sway, settings);
  settings.solver = SpringBoneSolver::kExact;
  const Baked exact = bake_rig(sway, settings);
  for (int key = 0; key <= 60; ++key) {
    for (int joint = 1; joint <= 3; ++joint) {
      EXPECT_LT(angle_between(steady.rotation(key, joint), exact.rotation(key, joint)), 1e-12);
    }
  }
}

// What no spring moves is the motion's own pose, at the keys' own times, the last at its end.
TEST(BakeSprings, LeavesTheMotionAsItIs) {
  const Rig rig;
  const Sway sway(rig.skeleton, 1.013, 1);
  SpringBakeSettings settings;
  settings.keys_per_second = 25;
  const Baked baked = bake_rig(sway, settings);
  EXPECT_EQ(baked.clip.times.back(), 1.013);
  std::vector<Transformd> wanted(rig.skeleton.joints.size());
  for (int key = 0; key < static_cast<int>(baked.clip.times.size()); ++key) {
    sway.sample(baked.clip.times[key], wanted);
    EXPECT_LT(angle_between(baked.rotation(key, 0), wanted[0].rotation), 1e-12);
    EXPECT_EQ(baked.clip.pose_ls(key)[2].translation.x, 0.1);
  }
}

// Stiffness and gravity pull at right angles; settled, the first bone hangs between them, and a
// motion that holds still stays so.
TEST(BakeSprings, StartsSettledOrAtRest) {
  const Sway still(Rig().skeleton, 1, 1, 0);
  SpringBakeSettings settings;
  const Baked settled = bake_rig(still, settings);
  EXPECT_TRUE(settled.report.at_rest);
  const double hanging = std::atan2(0.3, 0.6);
  EXPECT_NEAR(angle_between(settled.rotation(0, 1), {}), hanging, 0.01);
  EXPECT_LT(angle_between(settled.rotation(0, 1), settled.rotation(60, 1)), 0.01);

  settings.start = SpringBakeSettings::Start::kRest;
  const Baked rest = bake_rig(still, settings);
  EXPECT_EQ(rest.report.settling_steps, 0);
  // One step of 1/60 s: gravity's way across the bone, over its length.
  EXPECT_NEAR(angle_between(rest.rotation(0, 1), {}), std::atan2(0.3 / 60, 0.1 + 0.6 / 60), 1e-12);
}

/// The largest angle that a bone turns by in a key, between two neighbours.
double turned(const Baked& baked, int from, int to) {
  double most = 0;
  for (int joint = 1; joint <= 3; ++joint) {
    most = std::max(most, angle_between(baked.rotation(from, joint), baked.rotation(to, joint)));
  }
  return most;
}

// The motion is a loop; left alone, the springs end elsewhere than they started.
TEST(BakeSprings, ALoopsEndMeetsItsStartInPoseAndVelocity) {
  const Sway sway(Rig().skeleton, 1.5, 1);
  SpringBakeSettings settings;
  const Baked open = bake_rig(sway, settings);
  const int last = static_cast<int>(open.clip.times.size()) - 1;
  EXPECT_GT(turned(open, 0, last), 0.05);

  settings.loop = true;
  const Baked loop = bake_rig(sway, settings);
  EXPECT_LT(loop.report.loop_residue, 1e-5);
  EXPECT_LT(loop.report.runs, 20);
  for (int joint = 1; joint <= 3; ++joint) {
    EXPECT_LT(angle_between(loop.rotation(0, joint), loop.rotation(last, joint)), 1e-15);
    const Quatd in = conjugate(loop.rotation(last - 1, joint)) * loop.rotation(last, joint);
    const Quatd out = conjugate(loop.rotation(0, joint)) * loop.rotation(1, joint);
    // Over a key the velocity itself changes by what the acceleration gives: about 4π²/1.5² of
    // half a radian in a sixtieth of a second squared.
    EXPECT_LT(angle_between(in, out), 0.5 * 4 * kPi * kPi / (1.5 * 1.5) / 3600 * 2);
  }
}

// A motion whose end isn't its start never repeats smoothly; the springs' part still meets.
TEST(BakeSprings, ALoopOfAnOpenMotionIsFadedAndItsResidueIsTold) {
  const Sway open_motion(Rig().skeleton, 0.8, 0.3);
  SpringBakeSettings settings;
  settings.loop = true;
  const Baked loop = bake_rig(open_motion, settings);
  const int last = static_cast<int>(loop.clip.times.size()) - 1;
  EXPECT_LT(turned(loop, 0, last), 1e-15);
}

TEST(BakeSprings, SaysWhereTheMotionIsTooLong) {
  const Rig rig;
  Clip clip;
  SpringBakeReport report;
  EXPECT_FALSE(bake(rig.spec, rig.skeleton, Sway(rig.skeleton, 90'000, 1), {}, clip, report).ok());
  SpringBakeSettings fast;
  fast.keys_per_second = 2000;
  EXPECT_FALSE(bake(rig.spec, rig.skeleton, Sway(rig.skeleton, 1, 1), fast, clip, report).ok());
}

/// Every tip of every key of the full clip, against the reduced one interpolated.
double farthest_strayed(const Skeleton& skeleton, const Clip& full, const Clip& reduced,
                        std::span<const Tip> tips) {
  double farthest = 0;
  std::vector<Affined> wanted(skeleton.joints.size());
  std::vector<Affined> actual(skeleton.joints.size());
  std::size_t next = 1;
  for (int key = 0; key < static_cast<int>(full.times.size()); ++key) {
    while (reduced.times[next] < full.times[key]) ++next;
    const double start = reduced.times[next - 1];
    const double f = (full.times[key] - start) / (reduced.times[next] - start);
    const auto own = full.pose_ls(key);
    std::vector<Transformd> pose(own.begin(), own.end());
    for (int joint = 1; joint <= 3; ++joint) {
      // Great-circle interpolation, as glTF has it.
      const Quatd a = reduced.pose_ls(static_cast<int>(next) - 1)[joint].rotation;
      const Quatd b = reduced.pose_ls(static_cast<int>(next))[joint].rotation;
      const double angle = angle_between(a, b);
      if (angle < 1e-12) continue;
      const double sign = dot(a, b) < 0 ? -1 : 1;
      const double k = std::sin((1 - f) * angle / 2) / std::sin(angle / 2);
      const double g = sign * std::sin(f * angle / 2) / std::sin(angle / 2);
      pose[joint].rotation = {k * a.x + g * b.x, k * a.y + g * b.y, k * a.z + g * b.z,
                              k * a.w + g * b.w};
    }
    local_to_model(skeleton, full.pose_ls(key), wanted);
    local_to_model(skeleton, pose, actual);
    for (const Tip& tip : tips) {
      farthest = std::max(farthest, length(apply(wanted[tip.joint], tip.point_ls) -
                                           apply(actual[tip.joint], tip.point_ls)));
    }
  }
  return farthest;
}

TEST(ReduceKeys, KeepsEveryTipWithinTheBound) {
  const Rig rig;
  const Sway sway(rig.skeleton, 2, 1);
  SpringBakeSettings settings;
  const Baked full = bake_rig(sway, settings);
  const std::vector<int> joints{1, 2, 3};
  const std::vector<Tip> tips{{1, {0.1, 0, 0}}, {2, {0.1, 0, 0}}, {3, {0.1, 0, 0}}};
  std::size_t before = full.clip.times.size() + 1;
  for (const double bound : {1e-5, 1e-4, 1e-3, 1e-2}) {
    Clip reduced = full.clip;
    reduce_keys(rig.skeleton, joints, tips, bound, reduced);
    EXPECT_LT(reduced.times.size(), before) << bound;
    before = reduced.times.size();
    EXPECT_EQ(reduced.times.front(), 0);
    EXPECT_EQ(reduced.times.back(), 2);
    EXPECT_LE(farthest_strayed(rig.skeleton, full.clip, reduced, tips), bound * (1 + 1e-9));
  }
}

}  // namespace
}  // namespace tassel
