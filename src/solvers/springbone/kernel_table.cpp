#include "solvers/springbone/kernel_table.h"

#include "math/instruction_set.h"

namespace tassel::springbone {

template <>
Kernel<double> kernel_of<double>(int) {
  return baseline_double_1;
}

template <>
Kernel<float> kernel_of<float>(int lanes) {
#if defined(TASSEL_X86_KERNELS)
  if (lanes == 16 && machine() == InstructionSet::kAvx512) return avx512_float_16;
  if (lanes == 8 && machine() >= InstructionSet::kAvx2) return avx2_float_8;
#endif
  switch (lanes) {
    case 4:
      return baseline_float_4;
    case 8:
      return baseline_float_8;
    case 16:
      return baseline_float_16;
    default:
      return baseline_float_1;
  }
}

}  // namespace tassel::springbone
