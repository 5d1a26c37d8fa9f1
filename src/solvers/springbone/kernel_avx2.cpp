// Built with -mavx2: runs only where kernel_table.cpp has seen that the machine has it.
#define TASSEL_ISA isa_avx2
#include "solvers/springbone/kernel_table.h"
#include "solvers/springbone/step_kernel.h"

namespace tassel::springbone {

void avx2_float_8(StepCall<float>& call) {
  isa_avx2::StepKernel<isa_avx2::Pack<float, 8>>(call).run();
}

}  // namespace tassel::springbone
