// Agreement with another implementation of the same rules, on every case there is.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "play/run_trace.h"
#include "solvers/dyng/case_files.h"

namespace tassel {
namespace {

double distance(const Vec3d& a, const Vec3d& b) { return length(a - b); }

/// 1 − |cos| of half the angle between two rotations, which may not be quite unit.
double rotation_error(const Quatd& a, const Quatd& b) {
  return 1 - std::abs(dot(normalized(a), normalized(b)));
}

class DyngCases : public testing::TestWithParam<const char*> {};

// The cases' README: noise of 1e-15 in the input moves no particle by more than 1e-11 m, so 1e-9
// is ten times ten more than doubles need. Velocities are positions' differences over a substep
// that dilation shortens to half a millisecond: 1e-7 m/s.
TEST_P(DyngCases, DoubleAgreesOnEveryParticleOfEveryListedFrame) {
  if (!has_file(case_path(GetParam()))) GTEST_SKIP() << "no such case in the shared data folder";
  const CaseFile file = read_case_file(GetParam());
  DyngProgram program;
  ASSERT_TRUE(cook(file.dyng_case.spec, program).ok());

  std::size_t frame = 0;
  std::size_t listed = 0;
  run_trace<double>(program, file.dyng_case.input, 1, [&](const DyngTraceFrame& result) {
    ASSERT_LT(frame, file.substeps.size());
    EXPECT_EQ(result.substeps, file.substeps[frame]) << "frame " << frame;
    if (listed < file.frames.size() && file.frames[listed].frame == static_cast<int>(frame)) {
      const ExpectedFrame& expected = file.frames[listed++];
      ASSERT_EQ(result.positions_ms.size(), expected.positions_ms.size());
      for (std::size_t i = 0; i < expected.positions_ms.size(); ++i) {
        EXPECT_LT(distance(result.positions_ms[i], expected.positions_ms[i]), 1e-9)
            << "frame " << frame << " particle " << i;
        EXPECT_LT(distance(result.velocities_ms[i], expected.velocities_ms[i]), 1e-7)
            << "frame " << frame << " particle " << i;
      }
      ASSERT_EQ(result.pose_ms.size(), expected.pose_ms.size());
      for (std::size_t i = 0; i < expected.pose_ms.size(); ++i) {
        EXPECT_LT(distance(result.pose_ms[i].translation, expected.pose_ms[i].translation), 1e-9)
            << "frame " << frame << " joint " << i;
        EXPECT_LT(rotation_error(result.pose_ms[i].rotation, expected.pose_ms[i].rotation), 1e-12)
            << "frame " << frame << " joint " << i;
      }
    }
    ++frame;
  });
  EXPECT_EQ(frame, file.substeps.size());
  EXPECT_EQ(listed, file.frames.size());
}

// A float holds positions of 2 m to 1.2e-7 m. The chains are chaotic enough that rounding grows,
// so this only says that float is the same motion: a tenth of a millimetre after four seconds.
TEST_P(DyngCases, FloatIsTheSameMotion) {
  if (!has_file(case_path(GetParam()))) GTEST_SKIP() << "no such case in the shared data folder";
  const CaseFile file = read_case_file(GetParam());
  DyngProgram program;
  ASSERT_TRUE(cook(file.dyng_case.spec, program).ok());
  // Frame times of 0.2 s and resets make `irregular-frames` whip: its rounding grows further.
  const double tolerance = std::string(GetParam()) == "irregular-frames" ? 5e-3 : 1e-4;

  int frame = 0;
  std::size_t listed = 0;
  run_trace<float>(program, file.dyng_case.input, 1, [&](const DyngTraceFrame& result) {
    if (listed < file.frames.size() && file.frames[listed].frame == frame) {
      const ExpectedFrame& expected = file.frames[listed++];
      for (std::size_t i = 0; i < expected.positions_ms.size(); ++i) {
        EXPECT_LT(distance(result.positions_ms[i], expected.positions_ms[i]), tolerance)
            << "frame " << frame << " particle " << i;
      }
    }
    ++frame;
  });
}

INSTANTIATE_TEST_SUITE_P(Shipped, DyngCases, testing::ValuesIn(kShippedCases));
INSTANTIATE_TEST_SUITE_P(Shared, DyngCases, testing::ValuesIn(kSharedCases));

}  // namespace
}  // namespace tassel
