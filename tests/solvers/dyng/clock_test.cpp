// How many substeps a frame runs, and what world motion does (§5.1).

#include "solvers/dyng/clock.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scenes/hair_scene.h"
#include "tassel/dyng.h"

namespace tassel {
namespace {

class DyngClock : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(cook(spec_, program_).ok()); }

  [[nodiscard]] std::vector<Transformd> still_pose() const {
    return scenes::hair_pose(spec_, 0, 0);
  }

  /// Simulated over real time after the filter has had ten seconds to settle.
  double pace(double frames_per_second, int& substeps) {
    DyngState<double> state(program_);
    DyngFrame frame;
    frame.real_dt = frame.game_dt = 1 / frames_per_second;
    double simulated = 0;
    const int frames = static_cast<int>(4 * frames_per_second);
    for (int i = 0; i < static_cast<int>(10 * frames_per_second) + frames; ++i) {
      auto pose = still_pose();
      const DyngReport report = step(state, frame, std::span(pose));
      substeps = report.substeps;
      if (i >= static_cast<int>(10 * frames_per_second)) {
        simulated += report.substeps * report.substep_time;
      }
    }
    return simulated / (frames * frame.real_dt);
  }

  DyngSpec spec_ = scenes::hair();
  DyngProgram program_;
};

// The table of §5.1: steady substeps a frame, and simulated over real time.
TEST_F(DyngClock, SteadyPaceByFrameRate) {
  const struct {
    double rate;
    int substeps;
    double pace;
  } rows[] = {{30, 3, 0.9}, {60, 2, 1.2}, {100, 1, 1.0}, {144, 1, 1.44}};
  for (const auto& row : rows) {
    int substeps = 0;
    EXPECT_NEAR(pace(row.rate, substeps), row.pace, 1e-9) << row.rate << " fps";
    EXPECT_EQ(substeps, row.substeps) << row.rate << " fps";
  }
}

// §5.1: at 60 fps two substeps after 2.32 s at one, where the filter starts at 0.
TEST_F(DyngClock, SecondSubstepComesAfterTheFilterHasRisen) {
  DyngState<double> state(program_);
  double time = 0;
  DyngReport report;
  while (report.substeps < 2 && time < 5) {
    auto pose = still_pose();
    report = step(state, DyngFrame{}, std::span(pose));
    time += 1.0 / 60;
  }
  EXPECT_NEAR(time, 2.32, 1.0 / 60);
}

TEST_F(DyngClock, SlowMotionShortensSubstepsAndPauseFreezesEverything) {
  DyngState<double> state(program_, 5.0 / 3);
  const auto run = [&](double game_dt, double pose_time) {
    auto pose = scenes::hair_pose(spec_, pose_time, 0);
    DyngFrame frame;
    frame.game_dt = game_dt;
    return step(state, frame, std::span(pose));
  };
  run(1.0 / 60, 0);
  EXPECT_DOUBLE_EQ(run(0.5 / 60, 0.1).substep_time, 0.005);
  EXPECT_DOUBLE_EQ(run(2.0 / 60, 0.2).substep_time, 0.01);  // Never longer than the spec's.

  const DyngState<double> before = state;
  EXPECT_EQ(run(0.05 / 60, 0.9).substeps, 0);  // At the least dilation no substep runs.
  for (int i = 0; i < program_.particle_count(); ++i) {
    EXPECT_EQ(length(state.position_ms(i) - before.position_ms(i)), 0) << i;
  }
}

// §5.1: mode 1 re-expresses the state, so that a jump of the character leaves the free particles
// where they were in the world, seen from its new place; mode 0 doesn't.
TEST_F(DyngClock, WorldSpaceLeavesFreeParticlesBehind) {
  for (const DyngMode mode : {DyngMode::kWorldSpace, DyngMode::kModelSpace}) {
    dyng::Clock clock;
    DyngFrame frame;
    frame.mode = mode;
    (void)dyng::plan_frame(program_.data(), frame, clock);
    frame.world_ws = {{1, 2, 0}, {0, 0, std::sqrt(0.5), std::sqrt(0.5)}, {1, 1, 1}};
    const dyng::PlannedFrame planned = dyng::plan_frame(program_.data(), frame, clock);
    EXPECT_EQ(planned.plan.carries, mode == DyngMode::kWorldSpace);
    if (!planned.plan.carries) continue;
    // A point at the old origin lies at −(1, 2, 0) turned back by 90° about Z.
    EXPECT_NEAR(planned.carry_translation.x, -2, 1e-15);
    EXPECT_NEAR(planned.carry_translation.y, 1, 1e-15);
  }
}

TEST_F(DyngClock, SteadyTravelInModelSpaceExcitesNothing) {
  DyngState<double> still(program_, 5.0 / 3);
  DyngState<double> travelling(program_, 5.0 / 3);
  for (int i = 0; i < 60; ++i) {
    auto a = scenes::hair_pose(spec_, i / 60.0, 0);
    auto b = a;
    DyngFrame frame;
    step(still, frame, std::span(a));
    frame.world_ws.translation = {0, -1.4 * i / 60, 0};
    step(travelling, frame, std::span(b));
  }
  for (int i = 0; i < program_.particle_count(); ++i) {
    EXPECT_EQ(length(still.position_ms(i) - travelling.position_ms(i)), 0);
  }
}

// Gravity is the world's: a character that lies on its back feels it along its own axes.
TEST_F(DyngClock, GravityTurnsWithTheCharacter) {
  DyngSpec spec;
  spec.skeleton.joints = {{"a", -1, {}}};
  spec.reference_ms = {{}};
  spec.simulation.particles.resize(1);
  spec.simulation.particles[0].bone = "a";
  spec.simulation.particles[0].damping = 0;
  DyngProgram program;
  ASSERT_TRUE(cook(spec, program).ok());
  DyngState<double> state(program);
  DyngFrame frame;
  frame.real_dt = frame.game_dt = 0.01;
  frame.world_ws.rotation = {std::sqrt(0.5), 0, 0, std::sqrt(0.5)};  // 90° about X: Y is up.
  for (int i = 0; i < 2; ++i) {
    std::vector<Transformd> pose(1);
    step(state, frame, std::span(pose));
  }
  EXPECT_NEAR(state.velocity_ms(0).y, -9.81 * 0.01, 1e-12);
  EXPECT_NEAR(state.velocity_ms(0).z, 0, 1e-12);
}

}  // namespace
}  // namespace tassel
