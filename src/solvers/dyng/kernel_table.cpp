#include "solvers/dyng/kernel_table.h"

namespace tassel::dyng {

Kernel<float> float_kernel(int lanes, bool chains) {
#if defined(TASSEL_X86_KERNELS)
  const InstructionSet set = machine();
  if (set == InstructionSet::kAvx512) {
    if (lanes == 16) return chains ? avx512_chains_16 : avx512_float_16;
    if (lanes == 8 && chains) return avx512_chains_8;
  }
  if (set >= InstructionSet::kAvx2 && lanes == 8) return chains ? avx2_chains_8 : avx2_float_8;
#endif
  switch (lanes) {
    case 4:
      return chains ? baseline_chains_4 : baseline_float_4;
    case 8:
      return chains ? baseline_chains_8 : baseline_float_8;
    case 16:
      return chains ? baseline_chains_16 : baseline_float_16;
    default:
      return baseline_float_1;
  }
}

Kernel<double> double_kernel() { return baseline_double_1; }

bool all_finite(const float* numbers, int count) {
#if defined(TASSEL_X86_KERNELS)
  const InstructionSet set = machine();
  if (set == InstructionSet::kAvx512) return avx512_all_finite(numbers, count);
  if (set == InstructionSet::kAvx2) return avx2_all_finite(numbers, count);
#endif
  return baseline_all_finite(numbers, count);
}

bool all_finite(const double* numbers, int count) { return baseline_all_finite(numbers, count); }

}  // namespace tassel::dyng
