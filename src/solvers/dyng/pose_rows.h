// Poses into rows of lanes and back: the transposition between a caller's transforms and a
// kernel's packs.
#pragma once

#include "math/pack.h"

namespace tassel::TASSEL_ISA {

/// A joint's row count: translation x y z, rotation x y z w, and the first scale, which is carried
/// along so that eight neighbours are read and written as they lie.
inline constexpr int kPoseRows = 8;

#if defined(__SSE2__)
/// Four lanes' eight numbers to eight rows' four lanes, or back.
inline void transpose_4x8(const __m128 (&in)[8], __m128 (&out)[8]) {
  for (int half = 0; half < 8; half += 4) {
    const __m128 low01 = _mm_unpacklo_ps(in[half], in[half + 1]);
    const __m128 low23 = _mm_unpacklo_ps(in[half + 2], in[half + 3]);
    const __m128 high01 = _mm_unpackhi_ps(in[half], in[half + 1]);
    const __m128 high23 = _mm_unpackhi_ps(in[half + 2], in[half + 3]);
    out[half] = _mm_movelh_ps(low01, low23);
    out[half + 1] = _mm_movehl_ps(low23, low01);
    out[half + 2] = _mm_movelh_ps(high01, high23);
    out[half + 3] = _mm_movehl_ps(high23, high01);
  }
}
#endif

/// rows[row][lane] = sources[lane][row].
template <int kLanes, class S>
void gather_rows(const S* const (&sources)[kLanes], S* rows) {
#if defined(__SSE2__)
  if constexpr (kLanes >= 4 && sizeof(S) == 4) {
    for (int lane = 0; lane < kLanes; lane += 4) {
      __m128 in[8];
      __m128 out[8];
      for (int i = 0; i < 4; ++i) {
        in[i] = _mm_loadu_ps(sources[lane + i]);
        in[i + 4] = _mm_loadu_ps(sources[lane + i] + 4);
      }
      transpose_4x8(in, out);
      for (int row = 0; row < kPoseRows; ++row) _mm_storeu_ps(rows + row * kLanes + lane, out[row]);
    }
    return;
  }
#endif
  for (int lane = 0; lane < kLanes; ++lane) {
    for (int row = 0; row < kPoseRows; ++row) rows[row * kLanes + lane] = sources[lane][row];
  }
}

/// targets[lane][row] = rows[row][lane], for the lanes that have a target.
template <int kLanes, class S>
void scatter_rows(const S* rows, S* const (&targets)[kLanes]) {
#if defined(__SSE2__)
  if constexpr (kLanes >= 4 && sizeof(S) == 4) {
    for (int lane = 0; lane < kLanes; lane += 4) {
      __m128 in[8];
      __m128 out[8];
      for (int row = 0; row < kPoseRows; ++row) in[row] = _mm_loadu_ps(rows + row * kLanes + lane);
      transpose_4x8(in, out);
      for (int i = 0; i < 4; ++i) {
        if (targets[lane + i] == nullptr) continue;
        _mm_storeu_ps(targets[lane + i], out[i]);
        _mm_storeu_ps(targets[lane + i] + 4, out[i + 4]);
      }
    }
    return;
  }
#endif
  for (int lane = 0; lane < kLanes; ++lane) {
    if (targets[lane] == nullptr) continue;
    for (int row = 0; row < kPoseRows; ++row) targets[lane][row] = rows[row * kLanes + lane];
  }
}

/// Whether all of `count` numbers are finite: a float is where its exponent bits aren't all set.
template <class S>
bool all_finite(const S* numbers, int count) {
  using Bits = typename PackMask<S, 1>::Lane;
  constexpr int kAtOnce = 64 / sizeof(S);
  typedef Bits Vector __attribute__((vector_size(64), aligned(alignof(S)), may_alias));
  constexpr Bits kExponent = sizeof(S) == 4 ? Bits{0x7f800000} : static_cast<Bits>(0x7ffLL << 52);

  Vector found{};
  int i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) {
    const Vector bits = *reinterpret_cast<const Vector*>(numbers + i);
    found |= (bits & kExponent) == kExponent;
  }
  bool is_finite = true;
  for (int lane = 0; lane < kAtOnce; ++lane) is_finite = is_finite && found[lane] == 0;
  for (; i < count; ++i) {
    const Bits bits = __builtin_bit_cast(Bits, numbers[i]);
    is_finite = is_finite && (bits & kExponent) != kExponent;
  }
  return is_finite;
}

}  // namespace tassel::TASSEL_ISA
