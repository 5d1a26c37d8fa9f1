// Numbers that lie lane by lane into rows of lanes and back: the transposition between a caller's
// transforms and a kernel's packs.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "math/pack.h"

namespace tassel::TASSEL_ISA {

#if defined(__SSE2__)
/// Four neighbouring numbers of kLanes lanes, one register's worth: as they lie (register i has
/// quad q from lane 4q + i) or transposed (register i has number i of every lane).
template <int kLanes>
class LaneQuads {
  using Real = Pack<float, kLanes>;
  using Vector = typename Real::Vector;

 public:
  void load_lanes(const float* const* sources, int first) {
    for (int i = 0; i < 4; ++i) registers_[i] = load_quads(sources + i, first);
  }
  void store_lanes(float* const* targets, int first) const {
    for (int i = 0; i < 4; ++i) store_quads(registers_[i], targets + i, first);
  }
  void load_rows(const float* rows, int stride) {
    for (int i = 0; i < 4; ++i) registers_[i] = RealTraits<Real>::load(rows + i * stride).v;
  }
  void store_rows(float* rows, int stride) const {
    for (int i = 0; i < 4; ++i) RealTraits<Real>::store(rows + i * stride, Real::of(registers_[i]));
  }

  void transpose() {
    const auto& [r0, r1, r2, r3] = registers_;
    const Vector low01 = shuffled<0, 4, 1, 5>(r0, r1);
    const Vector low23 = shuffled<0, 4, 1, 5>(r2, r3);
    const Vector high01 = shuffled<2, 6, 3, 7>(r0, r1);
    const Vector high23 = shuffled<2, 6, 3, 7>(r2, r3);
    registers_[0] = shuffled<0, 1, 4, 5>(low01, low23);
    registers_[1] = shuffled<2, 3, 6, 7>(low01, low23);
    registers_[2] = shuffled<0, 1, 4, 5>(high01, high23);
    registers_[3] = shuffled<2, 3, 6, 7>(high01, high23);
  }

 private:
  /// Each quad's numbers by pattern: 0 to 3 name a's, 4 to 7 b's.
  template <int... kPattern>
  static Vector shuffled(const Vector& a, const Vector& b) {
    constexpr int kOf[] = {kPattern...};
    return [&]<int... kLane>(std::integer_sequence<int, kLane...>) {
      return __builtin_shufflevector(
          a, b, (kOf[kLane % 4] / 4 * kLanes + kLane / 4 * 4 + kOf[kLane % 4] % 4)...);
    }
    (std::make_integer_sequence<int, kLanes>{});
  }

  static Vector load_quads(const float* const* sources, int first) {
    const auto quad = [&](int q) { return _mm_loadu_ps(sources[4 * q] + first); };
#if defined(__AVX512F__)
    if constexpr (kLanes == 16) {
      __m512 quads = _mm512_castps128_ps512(quad(0));
      quads = _mm512_insertf32x4(quads, quad(1), 1);
      quads = _mm512_insertf32x4(quads, quad(2), 2);
      return Vector(_mm512_insertf32x4(quads, quad(3), 3));
    }
#endif
#if defined(__AVX__)
    if constexpr (kLanes == 8) {
      return Vector(_mm256_insertf128_ps(_mm256_castps128_ps256(quad(0)), quad(1), 1));
    }
#endif
    if constexpr (kLanes == 4) return Vector(quad(0));
  }
  static void store_quads(const Vector& quads, float* const* targets, int first) {
    const auto store = [&](int q, __m128 quad) {
      if (targets[4 * q] != nullptr) _mm_storeu_ps(targets[4 * q] + first, quad);
    };
#if defined(__AVX512F__)
    if constexpr (kLanes == 16) {
      // Masked, since g++ 12 warns of its own header otherwise (GCC bug 105593).
      store(0, _mm512_maskz_extractf32x4_ps(0xf, __m512(quads), 0));
      store(1, _mm512_maskz_extractf32x4_ps(0xf, __m512(quads), 1));
      store(2, _mm512_maskz_extractf32x4_ps(0xf, __m512(quads), 2));
      store(3, _mm512_maskz_extractf32x4_ps(0xf, __m512(quads), 3));
    }
#endif
#if defined(__AVX__)
    if constexpr (kLanes == 8) {
      store(0, _mm256_castps256_ps128(__m256(quads)));
      store(1, _mm256_extractf128_ps(__m256(quads), 1));
    }
#endif
    if constexpr (kLanes == 4) store(0, __m128(quads));
  }

  Vector registers_[4];
};
#endif

/// What an aggregate of nothing but scalars holds, in its order. A pointer to the first member
/// would reach no further than that member: g++ counts on it and warns.
template <class S, class Aggregate>
S* scalars_of(Aggregate& aggregate) {
  static_assert(std::is_standard_layout_v<Aggregate> && sizeof(Aggregate) % sizeof(S) == 0);
  return reinterpret_cast<S*>(&aggregate);
}

/// rows[i][lane] = sources[lane][first + i], four rows.
template <int kLanes, class S>
void gather_quad(const S* const (&sources)[kLanes], int first, S* rows) {
#if defined(__SSE2__)
  if constexpr (kLanes >= 4 && sizeof(S) == 4) {
    constexpr int kAtOnce = std::min(kLanes, kRegisterBytes / 4);
    for (int lane = 0; lane < kLanes; lane += kAtOnce) {
      LaneQuads<kAtOnce> quads;
      quads.load_lanes(sources + lane, first);
      quads.transpose();
      quads.store_rows(rows + lane, kLanes);
    }
    return;
  }
#endif
  for (int i = 0; i < 4; ++i) {
    for (int lane = 0; lane < kLanes; ++lane) rows[i * kLanes + lane] = sources[lane][first + i];
  }
}

/// targets[lane][first + i] = rows[i][lane], four rows, for the lanes that have a target.
template <int kLanes, class S>
void scatter_quad(const S* rows, int first, S* const (&targets)[kLanes]) {
#if defined(__SSE2__)
  if constexpr (kLanes >= 4 && sizeof(S) == 4) {
    constexpr int kAtOnce = std::min(kLanes, kRegisterBytes / 4);
    for (int lane = 0; lane < kLanes; lane += kAtOnce) {
      LaneQuads<kAtOnce> quads;
      quads.load_rows(rows + lane, kLanes);
      quads.transpose();
      quads.store_lanes(targets + lane, first);
    }
    return;
  }
#endif
  for (int lane = 0; lane < kLanes; ++lane) {
    if (targets[lane] == nullptr) continue;
    for (int i = 0; i < 4; ++i) targets[lane][first + i] = rows[i * kLanes + lane];
  }
}

/// Whether all of `count` numbers are finite: a float is where its exponent bits aren't all set.
template <class S>
bool all_finite(const S* numbers, int count) {
  using Bits = typename PackMask<S, 1>::Lane;
  constexpr int kAtOnce = kRegisterBytes / sizeof(S);
  typedef Bits Vector __attribute__((vector_size(kRegisterBytes), aligned(alignof(S)), may_alias));
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
