// One scalar's arithmetic in W lanes at once, and the same few functions for a plain scalar, so
// that a kernel is written once over either.
//
// Included by translation units that are compiled for different instruction sets: each defines
// TASSEL_ISA as a name of its own, so that no inline function is shared between them (a linker
// would keep one copy, perhaps with instructions that the machine lacks).
#pragma once

#include <cstdint>
#include <type_traits>

#include "tassel/math.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#ifndef TASSEL_ISA
#define TASSEL_ISA isa_baseline
#endif

// Inlines all that a kernel's stage calls: a pack that crosses a call goes through memory. Not
// under sanitizers, where it multiplies their checks and the time to compile them.
#if defined(__has_feature)
#define TASSEL_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TASSEL_SANITIZED 1
#else
#define TASSEL_SANITIZED 0
#endif
#if TASSEL_SANITIZED
#define TASSEL_FLATTEN
#else
#define TASSEL_FLATTEN [[gnu::flatten]]
#endif

namespace tassel::TASSEL_ISA {

/// The widest register that code here may use. A compiler takes wider vectors apart, comparisons
/// even number by number.
#if defined(__AVX512F__)
inline constexpr int kRegisterBytes = 64;
#elif defined(__AVX__)
inline constexpr int kRegisterBytes = 32;
#else
inline constexpr int kRegisterBytes = 16;
#endif

/// Lanes that hold true or false: all bits of a lane set, or none.
template <class Scalar, int W>
struct PackMask {
  using Lane = std::conditional_t<sizeof(Scalar) == 4, std::int32_t, std::int64_t>;
  typedef Lane Vector __attribute__((vector_size(W * sizeof(Lane))));
  Vector v;
};

/// W lanes of Scalar. Lane i of every operation is the scalar operation, bit for bit.
template <class Scalar, int W>
struct Pack {
  typedef Scalar Vector __attribute__((vector_size(W * sizeof(Scalar))));
  Vector v;

  Pack() : v{} {}
  explicit Pack(Scalar s) : v(s - Vector{}) {}
  static Pack of(const Vector& vector) {
    Pack p;
    p.v = vector;
    return p;
  }
};

template <class S, int W>
Pack<S, W> operator+(const Pack<S, W>& a, const Pack<S, W>& b) {
  return Pack<S, W>::of(a.v + b.v);
}
template <class S, int W>
Pack<S, W> operator-(const Pack<S, W>& a, const Pack<S, W>& b) {
  return Pack<S, W>::of(a.v - b.v);
}
template <class S, int W>
Pack<S, W> operator-(const Pack<S, W>& a) {
  return Pack<S, W>::of(-a.v);
}
template <class S, int W>
Pack<S, W> operator*(const Pack<S, W>& a, const Pack<S, W>& b) {
  return Pack<S, W>::of(a.v * b.v);
}
template <class S, int W>
Pack<S, W> operator/(const Pack<S, W>& a, const Pack<S, W>& b) {
  return Pack<S, W>::of(a.v / b.v);
}

template <class S, int W>
PackMask<S, W> operator<(const Pack<S, W>& a, const Pack<S, W>& b) {
  return {a.v < b.v};
}
template <class S, int W>
PackMask<S, W> operator>(const Pack<S, W>& a, const Pack<S, W>& b) {
  return {a.v > b.v};
}
template <class S, int W>
PackMask<S, W> operator>=(const Pack<S, W>& a, const Pack<S, W>& b) {
  return {a.v >= b.v};
}
template <class S, int W>
PackMask<S, W> operator==(const Pack<S, W>& a, const Pack<S, W>& b) {
  return {a.v == b.v};
}
template <class S, int W>
PackMask<S, W> both(const PackMask<S, W>& a, const PackMask<S, W>& b) {
  return {a.v & b.v};
}
template <class S, int W>
PackMask<S, W> either(const PackMask<S, W>& a, const PackMask<S, W>& b) {
  return {a.v | b.v};
}
template <class S, int W>
PackMask<S, W> operator!(const PackMask<S, W>& a) {
  return {~a.v};
}

/// a where the mask is set, else b.
template <class S, int W>
Pack<S, W> select(const PackMask<S, W>& mask, const Pack<S, W>& a, const Pack<S, W>& b) {
  return Pack<S, W>::of(mask.v ? a.v : b.v);
}

template <class S, int W>
bool any(const PackMask<S, W>& mask) {
#if defined(__AVX512DQ__)
  if constexpr (sizeof(mask.v) == 64 && sizeof(S) == 4) {
    return _mm512_movepi32_mask(__builtin_bit_cast(__m512i, mask.v)) != 0;
  }
#endif
#if defined(__AVX__)
  if constexpr (sizeof(mask.v) == 32 && sizeof(S) == 4) {
    return _mm256_movemask_ps(__builtin_bit_cast(__m256, mask.v)) != 0;
  }
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(mask.v) == 16 && sizeof(S) == 4) {
    return _mm_movemask_ps(__builtin_bit_cast(__m128, mask.v)) != 0;
  }
#endif
  typename PackMask<S, W>::Lane found = 0;
  for (int i = 0; i < W; ++i) found |= mask.v[i];
  return found != 0;
}

