#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "play/play_rigs.h"
#include "tassel/play.h"

namespace tassel {
namespace {

using test::kDegree;

constexpr const char* kNames[] = {"turn", "nod", "shake", "walk"};

std::vector<Transformd> pose_at(const Motion& motion, const Skeleton& skeleton, double time) {
  std::vector<Transformd> pose(skeleton.joints.size());
  motion.sample(time, pose);
  local_to_model(skeleton, pose, pose);
  return pose;
}

/// The rotation in model space that took a joint from its reference to its place at `time`.
Quatd turned(const Motion& motion, const Skeleton& skeleton, const char* joint, double time) {
  const int i = skeleton.find(joint);
  const Quatd q = pose_at(motion, skeleton, time)[i].rotation *
                  conjugate(reference_pose_ms(skeleton)[i].rotation);
  return q.w < 0 ? Quatd{-q.x, -q.y, -q.z, -q.w} : q;
}

double degrees_about(const Vec3d& axis, const Quatd& q) {
  return 2 * std::atan2(q.x * axis.x + q.y * axis.y + q.z * axis.z, q.w) / kDegree;
}

double distance(const Transformd& a, const Transformd& b) {
  const double sign = dot(a.rotation, b.rotation) < 0 ? -1 : 1;
  return length(a.translation - b.translation) + std::abs(a.rotation.x - sign * b.rotation.x) +
         std::abs(a.rotation.y - sign * b.rotation.y) +
         std::abs(a.rotation.z - sign * b.rotation.z) +
         std::abs(a.rotation.w - sign * b.rotation.w);
}

TEST(MadeUpMotions, AreTheFourNames) {
  const Skeleton body = test::make_body();
  for (const char* name : kNames) EXPECT_NE(make_motion(name, body), nullptr) << name;
  for (const char* name : {"", "Turn", "jump"}) EXPECT_EQ(make_motion(name, body), nullptr);
}

TEST(MadeUpMotions, BeginAndEndInTheReferencePose) {
  const Skeleton body = test::make_body();
  const std::vector<Transformd> reference = reference_pose_ms(body);
  for (const char* name : kNames) {
    SCOPED_TRACE(name);
    const auto motion = make_motion(name, body);
    EXPECT_GE(motion->duration(), 4);
    EXPECT_LE(motion->duration(), 6);
    for (const double time : {-1.0, 0.0, motion->duration(), 100.0}) {
      const std::vector<Transformd> pose = pose_at(*motion, body, time);
      for (int i = 0; i < body.size(); ++i) EXPECT_LT(distance(pose[i], reference[i]), 1e-12);
    }
  }
}

// A jump in speed would be a kick that no head gives. The quickest swing here, 44° in 0.24 s with
// the acceleration 5.77·a/T² of a fifth-order ease, gains 4.4°/s in a millisecond.
TEST(MadeUpMotions, NeverJump) {
  const Skeleton body = test::make_body();
  const int tip = body.find("hair_2");
  for (const char* name : kNames) {
    SCOPED_TRACE(name);
    const auto motion = make_motion(name, body);
    const double dt = 1e-3;
    Vec3d velocity{};
    Vec3d before = apply(motion->world_ws(0), pose_at(*motion, body, 0)[tip].translation);
    for (double time = dt; time < motion->duration(); time += dt) {
      const Vec3d now =
          apply(motion->world_ws(time), pose_at(*motion, body, time)[tip].translation);
      const Vec3d next_velocity = (1 / dt) * (now - before);
      // The tip is 0.2 m from the neck: 4.4°/s there are 0.015 m/s.
      EXPECT_LT(length(next_velocity - velocity), 0.02) << "at " << time;
      velocity = next_velocity;
      before = now;
    }
    EXPECT_LT(length(velocity), 1e-3);
  }
}

TEST(MadeUpMotions, TurnGoesRoundTheVerticalBothWays) {
  const Skeleton body = test::make_body();
  const auto motion = make_motion("turn", body);
  double most = 0;
  double least = 0;
  for (double time = 0; time <= motion->duration(); time += 0.05) {
    const Quatd q = turned(*motion, body, "Head", time);
    EXPECT_NEAR(q.x, 0, 1e-12);
    EXPECT_NEAR(q.y, 0, 1e-12);
    most = std::max(most, degrees_about({0, 0, 1}, q));
    least = std::min(least, degrees_about({0, 0, 1}, q));
  }
  EXPECT_NEAR(most, 65, 1e-9);
  EXPECT_NEAR(least, -65, 1e-9);
}

TEST(MadeUpMotions, NeckAndHeadShareATurn) {
  const Skeleton body = test::make_body();
  const auto motion = make_motion("turn", body);
  EXPECT_NEAR(degrees_about({0, 0, 1}, turned(*motion, body, "Spine3", 1)), 0, 1e-9);
  EXPECT_NEAR(degrees_about({0, 0, 1}, turned(*motion, body, "Neck", 1)), 0.2 * 65, 1e-9);
  EXPECT_NEAR(degrees_about({0, 0, 1}, turned(*motion, body, "Neck1", 1)), 0.5 * 65, 1e-9);
  EXPECT_NEAR(degrees_about({0, 0, 1}, turned(*motion, body, "Head", 1)), 65, 1e-9);
}

TEST(MadeUpMotions, ChainsFollowTheHeadRigidly) {
  const Skeleton body = test::make_body();
  const auto motion = make_motion("turn", body);
  std::vector<Transformd> pose = pose_at(*motion, body, 1);
  model_to_local(body, pose, pose);
  for (const char* joint : {"hair_1", "hair_2"}) {
    const int i = body.find(joint);
    EXPECT_LT(distance(pose[i], body.joints[i].reference_ls), 1e-12);
  }
}

// A nod first looks down, whichever way the character faces.
TEST(MadeUpMotions, NodTakesTheFaceDown) {
  for (const double left_x : {-0.02, 0.02}) {
    const Skeleton body = test::make_body(left_x);
    const auto motion = make_motion("nod", body);
    const Vec3d face{0, left_x < 0 ? 1.0 : -1.0, 0};
    const Quatd q = turned(*motion, body, "Head", 0.7);
    EXPECT_NEAR(q.y, 0, 1e-12);
    EXPECT_NEAR(q.z, 0, 1e-12);
    EXPECT_NEAR(rotate(q, face).z, -0.5, 1e-9);  // 30° down.
  }
}

TEST(MadeUpMotions, ARigWithOnlyAHeadTurnsIt) {
  Skeleton earrings;
  earrings.joints = {{"Root", -1, {}}, {"Head", 0, {{0, 0, 1.6}, {}}}};
  const auto motion = make_motion("turn", earrings);
  EXPECT_NEAR(degrees_about({0, 0, 1}, turned(*motion, earrings, "Head", 1)), 65, 1e-9);
  EXPECT_NEAR(degrees_about({0, 0, 1}, turned(*motion, earrings, "Root", 1)), 0, 1e-9);
}

TEST(MadeUpMotions, ARigWithoutAHeadTurnsItsRoots) {
  Skeleton skirt;
  skirt.joints = {{"Hips", -1, {}}, {"flap", 0, {{0.2, 0, 0}, {}}}, {"Belt", -1, {}}};
  const auto motion = make_motion("turn", skirt);
  for (const char* joint : {"Hips", "flap", "Belt"}) {
    EXPECT_NEAR(degrees_about({0, 0, 1}, turned(*motion, skirt, joint, 1)), 65, 1e-9);
  }
}

TEST(MadeUpMotions, WalkGoesForwardAtAWalkingPaceAndTurnsAtTheEnd) {
  for (const double left_x : {-0.02, 0.02}) {
    SCOPED_TRACE(left_x);
    const Skeleton body = test::make_body(left_x);
    const auto motion = make_motion("walk", body);
    ASSERT_TRUE(motion->travels());
    const double forward = left_x < 0 ? 1 : -1;
    const auto y_at = [&](double time) { return forward * motion->world_ws(time).translation.y; };
    EXPECT_EQ(y_at(0.5), 0);
    EXPECT_NEAR((y_at(2.1) - y_at(2.0)) / 0.1, 1.4, 1e-9);
    // 0.6 s and 0.2 s of ramps at half the speed on average, and 2.2 s between them.
    EXPECT_NEAR(y_at(3.5), 1.4 * (0.3 + 2.2 + 0.1), 1e-12);
    EXPECT_EQ(y_at(3.5), y_at(6));
    EXPECT_NEAR(degrees_about({0, 0, 1}, motion->world_ws(4).rotation), 0, 1e-9);
    EXPECT_NEAR(degrees_about({0, 0, 1}, motion->world_ws(6).rotation), 120, 1e-9);
  }
}

TEST(MadeUpMotions, WalkBobsBelowTheStandingHeight) {
  const Skeleton body = test::make_body();
  const auto motion = make_motion("walk", body);
  double lowest = 0;
  for (double time = 0; time < 6; time += 0.01) {
    const double z = pose_at(*motion, body, time)[0].translation.z;
    EXPECT_LE(z, 0);
    lowest = std::min(lowest, z);
  }
  EXPECT_NEAR(lowest, -0.03, 1e-3);
}

TEST(MadeUpMotions, HeadMotionsStayInPlace) {
  const Skeleton body = test::make_body();
  for (const char* name : {"turn", "nod", "shake"}) {
    EXPECT_FALSE(make_motion(name, body)->travels());
  }
}

}  // namespace
}  // namespace tassel
