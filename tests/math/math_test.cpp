#include "tassel/math.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tassel {
namespace {

void expect_near(const Vec3d& a, const Vec3d& b) {
  EXPECT_NEAR(a.x, b.x, 1e-15);
  EXPECT_NEAR(a.y, b.y, 1e-15);
  EXPECT_NEAR(a.z, b.z, 1e-15);
}

const double kHalf = std::sqrt(0.5);
const Quatd kQuarterAboutZ{0, 0, kHalf, kHalf};
const Quatd kQuarterAboutX{kHalf, 0, 0, kHalf};

TEST(Math, AQuarterTurnAboutZTakesXToY) {
  expect_near(rotate(kQuarterAboutZ, Vec3d{1, 0, 0}), {0, 1, 0});
  expect_near(rotate_back(kQuarterAboutZ, Vec3d{0, 1, 0}), {1, 0, 0});
}

TEST(Math, AProductTurnsByItsRightFactorFirst) {
  // Y → Z by the turn about X, and Z stays under the one about Z.
  expect_near(rotate(kQuarterAboutZ * kQuarterAboutX, Vec3d{0, 1, 0}), {0, 0, 1});
  // Y → −X by the turn about Z, and X stays under the one about X.
  expect_near(rotate(kQuarterAboutX * kQuarterAboutZ, Vec3d{0, 1, 0}), {-1, 0, 0});
}

TEST(Math, ATransformScalesThenTurnsThenMoves) {
  const Transformd t{{10, 0, 0}, kQuarterAboutZ, {2, 3, 4}};
  expect_near(apply(t, Vec3d{1, 1, 1}), {7, 2, 4});  // (2, 3, 4) → (−3, 2, 4) → (7, 2, 4)
}

TEST(Math, CompositionPutsTheChildInTheParentsSpace) {
  const Transformd parent{{1, 2, 3}, kQuarterAboutZ, {2, 2, 2}};
  const Transformd child{{1, 0, 0}, kQuarterAboutX, {1, 1, 1}};
  const Transformd both = parent * child;
  expect_near(both.translation, {1, 4, 3});
  expect_near(apply(both, Vec3d{0, 1, 0}), apply(parent, apply(child, Vec3d{0, 1, 0})));
}

}  // namespace
}  // namespace tassel
