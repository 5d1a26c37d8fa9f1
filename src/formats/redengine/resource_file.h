#pragma once
// Bytes to a Resource, whichever of the two forms they are in.

#include <cstddef>
#include <span>
#include <string_view>

#include "formats/redengine/resource.h"
#include "tassel/status.h"

namespace tassel::red {

[[nodiscard]] std::string_view as_text(std::span<const std::byte> bytes);

/// Decodes CR2W or WolvenKit JSON, told apart by their content. The bytes must outlive the
/// resource.
[[nodiscard]] Status read_resource(std::span<const std::byte> bytes, std::string_view root_class,
                                   Resource& resource);

}  // namespace tassel::red
