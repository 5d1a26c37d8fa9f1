#pragma once
// The kernels by instruction set, width and use. `float_N`: N dangles side by side; `chains_N`: N
// chains of one dangle.

#include "math/instruction_set.h"
#include "solvers/dyng/block.h"

namespace tassel::dyng {

void baseline_double_1(BlockCall<double>& call);
void baseline_float_1(BlockCall<float>& call);
void baseline_float_4(BlockCall<float>& call);
void baseline_float_8(BlockCall<float>& call);
void baseline_float_16(BlockCall<float>& call);
void baseline_chains_4(BlockCall<float>& call);
void baseline_chains_8(BlockCall<float>& call);
void baseline_chains_16(BlockCall<float>& call);

bool baseline_all_finite(const float* numbers, int count);
bool baseline_all_finite(const double* numbers, int count);

void avx2_float_8(BlockCall<float>& call);
void avx2_chains_8(BlockCall<float>& call);

bool avx2_all_finite(const float* numbers, int count);

void avx512_float_16(BlockCall<float>& call);
void avx512_chains_16(BlockCall<float>& call);
void avx512_chains_8(BlockCall<float>& call);
bool avx512_all_finite(const float* numbers, int count);

}  // namespace tassel::dyng
