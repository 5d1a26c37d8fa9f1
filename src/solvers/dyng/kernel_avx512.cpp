// Built with -mavx512f -mavx512dq -mavx512vl: runs only where kernel_table.cpp has seen that the
// machine has them.
#define TASSEL_ISA isa_avx512
#include "solvers/dyng/block_step.h"
#include "solvers/dyng/kernel_table.h"

namespace tassel::dyng {

namespace {

template <int kLanes, int kConstantLanes>
void run(BlockCall<float>& call) {
  using Rows = isa_avx512::BlockRows<isa_avx512::Pack<float, kLanes>, kConstantLanes>;
  isa_avx512::BlockStep<Rows>(call).run();
}

}  // namespace

void avx512_float_16(BlockCall<float>& call) { run<16, 1>(call); }
void avx512_chains_16(BlockCall<float>& call) { run<16, 16>(call); }
void avx512_chains_8(BlockCall<float>& call) { run<8, 8>(call); }

bool avx512_all_finite(const float* numbers, int count) {
  return isa_avx512::all_finite(numbers, count);
}

}  // namespace tassel::dyng
