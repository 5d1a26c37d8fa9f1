// What a step promises whatever it is given: finite output, no allocation, states that copy.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scenes/hair_scene.h"
#include "solvers/allocation_counter.h"
#include "tassel/dyng.h"
#include "tassel/play.h"

namespace tassel {
namespace {

using Outcome = DyngReport::Outcome;

bool is_finite(const Transformf& t) {
  return std::isfinite(t.translation.x + t.translation.y + t.translation.z + t.rotation.x +
                       t.rotation.y + t.rotation.z + t.rotation.w + t.scale.x + t.scale.y +
                       t.scale.z);
}

class DyngRobustness : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(cook(spec_, program_).ok());
    state_ = std::make_unique<DyngState<float>>(program_, 5.0 / 3, GetParam());
  }

  [[nodiscard]] std::vector<Transformf> pose(double time) const {
    std::vector<Transformf> out;
    for (const Transformd& t : scenes::hair_pose(spec_, time, 0)) out.push_back(cast<float>(t));
    return out;
  }

  DyngReport run(std::vector<Transformf>& pose) {
    return step(*state_, DyngFrame{}, std::span(pose));
  }

  DyngSpec spec_ = scenes::hair();
  DyngProgram program_;
  std::unique_ptr<DyngState<float>> state_;
};

TEST_P(DyngRobustness, AStepAllocatesNothing) {
  auto in = pose(0);
  run(in);
  in = pose(0.1);
  const long before = allocation_count();
  run(in);
  EXPECT_EQ(allocation_count(), before);

  DyngCrowd<float> crowd(program_, 5, 5.0 / 3, GetParam());
  std::vector<std::vector<Transformf>> poses(5, pose(0.1));
  const std::vector<std::span<Transformf>> spans(poses.begin(), poses.end());
  std::vector<DyngFrame> frames(5);
  frames[3].mode = DyngMode::kReset;  // A plan of its own takes the longer way.
  std::vector<DyngReport> reports(5);
  const long before_crowd = allocation_count();
  step<float>(crowd, frames, spans, reports);
  EXPECT_EQ(allocation_count(), before_crowd);
}

TEST_P(DyngRobustness, APoseThatIsNotFiniteIsReportedAndMovesNothing) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::infinity(), -HUGE_VALF}) {
    auto in = pose(0);
    run(in);
    const DyngState<float> before = *state_;
    in = pose(0.1);
    in[6].rotation.y = bad;
    in[20].translation.z = bad;
    EXPECT_EQ(run(in).outcome, Outcome::kPoseNotFinite);
    EXPECT_TRUE(*state_ == before);
    for (const Transformf& t : in) EXPECT_TRUE(is_finite(t));
    in = pose(0.2);
    EXPECT_EQ(run(in).outcome, Outcome::kStepped);
  }
}

TEST_P(DyngRobustness, AStateThatBlowsUpIsPutBackOnItsPose) {
  auto in = pose(0);
  run(in);
  in = pose(0.01);
  in[10].translation.x = 3e38f;  // Finite, but its square isn't.
  const auto given = in;
  EXPECT_EQ(run(in).outcome, Outcome::kStateReset);
  EXPECT_EQ(state_->resets(), 1);
  for (const Transformf& t : in) EXPECT_TRUE(is_finite(t));
  const int particle = 0;
  const int joint = program_.particle_joint(particle);
  EXPECT_EQ(state_->position_ms(particle).x, given[joint].translation.x);
  EXPECT_EQ(state_->velocity_ms(particle).x, 0);
}

TEST_P(DyngRobustness, ArgumentsOutOfRangeAreRefused) {
  auto in = pose(0);
  run(in);
  const DyngState<float> before = *state_;
  const auto refused = [&](const DyngFrame& frame) {
    auto untouched = in;
    const DyngReport report = step(*state_, frame, std::span(in));
    EXPECT_EQ(in[9].translation.x, untouched[9].translation.x);
    return report.outcome == Outcome::kInvalidArgument && *state_ == before;
  };
  DyngFrame frame;
  frame.real_dt = -0.1;
  EXPECT_TRUE(refused(frame));
  frame = {};
  frame.game_dt = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refused(frame));
  frame = {};
  frame.world_ws.rotation = {0, 0, 0, 0};
  EXPECT_TRUE(refused(frame));
  frame = {};
  frame.external_force_ws.x = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(refused(frame));
  auto short_pose = std::vector<Transformf>(in.begin(), in.end() - 1);
  EXPECT_EQ(step(*state_, DyngFrame{}, std::span(short_pose)).outcome, Outcome::kInvalidArgument);
}

