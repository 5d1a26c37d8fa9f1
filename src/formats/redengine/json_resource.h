#pragma once
// WolvenKit JSON (version 0.0.9) to a Resource.

#include <string>
#include <string_view>

#include "formats/redengine/resource.h"
#include "tassel/status.h"

namespace tassel::red {

/// Decodes the root chunk if its class is `root_class`; else fails and names the class it is.
[[nodiscard]] Status decode_json(std::string_view text, std::string_view root_class,
                                 Resource& resource);

}  // namespace tassel::red
