#include <gtest/gtest.h>

#include <cmath>

#include "play/play_rigs.h"
#include "tassel/play.h"

namespace tassel {
namespace {

constexpr double kSteadySubsteps = 1.0 / 60 / 0.01;

struct Settled {
  DyngProgram program;
  DyngState<double> state;
  SettleReport report;
};

Settled settle_spec(const DyngSpec& spec, const Transformd& world = {}) {
  DyngProgram program;
  EXPECT_TRUE(cook(spec, program).ok());
  DyngState<double> state(program, kSteadySubsteps);
  const std::vector<Transformd> pose = reference_pose_ms(spec.skeleton);
  const SettleReport report = settle<double>(state, pose, world);
  return {program, state, report};
}

TEST(Settle, ADampedPendulumComesToHangStraightDown) {
  const Settled settled = settle_spec(test::make_pendulum(12));
  EXPECT_TRUE(settled.report.at_rest);
  EXPECT_LT(settled.report.substeps, 300);
  const Vec3d bob = settled.state.position_ms(1);
  // At 1 mm/s the drag-bound creep, (g/12)·θ·L, leaves an angle of at most 1 %.
  EXPECT_NEAR(bob.x, 0, 0.2 * 0.01);
  EXPECT_NEAR(bob.z, 0.8, 1e-3);
}

// §4: a hanging particle keeps the velocity of each substep's last half kick, which a rule that
// looked at velocities would take for motion. By §5.2, with k = h/2 and a drag of 12/s,
// v = k·(−g − 12·w) where w = v + k·(−g − 12·v), so that v = −k·g·(1 − 12k) / (1 + 12k·(1 − 12k)).
TEST(Settle, LooksAtWhereParticlesAreAndNotAtTheirStoredVelocity) {
  const Settled settled = settle_spec(test::make_pendulum(12));
  EXPECT_TRUE(settled.report.at_rest);
  const double k = 0.005;
  const double wanted = -k * 9.81 * (1 - 12 * k) / (1 + 12 * k * (1 - 12 * k));  // −0.0436 m/s.
  EXPECT_NEAR(settled.state.velocity_ms(1).z, wanted, 1e-5);
}

TEST(Settle, GivesUpAfter300SubstepsOnWhatSwingsOn) {
  const Settled settled = settle_spec(test::make_pendulum(0.01));
  EXPECT_FALSE(settled.report.at_rest);
  EXPECT_EQ(settled.report.substeps, 300);
}

// 0.2 s at 0.01 s a substep.
TEST(Settle, WhatCannotMoveRestsAfterTwentySubsteps) {
  DyngSpec spec = test::make_pendulum(1);
  spec.simulation.particles[1].is_free = false;
  const Settled settled = settle_spec(spec);
  EXPECT_TRUE(settled.report.at_rest);
  EXPECT_EQ(settled.report.substeps, 20);
}

TEST(Settle, StartsFromTheRigidPoseWhateverWasBefore) {
  const DyngSpec spec = test::make_pendulum(12);
  const std::vector<Transformd> pose = reference_pose_ms(spec.skeleton);
  Settled settled = settle_spec(spec);
  const Vec3d first = settled.state.position_ms(1);
  std::vector<Transformd> shaken = pose;
  for (Transformd& joint : shaken) joint.translation.x += 0.5;
  step(settled.state, {}, std::span(shaken));
  settle<double>(settled.state, pose);
  EXPECT_NEAR(length(settled.state.position_ms(1) - first), 0, 1e-9);
}

// A character upside down in the world hangs its hair toward its own +Z.
TEST(Settle, GravityIsTheWorlds) {
  const Transformd upside_down{{0, 0, 5}, {1, 0, 0, 0}};
  const Settled settled = settle_spec(test::make_pendulum(12), upside_down);
  EXPECT_TRUE(settled.report.at_rest);
  EXPECT_NEAR(settled.state.position_ms(1).z, 1.2, 1e-3);
}

// While the filter still rises a frame may run more substeps than the one before it.
TEST(Settle, NeverRunsMoreThan300Substeps) {
  for (int i = 0; i < 40; ++i) {
    DyngSpec spec = test::make_pendulum(0.01);
    spec.simulation.substep_time = 0.009 + 0.0003 * i;
    DyngProgram program;
    ASSERT_TRUE(cook(spec, program).ok());
    DyngState<double> state(program, 0);
    const SettleReport report = settle<double>(state, reference_pose_ms(spec.skeleton));
    EXPECT_FALSE(report.at_rest);
    EXPECT_LE(report.substeps, 300) << spec.simulation.substep_time;
    EXPECT_GE(report.substeps, 298) << spec.simulation.substep_time;
  }
}

TEST(Settle, IsTheSameRuleInFloat) {
  const DyngSpec spec = test::make_pendulum(12);
  DyngProgram program;
  ASSERT_TRUE(cook(spec, program).ok());
  DyngState<float> state(program, kSteadySubsteps);
  std::vector<Transformf> pose;
  for (const Transformd& t : reference_pose_ms(spec.skeleton)) pose.push_back(cast<float>(t));
  const SettleReport report = settle<float>(state, pose);
  EXPECT_TRUE(report.at_rest);
  EXPECT_NEAR(state.position_ms(1).z, 0.8, 1e-3);
}

TEST(Settle, APoseThatIsNotFiniteIsNotAtRest) {
  const DyngSpec spec = test::make_pendulum(12);
  DyngProgram program;
  ASSERT_TRUE(cook(spec, program).ok());
  DyngState<double> state(program, kSteadySubsteps);
  std::vector<Transformd> pose = reference_pose_ms(spec.skeleton);
  pose[1].translation.x = NAN;
  const SettleReport report = settle<double>(state, pose);
  EXPECT_FALSE(report.at_rest);
  EXPECT_EQ(report.substeps, 0);
  EXPECT_EQ(report.last.outcome, DyngReport::Outcome::kPoseNotFinite);
  pose.pop_back();
  EXPECT_EQ(settle<double>(state, pose).last.outcome, DyngReport::Outcome::kInvalidArgument);
}

}  // namespace
}  // namespace tassel
