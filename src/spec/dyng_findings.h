#pragma once
// What keeps a Dyng simulation from being run, found member by member, so that a reader can say
// where in its file the member stands.

#include <string>
#include <string_view>
#include <vector>

#include "tassel/dyng.h"
#include "tassel/status.h"

namespace tassel {

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

/// Everything that `validate(DyngSpec)` finds without the skeleton.
[[nodiscard]] std::vector<DyngFinding> find_simulation_faults(const DyngSimulation& simulation);

/// The rest of it: the skeleton, its reference, and bones that must be joints.
[[nodiscard]] std::vector<Status> find_skeleton_faults(const DyngSpec& spec);

}  // namespace tassel
