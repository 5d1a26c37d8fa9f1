// Rule 2: the same frames give the same bits at every width, and under every compiler and
// optimisation that this file is built with.

#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "play/run_trace.h"
#include "scenes/hair_scene.h"
#include "solvers/dyng/case_files.h"

namespace tassel {
namespace {

/// FNV-1a, 64 bits, over the bit patterns of every particle and pose of every frame.
class Hash {
 public:
  void add(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    for (int byte = 0; byte < 8; ++byte) {
      hash_ = (hash_ ^ ((bits >> (8 * byte)) & 0xff)) * 1099511628211ULL;
    }
  }
  void add(const Vec3d& v) {
    add(v.x);
    add(v.y);
    add(v.z);
  }
  void add(const DyngTraceFrame& frame) {
    for (const Vec3d& x : frame.positions_ms) add(x);
    for (const Vec3d& v : frame.velocities_ms) add(v);
    for (const Transformd& t : frame.pose_ms) {
      add(t.translation);
      for (const double part : {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w}) add(part);
    }
  }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ULL;
};

template <class Scalar>
std::uint64_t hash_of(const DyngCase& dyng_case, int lanes) {
  DyngProgram program;
  EXPECT_TRUE(cook(dyng_case.spec, program).ok());
  Hash hash;
  run_trace<Scalar>(program, dyng_case.input, lanes,
                    [&](const DyngTraceFrame& frame) { hash.add(frame); });
  return hash.value();
}

DyngCase hair_case() {
  DyngCase dyng_case;
  dyng_case.spec = scenes::hair();
  dyng_case.input.initial_substeps = 5.0 / 3;
  for (int i = 0; i < 120; ++i) {
    dyng_case.input.frames.push_back({{}, scenes::hair_pose(dyng_case.spec, i / 60.0, 0.4)});
  }
  return dyng_case;
}

struct Golden {
  const char* name;
  std::uint64_t in_double;
  std::uint64_t in_float;
};

// Pinned. A change here changes how every file moves: it belongs in CHANGES.md.
// clang-format off
constexpr Golden kGolden[] = {
    {"hair-scene", 0x2a9685e8bf4ccb9e, 0xa1fe27f79cc725d2},
    {"every-constraint", 0xf466a7d411401ece, 0x099811cc668926f2},
    {"irregular-frames", 0x0655e1917dbf77e4, 0x08824026e736661f},
    {"world-inertia", 0xbf46049894141310, 0xb876cb7663b677dc},
    {"external-force-link", 0x365ed410b3206d95, 0x6da6c76fbc5786e6},
    {"hh033-head-turn", 0xdcd9678cd961a581, 0x7f5add36286c1845},
    {"hh107-head-turn", 0xfbf49e77bfd05f0d, 0x78e5c6cee878e00e},
    {"iterations-alpha-30fps", 0xd4a2af6d878b3d9e, 0x49c8b435e7f98034},
    {"real-fhair47_pt2", 0x3967b14bed4d7ec3, 0x14b43e3e2a634f60},
};
// clang-format on

class DyngBits : public testing::TestWithParam<Golden> {};

TEST_P(DyngBits, OneHashAScalarAtEveryWidth) {
  const Golden& golden = GetParam();
  const bool is_scene = std::strcmp(golden.name, "hair-scene") == 0;
  if (!is_scene && !has_file(case_path(golden.name))) {
    GTEST_SKIP() << "no such case in the shared data folder";
  }
  const DyngCase dyng_case = is_scene ? hair_case() : read_case_file(golden.name).dyng_case;
  EXPECT_EQ(hash_of<double>(dyng_case, 1), golden.in_double);
  for (const int lanes : {1, 4, 8, 16}) {
    EXPECT_EQ(hash_of<float>(dyng_case, lanes), golden.in_float) << lanes << " chains side by side";
  }
}

INSTANTIATE_TEST_SUITE_P(All, DyngBits, testing::ValuesIn(kGolden),
                         [](const testing::TestParamInfo<Golden>& param) {
                           std::string name = param.param.name;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

struct Extreme {
  const char* name;
  double gravity;  ///< m/s².
  float shift;     ///< Of the whole pose, m.
  int frames;
};

/// Where a state is put back, and when, is part of the bits.
class DyngExtremeBits : public testing::TestWithParam<Extreme> {};

TEST_P(DyngExtremeBits, EveryWidthIsPutBackInTheSameFrames) {
  const Extreme& extreme = GetParam();
  DyngSpec spec = scenes::hair();
  spec.simulation.gravity_ws = extreme.gravity;
  DyngProgram program;
  ASSERT_TRUE(cook(spec, program).ok());
  std::vector<DyngState<float>> states;
  for (const int lanes : {1, 4, 8, 16}) states.emplace_back(program, 5.0 / 3, lanes);

  for (int index = 0; index < extreme.frames; ++index) {
    std::vector<Transformf> input;
    for (const Transformd& t : scenes::hair_pose(spec, index / 60.0, 0)) {
      input.push_back(cast<float>(t));
      input.back().translation.x += extreme.shift;
    }
    std::vector<Transformf> scalar = input;
    const DyngReport expected = step(states[0], DyngFrame{}, std::span(scalar));
    for (std::size_t i = 1; i < states.size(); ++i) {
      std::vector<Transformf> pose = input;
      const DyngReport report = step(states[i], DyngFrame{}, std::span(pose));
      ASSERT_EQ(report.outcome, expected.outcome) << "frame " << index;
      ASSERT_EQ(std::memcmp(pose.data(), scalar.data(), pose.size() * sizeof(Transformf)), 0)
          << "frame " << index;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, DyngExtremeBits,
                         testing::Values(Extreme{"gravity", 1e12, 0, 1500},
                                         Extreme{"far", 9.81, 3e14f, 5},
                                         Extreme{"past_the_limit", 9.81, 2e15f, 5}),
                         [](const testing::TestParamInfo<Extreme>& extreme) {
                           return std::string(extreme.param.name);
                         });

// A golden hash that didn't depend on the motion would prove nothing.
TEST(DyngBitsGuard, TheHashSeesTheMotion) {
  DyngCase dyng_case = hair_case();
  const std::uint64_t hash = hash_of<float>(dyng_case, 1);
  dyng_case.spec.simulation.collision_rounded_shapes.clear();
  EXPECT_NE(hash_of<float>(dyng_case, 1), hash);
}

void expect_same_bits(const Vec3f& a, const Vec3f& b) {
  EXPECT_EQ(std::memcmp(&a, &b, sizeof(a)), 0)
      << a.x << ' ' << a.y << ' ' << a.z << " against " << b.x << ' ' << b.y << ' ' << b.z;
}

/// 19 dangles: a full block, and one that isn't, at every width. Their frames differ in length,
/// dilation, mode and place, so that lanes of one block run different plans.
class DyngCrowdBits : public testing::TestWithParam<int> {
 protected:
  static constexpr int kCount = 19;

  static DyngFrame frame_of(int dangle, int index) {
    DyngFrame frame;
    frame.real_dt = dangle % 3 == 0 ? 1.0 / 60 : 1.0 / (41 + dangle);
    frame.game_dt = (dangle + index) % 7 == 0 ? 0.01 * frame.real_dt : frame.real_dt;
    frame.mode = (dangle * 5 + index) % 23 == 22 ? DyngMode::kReset
                 : dangle % 2 == 0               ? DyngMode::kModelSpace
                                                 : DyngMode::kWorldSpace;
    frame.world_ws.translation = {0.01 * index * (dangle % 4), 0.002 * index, 0};
    return frame;
  }
};

TEST_P(DyngCrowdBits, EveryLaneIsTheScalarRun) {
  const DyngSpec spec = scenes::hair();
  DyngProgram program;
  ASSERT_TRUE(cook(spec, program).ok());
  DyngCrowd<float> crowd(program, kCount, 5.0 / 3, GetParam());
  std::vector<DyngState<float>> alone(kCount, DyngState<float>(program, 5.0 / 3, 1));

  for (int index = 0; index < 60; ++index) {
    std::vector<DyngFrame> frames;
    std::vector<std::vector<Transformf>> poses;
    for (int dangle = 0; dangle < kCount; ++dangle) {
      frames.push_back(frame_of(dangle, index));
      std::vector<Transformf>& pose = poses.emplace_back();
      for (const Transformd& t : scenes::hair_pose(spec, index / 60.0, 0.3 * dangle)) {
        pose.push_back(cast<float>(t));
      }
      // One dangle's driver fails now and then; its neighbours must not notice.
      if (dangle == 5 && index % 10 == 3) pose[8].translation.y = NAN;
    }
    auto expected = poses;
    std::vector<DyngReport> reports(kCount);
    step<float>(crowd, frames, std::vector<std::span<Transformf>>(poses.begin(), poses.end()),
                reports);
    for (int dangle = 0; dangle < kCount; ++dangle) {
      const DyngReport report = step(alone[dangle], frames[dangle], std::span(expected[dangle]));
      EXPECT_EQ(reports[dangle].outcome, report.outcome);
      EXPECT_EQ(reports[dangle].substeps, report.substeps);
      ASSERT_EQ(std::memcmp(poses[dangle].data(), expected[dangle].data(),
                            expected[dangle].size() * sizeof(Transformf)),
                0)
          << "pose of dangle " << dangle << " in frame " << index;
      for (int i = 0; i < program.particle_count(); ++i) {
        expect_same_bits(crowd.position_ms(dangle, i), alone[dangle].position_ms(i));
        expect_same_bits(crowd.velocity_ms(dangle, i), alone[dangle].velocity_ms(i));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, DyngCrowdBits, testing::Values(1, 4, 8, 16));

}  // namespace
}  // namespace tassel
