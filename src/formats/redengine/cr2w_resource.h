#pragma once
// A loose CR2W file, version 195, to a Resource.

#include <cstddef>
#include <span>
#include <string_view>

#include "formats/redengine/resource.h"
#include "tassel/status.h"

namespace tassel::red {

/// Decodes every object if the root's class is `root_class`; else fails and names the class it
/// is. A rig's appended bones become the fields that JSON gives them: boneParentIndexes and
/// boneTransforms.
[[nodiscard]] Status decode_cr2w(std::span<const std::byte> bytes, std::string_view root_class,
                                 Resource& resource);

}  // namespace tassel::red
