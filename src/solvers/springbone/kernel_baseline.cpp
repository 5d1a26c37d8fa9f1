// Every width on the instruction set that the library is built for: the reference, and what runs
// where nothing wider does.
#define TASSEL_ISA isa_baseline
#include "solvers/springbone/kernel_table.h"
#include "solvers/springbone/step_kernel.h"

namespace tassel::springbone {

namespace {

template <class Real, class S>
void run(StepCall<S>& call) {
  isa_baseline::StepKernel<Real>(call).run();
}

template <int W>
using Floats = isa_baseline::Pack<float, W>;

}  // namespace

void baseline_double_1(StepCall<double>& call) { run<double>(call); }
void baseline_float_1(StepCall<float>& call) { run<float>(call); }
void baseline_float_4(StepCall<float>& call) { run<Floats<4>>(call); }
void baseline_float_8(StepCall<float>& call) { run<Floats<8>>(call); }
void baseline_float_16(StepCall<float>& call) { run<Floats<16>>(call); }

}  // namespace tassel::springbone
