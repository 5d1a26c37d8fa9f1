// Rules of §5 that a made-up dangle shows by itself, with values by hand.

#include <gtest/gtest.h>

#include <cmath>

#include "play/play_rigs.h"
#include "solvers/dyng/clock.h"
#include "tassel/dyng.h"

namespace tassel {
namespace {

constexpr double kStep = 0.01;
const double kHalf = std::sqrt(0.5);

/// A dangle that runs two substeps of 10 ms in every frame of 20 ms.
class Dangle {
 public:
  explicit Dangle(const DyngSpec& spec) : spec_(spec) {
    DyngProgram program;
    const Status status = cook(spec, program);
    EXPECT_TRUE(status.ok()) << status.to_string();
    state_ = std::make_unique<DyngState<double>>(program, 2);
    pose_in = reference_pose_ms(spec.skeleton);
    frame.real_dt = frame.game_dt = 2 * kStep;
  }

  DyngReport run() {
    pose_out = pose_in;
    return step(*state_, frame, std::span(pose_out));
  }
  /// The first frame puts the particles on the pose and moves nothing.
  void start() { EXPECT_EQ(run().substeps, 2); }

  [[nodiscard]] Vec3d bob() const { return state_->position_ms(1); }

  DyngFrame frame;
  std::vector<Transformd> pose_in;
  std::vector<Transformd> pose_out;

