// The source's own vectors (§5.6), and values derived by hand from §5.2 to §5.5.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tassel/dyng.h"

namespace tassel {
namespace {

constexpr double kSubstep = 0.01;

template <class Scalar>
class DyngVectors : public testing::Test {
 protected:
  using Pose = std::vector<Transform<Scalar>>;

  /// Particles on joints of their own, in a row of roots; nothing pulls and nothing falls.
  static DyngSpec loose(const std::vector<Vec3d>& places) {
    DyngSpec spec;
    spec.simulation.gravity_ws = 0;
    for (const Vec3d& place : places) {
      const std::string name = "p" + std::to_string(spec.skeleton.size());
      spec.skeleton.joints.push_back({name, -1, {place, {}, {1, 1, 1}}});
      spec.reference_ms.push_back({place, {}, {1, 1, 1}});
      DyngParticle particle;
      particle.bone = name;
      spec.simulation.particles.push_back(particle);
    }
    return spec;
  }

  static Pose pose_at(const std::vector<Vec3d>& places) {
    Pose pose;
    for (const Vec3d& place : places)
      pose.push_back(cast<Scalar>(Transformd{place, {}, {1, 1, 1}}));
    return pose;
  }

  void start(const DyngSpec& spec, const Pose& pose) {
    DyngProgram program;
    const Status status = cook(spec, program);
    ASSERT_TRUE(status.ok()) << status.to_string();
    state_ = std::make_unique<DyngState<Scalar>>(program, 0, 1);
    run(pose);
  }

  /// One frame of one substep.
  Pose run(Pose pose, const Vec3d& force = {}) {
    DyngFrame frame;
    frame.real_dt = kSubstep;
    frame.game_dt = kSubstep;
    frame.external_force_ws = force;
    const DyngReport report = step(*state_, frame, std::span(pose));
    EXPECT_EQ(report.substeps, 1);
    EXPECT_EQ(report.substep_time, kSubstep);
    return pose;
  }

  double x(int particle) const { return static_cast<double>(state_->position_ms(particle).x); }
  double z(int particle) const { return static_cast<double>(state_->position_ms(particle).z); }

