// Built with -mavx512f, -mavx512dq and -mavx512vl: runs only where kernel_table.cpp has seen that
// the machine has it.
#define TASSEL_ISA isa_avx512
#include "solvers/springbone/kernel_table.h"
#include "solvers/springbone/step_kernel.h"

namespace tassel::springbone {

void avx512_float_16(StepCall<float>& call) {
  isa_avx512::StepKernel<isa_avx512::Pack<float, 16>>(call).run();
}

}  // namespace tassel::springbone
