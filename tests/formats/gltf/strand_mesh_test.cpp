#include "formats/gltf/strand_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tassel {
namespace {

std::size_t vertex_count(const SurfaceMesh& mesh) { return mesh.positions.size() / 3; }

Vec3d vector_at(const std::vector<float>& values, std::size_t vertex) {
  return {values[3 * vertex], values[3 * vertex + 1], values[3 * vertex + 2]};
}

/// Signed volume by the divergence theorem: positive where triangles turn counter-clockwise seen
/// from outside.
double volume(const SurfaceMesh& mesh) {
  double sum = 0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    sum += dot(vector_at(mesh.positions, mesh.indices[i]),
               cross(vector_at(mesh.positions, mesh.indices[i + 1]),
                     vector_at(mesh.positions, mesh.indices[i + 2]))) /
           6;
  }
  return sum;
}

/// Vertices at one place count as one, since a pole's do.
bool is_closed(const SurfaceMesh& mesh) {
  std::map<std::tuple<float, float, float>, int> number_of;
  const auto number = [&](std::uint32_t v) {
    const std::tuple place{mesh.positions[3 * v], mesh.positions[3 * v + 1],
                           mesh.positions[3 * v + 2]};
    return number_of.emplace(place, static_cast<int>(number_of.size())).first->second;
  };
  std::map<std::pair<int, int>, int> edges;
  for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
    const std::size_t next = i % 3 == 2 ? i - 2 : i + 1;
    const int a = number(mesh.indices[i]);
    const int b = number(mesh.indices[next]);
    a < b ? ++edges[{a, b}] : --edges[{b, a}];
  }
  return std::all_of(edges.begin(), edges.end(), [](const auto& e) { return e.second == 0; });
}

void expect_sound(const SurfaceMesh& mesh) {
  for (const std::uint32_t index : mesh.indices) EXPECT_LT(index, vertex_count(mesh));
  for (std::size_t v = 0; v < vertex_count(mesh); ++v) {
    EXPECT_NEAR(length(vector_at(mesh.normals, v)), 1, 1e-6);
    float sum = 0;
    for (std::size_t k = 4 * v; k < 4 * v + 4; ++k) {
      sum += mesh.weights[k];
      EXPECT_GE(mesh.weights[k], 0);
      // glTF: a joint without weight is 0.
      EXPECT_TRUE(mesh.weights[k] > 0 || mesh.joints[k] == 0);
    }
    EXPECT_EQ(sum, 1.0F);
  }
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_GT(volume(mesh), 0);
}

const std::vector<Vec3d> kPoints{{0, 0, 0}, {0.02, -0.09, 0}, {0.02, -0.19, 0.03}, {0, -0.29, 0}};
const std::vector<int> kJoints{4, 5, 6, 7};

TEST(StrandMesh, IsAClosedSurfaceThatFacesOutward) { expect_sound(make_strand(kPoints, kJoints)); }

TEST(StrandMesh, RunsThroughItsJointsAndTapers) {
  const SurfaceMesh mesh = make_strand(kPoints, kJoints);
  for (std::size_t p = 0; p < kPoints.size(); ++p) {
    double nearest = 1;
    for (std::size_t v = 0; v < vertex_count(mesh); ++v) {
      nearest = std::min(nearest, length(vector_at(mesh.positions, v) - kPoints[p]));
    }
    const double thickest[] = {0.0071, 0.006, 0.005, 0.003};
    EXPECT_LT(nearest, thickest[p]);
    EXPECT_GT(nearest, 0.001);
  }
}

// A skinned strand follows its joints: what hangs on one joint alone lies at that joint.
TEST(StrandMesh, WeightsGoFromJointToJoint) {
  const SurfaceMesh mesh = make_strand(kPoints, kJoints);
  std::set<int> used;
  for (std::size_t v = 0; v < vertex_count(mesh); ++v) {
    const int first = mesh.joints[4 * v];
    const float second_weight = mesh.weights[4 * v + 1];
    used.insert(first);
    EXPECT_TRUE(second_weight == 0 || mesh.joints[4 * v + 1] == first + 1);
    if (second_weight == 0 && first < 6) {
      EXPECT_LT(length(vector_at(mesh.positions, v) - kPoints[first - 4]), 0.0071);
    }
  }
  // The tip keeps the body's rotation, so the last segment belongs to the joint that aims at it.
  EXPECT_EQ(used, (std::set<int>{4, 5, 6}));
}

TEST(StrandMesh, AShortChainIsThin) {
  const SurfaceMesh mesh =
      make_strand(std::vector<Vec3d>{{0, 0, 0}, {0, -0.04, 0}}, std::vector<int>{0, 1});
  expect_sound(mesh);
  for (std::size_t v = 0; v < vertex_count(mesh); ++v) {
    EXPECT_LT(std::hypot(mesh.positions[3 * v], mesh.positions[3 * v + 2]), 0.0015);
  }
}

TEST(StrandMesh, AChainWithoutLengthIsABead) {
  const std::vector<Vec3d> one_place(3, Vec3d{1, 2, 3});
  for (const std::size_t count : {1U, 3U}) {
    const SurfaceMesh mesh = make_strand(std::span(one_place).first(count), kJoints);
    expect_sound(mesh);
    for (std::size_t v = 0; v < vertex_count(mesh); ++v) {
      EXPECT_NEAR(length(vector_at(mesh.positions, v) - Vec3d{1, 2, 3}), 0.003, 1e-6);
      EXPECT_EQ(mesh.joints[4 * v], 4);
    }
  }
}

TEST(StrandMesh, JointsAtOnePlaceOrFoldedBackDoNoHarm) {
  const std::vector<Vec3d> folded{{0, 0, 0}, {0, 0, 0}, {0, -0.1, 0}, {0, 0, 0}};
  const SurfaceMesh mesh = make_strand(folded, kJoints);
  for (const float value : mesh.positions) EXPECT_TRUE(std::isfinite(value));
  for (std::size_t v = 0; v < vertex_count(mesh); ++v) {
    EXPECT_NEAR(length(vector_at(mesh.normals, v)), 1, 1e-6);
  }
}

// Every vertex of a capsule is its radius away from its segment. The volume of the 24-sided
// surface falls short of 4/3·πr³ + 2πr²h by at most 3 %.
TEST(CapsuleMesh, IsARadiusAroundASegment) {
  for (const double half_length : {0.0, 0.09}) {
    const double radius = 0.06;
    const SurfaceMesh mesh = make_capsule(half_length, radius);
    expect_sound(mesh);
    for (std::size_t v = 0; v < vertex_count(mesh); ++v) {
      const Vec3d p = vector_at(mesh.positions, v);
      const Vec3d nearest{0, std::clamp(p.y, -half_length, half_length), 0};
      EXPECT_NEAR(length(p - nearest), radius, 1e-6);
      EXPECT_NEAR(length((1 / radius) * (p - nearest) - vector_at(mesh.normals, v)), 0, 1e-4);
    }
    const double pi = std::acos(-1.0);
    const double exact = pi * radius * radius * (4.0 / 3 * radius + 2 * half_length);
    EXPECT_NEAR(volume(mesh) / exact, 0.985, 0.015);
  }
}

}  // namespace
}  // namespace tassel
