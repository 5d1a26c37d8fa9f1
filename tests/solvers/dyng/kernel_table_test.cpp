// Every kernel of the table, also those that this machine would pass over for a wider instruction
// set: what another machine runs has the same bits.

#include "solvers/dyng/kernel_table.h"

#include <gtest/gtest.h>

#include <cstring>

#include "scenes/hair_scene.h"
#include "solvers/dyng/block_call.h"

namespace tassel::dyng {
namespace {

struct Entry {
  const char* name;
  Kernel<float> kernel;
  int lanes;
  bool chains;  ///< One chain a lane, else one dangle a lane.
  InstructionSet needs;
};

constexpr Entry kEntries[] = {
    {"baseline_float_4", baseline_float_4, 4, false, InstructionSet::kBaseline},
    {"baseline_float_8", baseline_float_8, 8, false, InstructionSet::kBaseline},
    {"baseline_float_16", baseline_float_16, 16, false, InstructionSet::kBaseline},
    {"baseline_chains_4", baseline_chains_4, 4, true, InstructionSet::kBaseline},
    {"baseline_chains_8", baseline_chains_8, 8, true, InstructionSet::kBaseline},
    {"baseline_chains_16", baseline_chains_16, 16, true, InstructionSet::kBaseline},
#if defined(TASSEL_X86_KERNELS)
    {"avx2_float_8", avx2_float_8, 8, false, InstructionSet::kAvx2},
    {"avx2_chains_8", avx2_chains_8, 8, true, InstructionSet::kAvx2},
    {"avx512_float_16", avx512_float_16, 16, false, InstructionSet::kAvx512},
    {"avx512_chains_8", avx512_chains_8, 8, true, InstructionSet::kAvx512},
    {"avx512_chains_16", avx512_chains_16, 16, true, InstructionSet::kAvx512},
#endif
};

using Pose = std::vector<Transformf>;

/// A kernel with a state of its own; in every lane the same dangle.
class Runner {
 public:
  Runner(const DyngProgram& program, Kernel<float> kernel, int lanes, bool chains)
      : program_(program.data()),
        layout_(layout_of<float>(program_, lanes, chains)),
        kernel_(kernel),
        lanes_(lanes),
        chains_(chains),
        clock_(start_clock(5.0 / 3)),
        rows_(static_cast<std::size_t>(state_rows_of(program_, layout_).count) * lanes),
        work_(static_cast<std::size_t>(work_rows_of(program_, layout_).count) * lanes) {}

  /// The output pose of every dangle that ran.
  std::vector<Pose> run(const DyngFrame& frame, const Pose& input) {
    std::vector<Pose> poses(chains_ ? 1 : lanes_, input);
    const PlannedFrame planned = plan_frame(program_, frame, clock_);
    BlockCall<float> call = make_call(program_, layout_, rows_.data(), work_.data());
    call.plan = planned.plan;
    for (int lane = 0; lane < lanes_; ++lane) {
      set_lane(call, lane, program_, frame, planned, poses[chains_ ? 0 : lane].data(), true);
    }
    kernel_(call);
    return poses;
  }

 private:
  const ProgramData& program_;
  const Layout<float>& layout_;
  Kernel<float> kernel_;
  int lanes_;
  bool chains_;
  Clock clock_;
  AlignedVector<float> rows_;
  AlignedVector<float> work_;
};

class DyngKernelTable : public testing::TestWithParam<Entry> {};

TEST_P(DyngKernelTable, HasTheBitsOfThePlainScalar) {
  const Entry& entry = GetParam();
  if (entry.needs > machine()) GTEST_SKIP() << "this machine lacks the instructions";
  const DyngSpec spec = scenes::hair();
  DyngProgram program;
  ASSERT_TRUE(cook(spec, program).ok());
  Runner scalar(program, baseline_float_1, 1, false);
  Runner wide(program, entry.kernel, entry.lanes, entry.chains);

  for (int index = 0; index < 90; ++index) {
    Pose input;
    for (const Transformd& t : scenes::hair_pose(spec, index / 60.0, 0.2)) {
      input.push_back(cast<float>(t));
    }
    DyngFrame frame;
    frame.mode = index == 40 ? DyngMode::kReset : DyngMode::kWorldSpace;
    frame.world_ws.translation = {0.02 * index, 0, 0};
    const Pose expected = scalar.run(frame, input).front();
    for (const Pose& pose : wide.run(frame, input)) {
      ASSERT_EQ(std::memcmp(pose.data(), expected.data(), pose.size() * sizeof(Transformf)), 0)
          << "frame " << index;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, DyngKernelTable, testing::ValuesIn(kEntries),
                         [](const testing::TestParamInfo<Entry>& entry) {
                           return std::string(entry.param.name);
                         });

}  // namespace
}  // namespace tassel::dyng
