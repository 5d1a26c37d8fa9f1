#include "math/instruction_set.h"

namespace tassel {

InstructionSet machine() {
#if defined(TASSEL_X86_KERNELS)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return InstructionSet::kAvx512;
  }
  if (__builtin_cpu_supports("avx2")) return InstructionSet::kAvx2;
#endif
  return InstructionSet::kBaseline;
}

int native_lanes() {
  switch (machine()) {
    case InstructionSet::kAvx512:
      return 16;
    case InstructionSet::kAvx2:
      return 8;
    case InstructionSet::kBaseline:
      break;
  }
  return 4;
}

}  // namespace tassel
