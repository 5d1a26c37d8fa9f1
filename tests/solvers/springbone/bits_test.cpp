// Rule 2: the same frames give the same bits at every width, and under every compiler and
// optimisation that this file is built with.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "solvers/springbone/spring_rigs.h"

namespace tassel {
namespace {

/// FNV-1a, 64 bits, over bit patterns.
class Hash {
 public:
  void add(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    for (int byte = 0; byte < 8; ++byte) {
      hash_ = (hash_ ^ ((bits >> (8 * byte)) & 0xff)) * 1099511628211ULL;
    }
  }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ULL;
};

/// 23 strands of up to five bones around a head that is moved and scaled, of every kind of limit,
/// over one collider of every kind; some about a centre, one collider on a strand.
struct Scene {
  Skeleton skeleton;
  SpringBoneSpec spec;
};

SpringLimit limit_of(int strand) {
  const SpringLimit::Kind kinds[] = {SpringLimit::Kind::kCone, SpringLimit::Kind::kHinge,
                                     SpringLimit::Kind::kSpherical};
  return {kinds[strand % 3], 0.4, 0.5, 0.3, normalized(Quatd{0, 0.1 * strand, 0, 1})};
}

Spring make_strand(int strand, Skeleton& skeleton) {
  Spring spring;
  int parent = 1;
  for (int i = 0; i <= 1 + strand % 5; ++i) {
    const Vec3d place{0.02 * (strand % 5 - 2), -0.06, 0.02 * (strand % 7 - 3)};
    Joint joint{"strand", parent, {place, {}, {1, 1, 1}}};
    if (i > 0) joint.reference_ls = {{0, -0.06, 0}, normalized(Quatd{0.05, 0, 0, 1}), {1, 1.02, 1}};
    parent = skeleton.size();
    skeleton.joints.push_back(joint);
    if (i == 0) continue;
    SpringBone bone;
    bone.joint = parent - 1;
    bone.tail_ls = joint.reference_ls.translation;
    bone.hit_radius = 0.01;
    bone.stiffness = 0.5 + 0.1 * strand;
    bone.gravity_power = 0.3;
    bone.drag_force = 0.1 + 0.03 * strand;
    if (strand % 4 == 3) bone.limit = limit_of(strand / 4);
    spring.bones.push_back(bone);
  }
  if (strand % 3 == 1) spring.center = 0;
  spring.colliders = strand % 2 == 0 ? std::vector{0, 1, 2} : std::vector{2, 3, 4};
  return spring;
}

Scene make_scene() {
  Scene scene;
  scene.skeleton.joints.push_back({"root", -1, {}});
  scene.skeleton.joints.push_back({"head", 0, {{0, 1.5, 0}, {}, {1.1, 1, 0.9}}});
  for (int i = 0; i < 23; ++i) {
    scene.spec.springs.push_back(make_strand(i, scene.skeleton));
  }
  using Kind = SpringCollider::Kind;
  scene.spec.colliders = {{Kind::kSphere, 1, false, 0.04, {0, -0.1, 0}, {}, {0, 0, 1}},
                          {Kind::kCapsule, 1, false, 0.05, {0.1, -0.3, 0}, {-0.1, -0.3, 0}, {}},
                          {Kind::kPlane, 0, false, 0, {0, 1.2, 0}, {}, {0.1, 1, 0}},
                          {Kind::kSphere, 1, true, 0.4, {0, -0.1, 0}, {}, {}},
                          {Kind::kSphere, 5, false, 0.02, {}, {}, {}}};
  return scene;
}

template <class S>
std::uint64_t run_scene(int lanes) {
  const Scene scene = make_scene();
  test::Runner<S> runner(scene.spec, scene.skeleton, lanes);
  Hash hash;
  for (int i = 0; i < 240; ++i) {
    // Numbers without libm, whose last bit is not the same everywhere.
    const double wave = std::abs((i % 40) - 20) / 20.0;
    runner.frame.solver = i < 120 ? SpringBoneSolver::kExact : SpringBoneSolver::kSteady;
    runner.frame.dt = i < 120 ? 1.0 / 60 : 1.0 / 144;
    const Quatd turn = normalized(Quatd{0, 0.5 * wave, 0.1 * wave, 1});
    runner.frame.world_ws = {{0.3 * wave, 0, 0.1 * wave}, turn, {2, 2, 2}};
    EXPECT_EQ(runner.run().outcome, SpringBoneReport::Outcome::kStepped);
    for (const Transform<S>& t : runner.pose) {
      for (const S part : {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w}) {
        hash.add(static_cast<double>(part));
      }
    }
  }
  return hash.value();
}

// Pinned. A change here changes how every file moves: it belongs in CHANGES.md.
constexpr std::uint64_t kInDouble = 0x09e6a4a12f095d2a;
constexpr std::uint64_t kInFloat = 0x5947291f8e31f292;

TEST(SpringBoneBits, DoubleIsWhatItWas) { EXPECT_EQ(run_scene<double>(1), kInDouble); }

TEST(SpringBoneBits, FloatIsWhatItWasAtEveryWidth) {
  for (const int lanes : {1, 4, 8, 16}) {
    EXPECT_EQ(run_scene<float>(lanes), kInFloat) << lanes << " lanes";
  }
}

}  // namespace
}  // namespace tassel