  std::unique_ptr<DyngState<Scalar>> state_;
};

using Scalars = testing::Types<double, float>;
TYPED_TEST_SUITE(DyngVectors, Scalars);

// The vectors are printed from single precision. A float run follows it to 2e-6 of the value, a
// double run to half a unit of the last printed digit; but for the spring's velocities, which carry
// the cancellation of (x − x0)/h in single precision, up to 0.1·2^-24/0.01 = 6e-7 m/s, that a
// double run doesn't have.
template <class Scalar>
void expect_printed(double actual, double printed, double half_digit) {
  const bool is_float = sizeof(Scalar) == sizeof(float);
  EXPECT_NEAR(actual, printed, is_float ? 2e-6 * std::abs(printed) : half_digit);
}

TYPED_TEST(DyngVectors, FreeFall) {
  DyngSpec spec = this->loose({{0, 0, 0}});
  spec.simulation.gravity_ws = 9.81;
  spec.simulation.particles[0].mass = 0.4;
  const auto pose = this->pose_at({{0, 0, 0}});
  this->start(spec, pose);
  const double z[] = {-0.00049050, -0.00194368, -0.00433563};
  const double v[] = {-0.0974869, -0.192552, -0.285255};
  const double half_digit_v[] = {5e-8, 5e-7, 5e-7};
  for (int i = 0; i < 3; ++i) {
    this->run(pose);
    expect_printed<TypeParam>(this->z(0), z[i], 5e-9);
    expect_printed<TypeParam>(static_cast<double>(this->state_->velocity_ms(0).z), v[i],
                              half_digit_v[i]);
  }
}

TYPED_TEST(DyngVectors, Spring) {
  DyngSpec spec = this->loose({{0.1, 0, 0}});
  spec.simulation.particles[0].mass = 0.6;
  spec.simulation.particles[0].damping = 3;
  spec.simulation.particles[0].pull_force_factor = 30;
  this->start(spec, this->pose_at({{0.1, 0, 0}}));
  const auto pose = this->pose_at({{0, 0, 0}});
  // The first frame's animated position moves with its only substep: it is at 0 when it pulls.
  const double x[] = {0.0997500, 0.0990198, 0.0978368};
  const double v[] = {-0.0493122, -0.0959467, -0.139805};
  for (int i = 0; i < 3; ++i) {
    this->run(pose);
    expect_printed<TypeParam>(this->x(0), x[i], 5e-8);
    expect_printed<TypeParam>(static_cast<double>(this->state_->velocity_ms(0).x), v[i], 7e-7);
  }
}

// §5.6: mass 0.1, damping 1, v = 100 m/s: the drag is 50 m/s², not 1000, so a whole substep takes
// half a metre a second and moves 0.9975 m. A force of one substep brings the speed about: with
// a = F/m the half kicks give a·h − 50·h/2, so F = 1002.5 N leaves 100 m/s.
TYPED_TEST(DyngVectors, DragIsCapped) {
  DyngSpec spec = this->loose({{0, 0, 0}});
  spec.simulation.external_force_linked = true;
  spec.simulation.particles[0].mass = 0.1;
  const auto pose = this->pose_at({{0, 0, 0}});
  this->start(spec, pose);
  this->run(pose, {1002.5, 0, 0});
  const double x0 = this->x(0);
  EXPECT_NEAR(static_cast<double>(this->state_->velocity_ms(0).x), 100, 2e-4);
  this->run(pose);
  EXPECT_NEAR(this->x(0) - x0, 0.9975, 2e-6);
  EXPECT_NEAR(static_cast<double>(this->state_->velocity_ms(0).x), 99.5, 2e-4);
}

TYPED_TEST(DyngVectors, LinkSharesItsErrorByTheOthersMass) {
  const std::vector<Vec3d> rest{{0, 0, 0}, {0, 0, -0.1}};
  for (const bool first_is_free : {true, false}) {
    DyngSpec spec = this->loose(rest);
    spec.simulation.particles[0].mass = 0.4;
    spec.simulation.particles[0].is_free = first_is_free;
    spec.simulation.particles[1].mass = 0.1;
    DyngLink link;
    link.bone1 = "p0";
    link.bone2 = "p1";
    spec.simulation.constraints.push_back(link);
    // The reset puts the particles 0.15 apart and then projects once.
    this->start(spec, this->pose_at({{0, 0, 0}, {0, 0, -0.15}}));
    EXPECT_NEAR(this->z(0), first_is_free ? -0.01 : 0, 2e-8);
    EXPECT_NEAR(this->z(1), first_is_free ? -0.11 : -0.10, 2e-8);
  }
}

/// Puts a lone particle at `at` inside a shape and says where the reset frame's pass leaves it.
template <class Test>
Vec3d pushed_from(Test& test, const DyngRoundedShape& shape, double particle_radius,
                  const Vec3d& at) {
  DyngSpec spec = test.loose({at, {0, 0, 0}});
  spec.simulation.particles.pop_back();
  spec.simulation.particles[0].collision_capsule_radius = particle_radius;
  spec.simulation.collision_rounded_shapes.push_back(shape);
  spec.simulation.collision_rounded_shapes[0].bone = "p1";
  test.start(spec, test.pose_at({at, {0, 0, 0}}));
  const auto p = test.state_->position_ms(0);
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

template <class Scalar>
class DyngShapes : public DyngVectors<Scalar> {
 public:
  using DyngVectors<Scalar>::loose;
  using DyngVectors<Scalar>::pose_at;
  using DyngVectors<Scalar>::start;
  using DyngVectors<Scalar>::state_;
};
TYPED_TEST_SUITE(DyngShapes, Scalars);

void expect_at(const Vec3d& actual, const Vec3d& expected) {
  EXPECT_NEAR(actual.x, expected.x, 2e-8);
  EXPECT_NEAR(actual.y, expected.y, 2e-8);
  EXPECT_NEAR(actual.z, expected.z, 2e-8);
}

TYPED_TEST(DyngShapes, CapsulePushesOutSidewaysAndOverItsEnds) {
  DyngRoundedShape shoulder;
  shoulder.rounded_corner_radius = 0.06;
  shoulder.z_box_extent = 0.09;
  // §5.6: distance −0.02, pushed by (+0.02, 0, 0).
  expect_at(pushed_from(*this, shoulder, 0.01, {0.05, 0, 0.02}), {0.07, 0, 0.02});
  // Over the end: from the cap's centre (0, 0, 0.09) along (3, 0, 4)/5 to radius 0.07.
  expect_at(pushed_from(*this, shoulder, 0.01, {0.03, 0, 0.13}), {0.042, 0, 0.146});
  expect_at(pushed_from(*this, shoulder, 0.01, {0.03, 0, -0.13}), {0.042, 0, -0.146});
  // Outside it is left alone, and on the core line there is no way out.
  expect_at(pushed_from(*this, shoulder, 0.01, {0.08, 0, 0.02}), {0.08, 0, 0.02});
  expect_at(pushed_from(*this, shoulder, 0.01, {0, 0, 0.05}), {0, 0, 0.05});
}

TYPED_TEST(DyngShapes, SphereIsACapsuleWithoutLength) {
  DyngRoundedShape sphere;
  sphere.rounded_corner_radius = 0.1;
  expect_at(pushed_from(*this, sphere, 0, {0, 0.03, 0.04}), {0, 0.06, 0.08});
}

}  // namespace
}  // namespace tassel
