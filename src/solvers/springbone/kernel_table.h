#pragma once
// The kernels by instruction set and width.

#include "solvers/springbone/step_call.h"

namespace tassel::springbone {

void baseline_double_1(StepCall<double>& call);
void baseline_float_1(StepCall<float>& call);
void baseline_float_4(StepCall<float>& call);
void baseline_float_8(StepCall<float>& call);
void baseline_float_16(StepCall<float>& call);
void avx2_float_8(StepCall<float>& call);
void avx512_float_16(StepCall<float>& call);

}  // namespace tassel::springbone
