#pragma once
// Memory that packs of any width may be loaded from.

#include <cstddef>
#include <new>
#include <vector>

namespace tassel {

inline constexpr std::size_t kCacheLine = 64;

template <class T>
struct CacheAligned {
  using value_type = T;
  CacheAligned() = default;
  template <class U>
  CacheAligned(const CacheAligned<U>&) {}
  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{kCacheLine}); }
  template <class U>
  bool operator==(const CacheAligned<U>&) const {
    return true;
  }
};
template <class T>
using AlignedVector = std::vector<T, CacheAligned<T>>;

}  // namespace tassel
