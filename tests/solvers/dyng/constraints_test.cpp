// Single constraints against values worked out by hand from §5.3, and the places where the rules
// are silent.

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/dyng/kernels.h"

namespace tassel {
namespace {

using isa_baseline::ConeSide;
using isa_baseline::Frame;
using isa_baseline::solve_cone;
using isa_baseline::solve_ellipsoid;
using isa_baseline::solve_link;
using isa_baseline::turned_to_look;

constexpr double kPi = 3.14159265358979323846;
const Frame<double> kUpright{{0, 0, 0}, {0, 0, 0, 1}};

void expect_near(const Vec3d& actual, const Vec3d& expected, double tolerance = 1e-12) {
  EXPECT_NEAR(actual.x, expected.x, tolerance);
  EXPECT_NEAR(actual.y, expected.y, tolerance);
  EXPECT_NEAR(actual.z, expected.z, tolerance);
}

/// A cone at the origin along X with half aperture `degrees`; its attachment lies at the apex.
template <ConeSide side>
Vec3d in_cone(const Vec3d& x, double degrees, const Vec3d& attachment = {}) {
  const double half = degrees * kPi / 180;
  return solve_cone<side>(x, attachment, kUpright, std::cos(half), std::sin(half));
}

TEST(DyngCone, InsideIsLeftAlone) {
  const Vec3d x{0.1, 0.05, 0.02};
  EXPECT_EQ(length(in_cone<ConeSide::kBoth>(x, 45) - x), 0);
}

TEST(DyngCone, OutsideGoesToTheRimAtItsOwnDistance) {
  // 90° from the axis in the XY plane; the rim at 30°, distance 0.2 kept.
  expect_near(in_cone<ConeSide::kBoth>({0, 0.2, 0}, 30),
              {0.2 * std::cos(kPi / 6), 0.2 * std::sin(kPi / 6), 0});
  // Behind the attachment, off its line: round to the same side.
  expect_near(in_cone<ConeSide::kBoth>({-0.3, 0, -0.4}, 60), {0.25, 0, -0.5 * std::sqrt(0.75)});
}

TEST(DyngCone, DistanceIsToTheSimulatedAttachmentAlongTheRayFromTheAnimatedApex) {
  // |t·u − a| = |x − a| with u = (1, 0, 0), a = (0, 0.1, 0), x = (0, 0.1, 0.2): t² + 0.01 = 0.04.
  // The half aperture is 0: the rim is the axis.
  expect_near(in_cone<ConeSide::kBoth>({0, 0.1, 0.2}, 0, {0, 0.1, 0}), {std::sqrt(0.03), 0, 0});
}

TEST(DyngCone, NoRootProjectsOntoTheRay) {
  // The ray along X never comes within 0.1 of a = (0, 5, 0), and x is 0.1 from it.
  expect_near(in_cone<ConeSide::kBoth>({0.06, 4.92, 0}, 0, {0, 5, 0}), {0.06, 0, 0});
}

TEST(DyngCone, HalfConeForbidsItsPlusZSideAndHingePlaneBoth) {
  // (0.3, 0, ±0.4) lies 53° off the axis, inside 80°. Flattened to the axis, 0.5 kept.
  expect_near(in_cone<ConeSide::kBelowPlane>({0.3, 0, 0.4}, 80), {0.5, 0, 0});
  expect_near(in_cone<ConeSide::kBelowPlane>({0.3, 0, -0.4}, 80), {0.3, 0, -0.4});
  expect_near(in_cone<ConeSide::kPlaneOnly>({0.3, 0, 0.4}, 80), {0.5, 0, 0});
  expect_near(in_cone<ConeSide::kPlaneOnly>({0.3, 0, -0.4}, 80), {0.5, 0, 0});
  expect_near(in_cone<ConeSide::kPlaneOnly>({0.3, 0.4, 0}, 80), {0.3, 0.4, 0});
}

// Silent in the source: no rim direction. The axis stands in; of the two points on its line at the
// particle's distance, the one nearer to the particle wins, even behind the apex.
TEST(DyngCone, OppositeToTheAxisOrAtTheApexUsesTheAxis) {
  expect_near(in_cone<ConeSide::kBoth>({-0.2, 0, 0}, 30), {-0.2, 0, 0});
  expect_near(in_cone<ConeSide::kBoth>({0, 0, 0}, 30, {0, 0, 0}), {0, 0, 0});
  // At the apex, 0.1 from an attachment at (0, 0.1, 0): t² + 0.01 = 0.01.
  expect_near(in_cone<ConeSide::kBoth>({0, 0, 0}, 120, {0, 0.1, 0}), {0, 0, 0});
}

TEST(DyngCone, ARootBehindTheApexWinsWhereItIsNearer) {
  // 150° off the axis, onto the rim at 30°: u = (√3/2, 1/2, 0) and x·u = 0.2·(−3/4 + 1/4) = −0.1.
  // The roots are ±0.2, and −0.2 lies nearer.
  const double c = std::sqrt(0.75);
  expect_near(in_cone<ConeSide::kBoth>({-0.2 * c, 0.1, 0}, 30), {-0.2 * c, -0.1, 0});
}

TEST(DyngLink, CoincidentEndsPartAlongX) {
  const auto result =
      solve_link(Vec3d{1, 2, 3}, Vec3d{1, 2, 3}, 0.5, 0.5, [](const double&) { return 0.1; });
  expect_near(result.x1, {0.95, 2, 3});
  expect_near(result.x2, {1.05, 2, 3});
}

TEST(DyngEllipsoid, InsideAndAtTheCentreIsLeftAlone) {
  for (const Vec3d& x : {Vec3d{0.05, 0.02, 0.1}, Vec3d{0, 0, 0}, Vec3d{0, 0, 5e-5}}) {
    EXPECT_EQ(length(solve_ellipsoid(x, kUpright, 0.1, 0.1, 0.2) - x), 0);
  }
  // Within 0.1 mm of the centre even where the ellipsoid is smaller still.
  const Vec3d x{0, 0, 9e-5};
  EXPECT_EQ(length(solve_ellipsoid(x, kUpright, 1e-5, 1e-5, 1e-5) - x), 0);
}

TEST(DyngEllipsoid, OnAnAxisItEndsOnTheSurface) {
  // Scale1 is the half height toward −Z, Scale2 the one toward +Z.
  expect_near(solve_ellipsoid(Vec3d{0, 0, 0.5}, kUpright, 0.1, 0.15, 0.2), {0, 0, 0.2});
  expect_near(solve_ellipsoid(Vec3d{0, 0, -0.5}, kUpright, 0.1, 0.15, 0.2), {0, 0, -0.15});
  expect_near(solve_ellipsoid(Vec3d{0.5, 0, 0}, kUpright, 0.1, 0.15, 0.2), {0.1, 0, 0});
}

TEST(DyngEllipsoid, OffAxisItEndsOnTheTangentPlaneWhereTheRayLeaves) {
  // R = 1, Rz = 2, x = (3, 0, 4). The ray leaves at s = x/√(9 + 4) = x/√13; the normal goes as
  // (3, 0, 1). x − ((g·x) − (g·s))·g = x − 13(1 − 1/√13)/10·(3, 0, 1), length below 2 only if
  // clamped: (−0.0822…, 0, 3.0605…)·2/|…|.
  const double k = 1.3 * (1 - 1 / std::sqrt(13.0));
  const Vec3d plane{3 - 3 * k, 0, 4 - k};
  const double reached = length(plane);
  const double factor = reached > 2 ? 2 / reached : 1;
  expect_near(solve_ellipsoid(Vec3d{3, 0, 4}, kUpright, 1.0, 2.0, 2.0), factor * plane);
}

TEST(DyngLookAt, TurnsTheAxisOntoTheChildAndKeepsTwistFreeTurns) {
  const Quatd turned = turned_to_look(Quatd{}, Vec3d{1, 0, 0}, Vec3d{0, 2, 0}, 4.0);
  // 90° about Z.
  EXPECT_NEAR(turned.z, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(turned.w, std::sqrt(0.5), 1e-15);
}

TEST(DyngLookAt, HalfTurnsAreDefined) {
  for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}, Vec3d{1, 2, 3}}) {
    const Vec3d to = -1.0 * axis;
    const Quatd turned = turned_to_look(Quatd{}, axis, to, dot(to, to));
    expect_near(rotate(turned, axis), to, 1e-12);
  }
}

}  // namespace
}  // namespace tassel
