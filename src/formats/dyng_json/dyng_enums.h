#pragma once
// The game's names of its enum members, as spec files and REDengine's own files write them.

#include <array>
#include <string_view>
#include <utility>

#include "tassel/dyng.h"

namespace tassel {

template <class Enum, std::size_t N>
using EnumNames = std::array<std::pair<std::string_view, Enum>, N>;

inline constexpr EnumNames<DyngParticleProjection, 3> kParticleProjections{{
    {"Disabled", DyngParticleProjection::kDisabled},
    {"ShortestPath", DyngParticleProjection::kShortestPath},
    {"Directed", DyngParticleProjection::kDirected},
}};
inline constexpr EnumNames<DyngLinkType, 4> kLinkTypes{{
    {"KeepFixedDistance", DyngLinkType::kKeepFixedDistance},
    {"KeepVariableDistance", DyngLinkType::kKeepVariableDistance},
    {"Greater", DyngLinkType::kGreater},
    {"Closer", DyngLinkType::kCloser},
}};
inline constexpr EnumNames<DyngConeType, 3> kConeTypes{{
    {"Cone", DyngConeType::kCone},
    {"HingePlane", DyngConeType::kHingePlane},
    {"HalfCone", DyngConeType::kHalfCone},
}};
inline constexpr EnumNames<DyngConeProjection, 3> kConeProjections{{
    {"Disabled", DyngConeProjection::kDisabled},
    {"ShortestPathRotational", DyngConeProjection::kShortestPathRotational},
    {"DirectedRotational", DyngConeProjection::kDirectedRotational},
}};

template <class Enum, std::size_t N>
[[nodiscard]] constexpr std::string_view name_of(const EnumNames<Enum, N>& names, Enum value) {
  for (const auto& [name, member] : names) {
    if (member == value) return name;
  }
  return {};
}

/// False where no member has the name; `value` is then unchanged.
template <class Enum, std::size_t N>
[[nodiscard]] constexpr bool find_member(const EnumNames<Enum, N>& names, std::string_view name,
                                         Enum& value) {
  for (const auto& [known, member] : names) {
    if (known != name) continue;
    value = member;
    return true;
  }
  return false;
}

}  // namespace tassel
