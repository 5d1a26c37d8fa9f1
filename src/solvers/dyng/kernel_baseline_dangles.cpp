// One dangle a lane on the instruction set that the library is built for: the reference, and what
// runs where nothing wider does.
#define TASSEL_ISA isa_baseline
#include "solvers/dyng/block_step.h"
#include "solvers/dyng/kernel_table.h"

namespace tassel::dyng {

namespace {

template <class Real, class S>
void run(BlockCall<S>& call) {
  isa_baseline::BlockStep<isa_baseline::BlockRows<Real, 1>>(call).run();
}

template <int W>
using Floats = isa_baseline::Pack<float, W>;

}  // namespace

void baseline_double_1(BlockCall<double>& call) { run<double>(call); }
void baseline_float_1(BlockCall<float>& call) { run<float>(call); }
void baseline_float_4(BlockCall<float>& call) { run<Floats<4>>(call); }
void baseline_float_8(BlockCall<float>& call) { run<Floats<8>>(call); }
void baseline_float_16(BlockCall<float>& call) { run<Floats<16>>(call); }

bool baseline_all_finite(const float* numbers, int count) {
  return isa_baseline::all_finite(numbers, count);
}
bool baseline_all_finite(const double* numbers, int count) {
  return isa_baseline::all_finite(numbers, count);
}

}  // namespace tassel::dyng