TEST_P(DyngRobustness, OddFrameTimesStayFinite) {
  for (const double dt : {0.0, 1e-12, 1e-6, 0.2, 5.0, 1e9, 1e300}) {
    for (const double game : {0.0, dt, 1e-3 * dt, 1e300}) {
      auto in = pose(0.3);
      DyngFrame frame;
      frame.real_dt = dt;
      frame.game_dt = game;
      const DyngReport report = step(*state_, frame, std::span(in));
      EXPECT_GE(report.substeps, 0);
      EXPECT_LE(report.substeps, 3);
      EXPECT_LE(report.substep_time, 0.01);
      for (const Transformf& t : in) ASSERT_TRUE(is_finite(t)) << dt << ' ' << game;
    }
  }
}

TEST_P(DyngRobustness, AfterOddFrameTimesTheClockRunsOn) {
  for (const double dt : {1e6, 1e300, 1e307, 1e307}) {
    auto in = pose(0);
    DyngFrame frame;
    frame.real_dt = dt;
    step(*state_, frame, std::span(in));
  }
  auto in = pose(0);
  const DyngReport report = run(in);
  EXPECT_EQ(report.outcome, Outcome::kStepped);
  EXPECT_GE(report.substeps, 1);
  EXPECT_LE(report.substeps, 3);
}

TEST_P(DyngRobustness, AnOddStartOfTheFilterCountsAsNone) {
  for (const double start : {std::nan(""), HUGE_VAL, -HUGE_VAL, -5.0}) {
    DyngState<float> odd(program_, start, GetParam());
    DyngState<float> none(program_, 0, GetParam());
    for (int i = 0; i < 3; ++i) {
      auto a = pose(0.1 * i);
      auto b = a;
      EXPECT_EQ(step(odd, DyngFrame{}, std::span(a)).substeps,
                step(none, DyngFrame{}, std::span(b)).substeps);
    }
    EXPECT_TRUE(odd == none);
  }
}

TEST_P(DyngRobustness, ARotationThatIsNoRotationNeverComesOutNotFinite) {
  for (const float length : {0.0f, 1e-30f, 1e15f, 3e38f}) {
    for (const double alpha : {0.5, 1.0}) {
      spec_.simulation.alpha = alpha;
      SetUp();
      for (int i = 0; i < 4; ++i) {
        auto in = pose(0.1 * i);
        for (Transformf& t : in) t.rotation = {0, 0, 0, length};
        run(in);
        for (const Transformf& t : in) ASSERT_TRUE(is_finite(t)) << length << ' ' << alpha;
      }
    }
  }
}

TEST_P(DyngRobustness, ALookAtAxisCountsByItsDirectionAlone) {
  auto unit = pose(0.1);
  run(unit);
  for (const double length : {1e-25, 1e-30, 1e25}) {
    for (DyngConstraint& constraint : spec_.simulation.constraints) {
      if (auto* link = std::get_if<DyngLink>(&constraint)) link->look_at_axis = {length, 0, 0};
    }
    SetUp();
    auto scaled = pose(0.1);
    run(scaled);
    for (std::size_t i = 0; i < unit.size(); ++i) {
      // 1/length·length may round, by one unit of double's last place.
      EXPECT_NEAR(scaled[i].rotation.x, unit[i].rotation.x, 1e-6);
      EXPECT_NEAR(scaled[i].rotation.w, unit[i].rotation.w, 1e-6);
    }
  }
}

