#pragma once
// What keeps a Dyng simulation from being run, found member by member, so that a reader can say
// where in its file the member stands.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tassel/dyng.h"
#include "tassel/status.h"

namespace tassel {

inline constexpr std::size_t kMostDyngParticles = 65'535;
inline constexpr std::size_t kMostDyngConstraints = 200'000;
inline constexpr std::size_t kMostDyngShapes = 65'535;
/// Problems that are told one by one; one more says that there are more.
inline constexpr std::size_t kMostDyngFindings = 1'000;
inline constexpr std::string_view kMoreDyngFindings = "there are more problems than these";

struct DyngFinding {
  enum class List { kSimulation, kParticles, kConstraints, kCollisionRoundedShapes };

  List list = List::kSimulation;
  int index = 0;           ///< In the list; unused for kSimulation.
  std::string_view field;  ///< The game's name for it, as in the spec's JSON form.
  StatusCode code = StatusCode::kInvalidArgument;
  std::string what;
};

/// The finding with its member as place: "particles[3].mass".
[[nodiscard]] Status to_status(DyngFinding finding);

/// Everything that `validate(DyngSpec)` finds without the skeleton; the first 1,001 of it.
[[nodiscard]] std::vector<DyngFinding> find_simulation_faults(const DyngSimulation& simulation);

/// The rest of it: the skeleton, its reference, and bones that must be joints; at most 1,001.
[[nodiscard]] std::vector<Status> find_skeleton_faults(const DyngSpec& spec);

}  // namespace tassel
