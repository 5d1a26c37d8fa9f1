#pragma once
// VRMC_springBone_limit, the draft of angle limits.

#include <optional>

#include "formats/json/json_reader.h"
#include "formats/vrm/notes.h"
#include "tassel/springbone.h"

namespace tassel {

inline constexpr const char* kSpringLimit = "VRMC_springBone_limit";

/// The limit of a spring's joint, if it has one: a cone, hinge or spherical one, in the extension
/// itself or in its member "limit" (drafts differ).
[[nodiscard]] std::optional<SpringLimit> read_spring_limit(const JsonReader& joint, Notes& notes);

}  // namespace tassel