TEST_P(DyngRobustness, ListsOfAnotherSizeAreRefused) {
  DyngCrowd<float> crowd(program_, 3, 0, GetParam());
  std::vector<std::vector<Transformf>> poses(3, pose(0.1));
  const auto given = poses;
  const std::vector<std::span<Transformf>> spans(poses.begin(), poses.end());
  const std::vector<DyngFrame> frames(3);
  std::vector<DyngReport> reports(3);
  const auto all_refused = [&] {
    return std::all_of(reports.begin(), reports.end(), [](const DyngReport& report) {
      return report.outcome == Outcome::kInvalidArgument;
    });
  };
  step<float>(crowd, std::span(frames).first(2), spans, reports);
  EXPECT_TRUE(all_refused());
  reports.assign(3, {});
  step<float>(crowd, frames, std::span(spans).first(2), reports);
  EXPECT_TRUE(all_refused());
  reports.assign(2, {});
  step<float>(crowd, frames, spans, reports);
  EXPECT_TRUE(all_refused());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(poses[i][9].translation.x, given[i][9].translation.x);

  // A pose of another size is its own dangle's matter.
  auto mixed = spans;
  mixed[1] = mixed[1].first(5);
  reports.assign(3, {});
  step<float>(crowd, frames, mixed, reports);
  EXPECT_EQ(reports[0].outcome, Outcome::kStepped);
  EXPECT_EQ(reports[1].outcome, Outcome::kInvalidArgument);
  EXPECT_EQ(reports[2].outcome, Outcome::kStepped);
}

TEST_P(DyngRobustness, AStateIsASnapshot) {
  for (int i = 0; i < 20; ++i) {
    auto in = pose(i / 60.0);
    run(in);
  }
  const DyngState<float> snapshot = *state_;
  auto first = pose(0.5);
  run(first);
  EXPECT_FALSE(*state_ == snapshot);
  const DyngState<float> after = *state_;
  *state_ = snapshot;
  EXPECT_TRUE(*state_ == snapshot);
  auto second = pose(0.5);
  run(second);
  EXPECT_TRUE(*state_ == after);
}

INSTANTIATE_TEST_SUITE_P(Widths, DyngRobustness, testing::Values(1, 4, 8, 16));

// §5.4: a particle is inside where its distance is below the sum of the radii. Below a negative sum
// there is nothing.
TEST(DyngCollision, ANegativeSumOfRadiiCollidesWithNothing) {
  DyngSpec spec = scenes::hair();
  DyngSimulation& simulation = spec.simulation;
  for (DyngParticle& particle : simulation.particles) particle.collision_capsule_radius = -2;
  DyngSpec bare = spec;
  bare.simulation.collision_rounded_shapes.clear();
  const auto run = [](const DyngSpec& dangle) {
    DyngProgram program;
    EXPECT_TRUE(cook(dangle, program).ok());
    DyngState<double> state(program, 5.0 / 3);
    std::vector<Transformd> pose;
    for (int i = 0; i < 60; ++i) {
      pose = scenes::hair_pose(dangle, i / 60.0, 0);
      step(state, DyngFrame{}, std::span(pose));
    }
    return pose;
  };
  const auto collided = run(spec);
  const auto free = run(bare);
  for (std::size_t i = 0; i < free.size(); ++i) {
    EXPECT_EQ(length(collided[i].translation - free[i].translation), 0);
  }
}

// "State at most 8 KiB a dangle", on the shape that the figure is stated for.
TEST(DyngSize, AHairstylesStateIsSmall) {
  DyngProgram program;
  ASSERT_TRUE(cook(scenes::hair(), program).ok());
  EXPECT_LE(DyngState<float>(program).byte_size(), 8192U);
  EXPECT_LE(DyngCrowd<float>(program, 16).byte_size(), 8192U);
}

TEST(DyngEmpty, ASpecWithoutParticlesStepsAndChangesNothing) {
  DyngSpec spec = scenes::hair();
  spec.simulation = {};
  DyngProgram program;
  ASSERT_TRUE(cook(spec, program).ok());
  DyngState<double> state(program);
  auto pose = scenes::hair_pose(spec, 0.3, 0);
  const auto before = pose;
  EXPECT_EQ(step(state, DyngFrame{}, std::span(pose)).outcome, Outcome::kStepped);
  for (std::size_t i = 0; i < pose.size(); ++i) {
    EXPECT_EQ(length(pose[i].translation - before[i].translation), 0);
  }
}

}  // namespace
}  // namespace tassel
