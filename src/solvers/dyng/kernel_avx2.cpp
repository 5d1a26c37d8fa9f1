// Built with -mavx2: runs only where kernel_table.cpp has seen that the machine has it.
#define TASSEL_ISA isa_avx2
#include "solvers/dyng/block_step.h"
#include "solvers/dyng/kernel_table.h"

namespace tassel::dyng {

namespace {

template <int kLanes, int kConstantLanes>
void run(BlockCall<float>& call) {
  using Rows = isa_avx2::BlockRows<isa_avx2::Pack<float, kLanes>, kConstantLanes>;
  isa_avx2::BlockStep<Rows>(call).run();
}

}  // namespace

void avx2_float_8(BlockCall<float>& call) { run<8, 1>(call); }
void avx2_chains_8(BlockCall<float>& call) { run<8, 8>(call); }

bool avx2_all_finite(const float* numbers, int count) {
  return isa_avx2::all_finite(numbers, count);
}

}  // namespace tassel::dyng