 private:
  DyngSpec spec_;
  std::unique_ptr<DyngState<double>> state_;
};

void expect_near(const Vec3d& a, const Vec3d& b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

/// The pendulum's two particles with nothing between them, no gravity and no drag: joints "hook" at
/// (0, 0, 1) and "bob" at (0.2, 0, 1).
DyngSpec free_bob() {
  DyngSpec spec = test::make_pendulum(0);
  spec.simulation.constraints.clear();
  spec.simulation.gravity_ws = 0;
  return spec;
}

TEST(DyngRules, TheParentTurnsOnlyWhereAsked) {
  for (const bool turns : {true, false}) {
    DyngSpec spec = test::make_pendulum(1);
    spec.simulation.rotate_parent_to_look_at_dangle = turns;
    Dangle dangle(spec);
    for (int i = 0; i < 5; ++i) dangle.run();
    EXPECT_LT(dangle.bob().z, 0.99);
    EXPECT_EQ(dangle.pose_out[1].rotation.w < 1, turns);
  }
}

// Lengths of 3.1 and 3.2 mm lie either side of √1e-5 m = 3.162 mm.
TEST(DyngRules, AParentCloserThan3MillimetresDoesNotTurn) {
  for (const auto& [distance, turns] : {std::pair{0.0031, false}, std::pair{0.0032, true}}) {
    DyngSpec spec = test::make_pendulum(1);
    spec.skeleton.joints[2].reference_ls.translation.x = distance;
    spec.reference_ms = reference_pose_ms(spec.skeleton);
    Dangle dangle(spec);
    for (int i = 0; i < 5; ++i) dangle.run();
    EXPECT_EQ(dangle.pose_out[1].rotation.w < 1, turns) << distance;
  }
}

// Verlet is exact under a constant force: x = ½(F/m)t².
TEST(DyngRules, AConstantForceMovesByItsMass) {
  DyngSpec spec = free_bob();
  spec.simulation.particles[1].mass = 2;
  spec.simulation.external_force_ws = {6, 0, 0};
  Dangle dangle(spec);
  dangle.start();
  for (int i = 0; i < 10; ++i) dangle.run();
  const double t = 20 * kStep;
  expect_near(dangle.bob(), {0.2 + 0.5 * 3 * t * t, 0, 1}, 1e-12);
}

// The world's X is the model's −Y for a character turned 90° about Z.
TEST(DyngRules, AConstantForceIsTheWorlds) {
  DyngSpec spec = free_bob();
  spec.simulation.external_force_ws = {6, 0, 0};
  Dangle dangle(spec);
  dangle.frame.world_ws.rotation = {0, 0, kHalf, kHalf};
  dangle.start();
  for (int i = 0; i < 10; ++i) dangle.run();
  const double t = 20 * kStep;
  expect_near(dangle.bob(), {0.2, -0.5 * 6 * t * t, 1}, 1e-12);
}

// In mode 1 the world's forces go on as they were while the character turns under them.
TEST(DyngRules, WorldInertiaCarriesForceAndGravityThroughATurn) {
  DyngSpec spec = free_bob();
  spec.simulation.external_force_ws = {6, 0, 0};
  spec.simulation.gravity_ws = 2;
  Dangle dangle(spec);
  dangle.frame.mode = DyngMode::kWorldSpace;
  dangle.start();
  dangle.run();
  dangle.frame.world_ws.rotation = {kHalf, 0, 0, kHalf};  // 90° about X.
  dangle.run();
  const double t = 4 * kStep;
  const Vec3d bob_ws = apply(dangle.frame.world_ws, dangle.bob());
  expect_near(bob_ws, {0.2 + 0.5 * 6 * t * t, 0, 1 - 0.5 * 2 * t * t}, 1e-12);
}

TEST(DyngRules, AWorldRotationChangesWhereAComponentMovesBy1e5) {
  for (const auto& [component, carries] : {std::pair{0.9e-5, false}, std::pair{1.1e-5, true}}) {
    DyngProgram program;
    ASSERT_TRUE(cook(free_bob(), program).ok());
    dyng::Clock clock = dyng::start_clock(0);
    DyngFrame frame;
    frame.mode = DyngMode::kWorldSpace;
    EXPECT_FALSE(plan_frame(program.data(), frame, clock).plan.carries);
    frame.world_ws.rotation = {component, 0, 0, std::sqrt(1 - component * component)};
    EXPECT_EQ(plan_frame(program.data(), frame, clock).plan.carries, carries);
  }
}

// A reset frame always has one pass, or the strand would start stretched.
TEST(DyngRules, AResetSolvesOnceEvenWithoutPasses) {
  DyngSpec spec = test::make_pendulum(1);
  spec.simulation.solver_iterations = 0;
  Dangle dangle(spec);
  dangle.pose_in[2].translation.x = 0.3;
  dangle.start();
  expect_near(dangle.bob(), {0.2, 0, 1}, 1e-15);
}

// An ellipsoid 1 mm wide holds its particle where the joint's scale puts it.
TEST(DyngRules, AJointsScaleMovesAnEllipsoid) {
  DyngSpec spec = free_bob();
  DyngEllipsoid ellipsoid;
  ellipsoid.bone = "bob";
  ellipsoid.ellipsoid_transform_ls.translation = {0, 0.1, 0};
  ellipsoid.constraint_radius = 0.001;
  spec.simulation.constraints = {ellipsoid};
  Dangle dangle(spec);
  dangle.pose_in[2].scale = {1, 2, 1};
  dangle.start();
  dangle.run();
  EXPECT_LT(length(dangle.bob() - Vec3d{0.2, 0.2, 1}), 0.001 + 1e-9);
}

// A cone of no aperture is a ray along X, here 10 cm at scale 1.5, so 15 cm, above the attachment.
// The particle keeps its 20 cm from the attachment: x = √(0.2² − 0.15²).
TEST(DyngRules, AJointsScaleMovesACone) {
  DyngSpec spec = free_bob();
  DyngCone cone;
  cone.cone_attachment_bone = "hook";
  cone.constrained_bone = "bob";
  cone.half_of_max_aperture_angle = 0;
  cone.cone_transform_ls.translation = {0, 0, 0.1};
  spec.simulation.constraints = {cone};
  Dangle dangle(spec);
  dangle.pose_in[1].scale = {1, 1, 1.5};
  dangle.start();
  expect_near(dangle.bob(), {std::sqrt(0.04 - 0.0225), 0, 1.15}, 1e-9);
}

// A ball of 5 cm, 10 cm below the joint at scale 2, so 20 cm: a particle 18 cm below is inside, and
// comes out on top.
TEST(DyngRules, AJointsScaleMovesAShape) {
  DyngSpec spec = free_bob();
  DyngRoundedShape ball;
  ball.bone = "hook";
  ball.transform_ls.translation = {0, 0, -0.1};
  ball.rounded_corner_radius = 0.05;
  spec.simulation.collision_rounded_shapes = {ball};
  Dangle dangle(spec);
  dangle.pose_in[1].scale = {2, 2, 2};
  dangle.pose_in[2].translation = {0, 0, 0.82};
  dangle.start();
  expect_near(dangle.bob(), {0, 0, 0.85}, 1e-12);
}

TEST(DyngRules, AlphaBlendsTheOutputAndLeavesTheParticles) {
  Dangle whole(test::make_pendulum(1));
  DyngSpec spec = test::make_pendulum(1);
  spec.simulation.alpha = 0.25;
  Dangle blended(spec);
  spec.simulation.alpha = 0;
  Dangle silent(spec);
  for (int i = 0; i < 5; ++i) {
    for (Dangle* dangle : {&whole, &blended, &silent}) dangle->run();
  }
  expect_near(blended.bob(), whole.bob(), 0);
  expect_near(silent.bob(), whole.bob(), 0);
  const Vec3d in = whole.pose_in[2].translation;
  expect_near(blended.pose_out[2].translation, in + 0.25 * (whole.bob() - in), 1e-15);
  expect_near(silent.pose_out[2].translation, in, 0);
  EXPECT_EQ(silent.pose_out[1].rotation.w, 1);
}

}  // namespace
}  // namespace tassel
