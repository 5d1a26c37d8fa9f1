// Built with -mavx512f -mavx512dq -mavx512vl: runs only where kernel_table.cpp has seen that the
// machine has them.
#define TASSEL_ISA isa_avx512
#include "solvers/dyng/block_step.h"
#include "solvers/dyng/kernel_table.h"

namespace tassel::dyng {

void avx512_float_16(BlockCall<float>& call) {
  isa_avx512::BlockStep<isa_avx512::Pack<float, 16>, 1>(call).run();
}
void avx512_chains_16(BlockCall<float>& call) {
  isa_avx512::BlockStep<isa_avx512::Pack<float, 16>, 16>(call).run();
}
void avx512_chains_8(BlockCall<float>& call) {
  isa_avx512::BlockStep<isa_avx512::Pack<float, 8>, 8>(call).run();
}

bool avx512_all_finite(const float* numbers, int count) {
  return isa_avx512::all_finite(numbers, count);
}

}  // namespace tassel::dyng