template <class S, int W>
Pack<S, W> square_root(const Pack<S, W>& a) {
#if defined(__AVX512F__)
  if constexpr (sizeof(a.v) == 64 && sizeof(S) == 4) {
    using Vector = typename Pack<S, W>::Vector;
    return Pack<S, W>::of(
        __builtin_bit_cast(Vector, _mm512_maskz_sqrt_ps(0xffff, __builtin_bit_cast(__m512, a.v))));
  }
#endif
#if defined(__AVX__)
  if constexpr (sizeof(a.v) == 32 && sizeof(S) == 4) {
    using Vector = typename Pack<S, W>::Vector;
    return Pack<S, W>::of(
        __builtin_bit_cast(Vector, _mm256_sqrt_ps(__builtin_bit_cast(__m256, a.v))));
  }
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(a.v) == 16 && sizeof(S) == 4) {
    using Vector = typename Pack<S, W>::Vector;
    return Pack<S, W>::of(__builtin_bit_cast(Vector, _mm_sqrt_ps(__builtin_bit_cast(__m128, a.v))));
  }
#endif
  Pack<S, W> root;
  for (int i = 0; i < W; ++i) {
    if constexpr (sizeof(S) == 4) {
      root.v[i] = __builtin_sqrtf(a.v[i]);
    } else {
      root.v[i] = __builtin_sqrt(a.v[i]);
    }
  }
  return root;
}

// The same vocabulary for a plain scalar.

using tassel::square_root;

template <class S>
requires std::is_floating_point_v<S> S select(bool mask, S a, S b) { return mask ? a : b; }
inline bool any(bool mask) { return mask; }
inline bool both(bool a, bool b) { return a && b; }
inline bool either(bool a, bool b) { return a || b; }

/// What a scalar or pack is made of.
template <class Real>
struct RealTraits {
  using Scalar = Real;
  using Mask = bool;
  static constexpr int kLanes = 1;
  static Real load(const Scalar* p) { return *p; }
  static void store(Scalar* p, Real r) { *p = r; }
};
template <class S, int W>
struct RealTraits<Pack<S, W>> {
  using Scalar = S;
  using Mask = PackMask<S, W>;
  static constexpr int kLanes = W;
  /// The pack's vector at any address of a scalar. (Not by memcpy, whose stores a compiler must
  /// take to touch anything.)
  typedef S Unaligned __attribute__((vector_size(W * sizeof(S)), aligned(alignof(S))));
  static Pack<S, W> load(const S* p) {
    Pack<S, W> r;
    r.v = *reinterpret_cast<const Unaligned*>(p);
    return r;
  }
  static void store(S* p, const Pack<S, W>& r) { *reinterpret_cast<Unaligned*>(p) = r.v; }
};

template <class Real>
using ScalarOf = typename RealTraits<Real>::Scalar;
template <class Real>
using MaskOf = typename RealTraits<Real>::Mask;

/// The smaller and the larger; b where the two can't be ordered.
template <class Real>
Real minimum(const Real& a, const Real& b) {
  return select(a < b, a, b);
}
template <class Real>
Real maximum(const Real& a, const Real& b) {
  return select(a > b, a, b);
}

template <class Mask, class Real>
Vec3<Real> select(const Mask& mask, const Vec3<Real>& a, const Vec3<Real>& b) {
  return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z)};
}
template <class Mask, class Real>
Quat<Real> select(const Mask& mask, const Quat<Real>& a, const Quat<Real>& b) {
  return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z),
          select(mask, a.w, b.w)};
}

}  // namespace tassel::TASSEL_ISA
