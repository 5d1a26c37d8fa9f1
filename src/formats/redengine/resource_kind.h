#pragma once
// The two kinds of resource that are read, and how to say that a file is another.

#include <string>
#include <string_view>

#include "tassel/status.h"

namespace tassel::red {

inline constexpr std::string_view kRigClass = "animRig";
inline constexpr std::string_view kAnimGraphClass = "animAnimGraph";

/// Fails where the root's class isn't the one wanted, and names it.
[[nodiscard]] Status require_root_class(std::string_view found, std::string_view wanted,
                                        std::string place);

}  // namespace tassel::red
