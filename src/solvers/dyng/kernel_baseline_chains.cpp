// One chain a lane on the instruction set that the library is built for.
#define TASSEL_ISA isa_baseline
#include "solvers/dyng/block_step.h"
#include "solvers/dyng/kernel_table.h"

namespace tassel::dyng {

namespace {

template <int W>
void run(BlockCall<float>& call) {
  using Rows = isa_baseline::BlockRows<isa_baseline::Pack<float, W>, W>;
  isa_baseline::BlockStep<Rows>(call).run();
}

}  // namespace

void baseline_chains_4(BlockCall<float>& call) { run<4>(call); }
void baseline_chains_8(BlockCall<float>& call) { run<8>(call); }
void baseline_chains_16(BlockCall<float>& call) { run<16>(call); }

}  // namespace tassel::dyng
