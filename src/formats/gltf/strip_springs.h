#pragma once
// A glTF text without the extensions that let viewers simulate springs.

#include <string>
#include <string_view>

namespace tassel {

/// The text without VRMC_springBone and what belongs to it, in the document's extensions and in
/// its lists of those used and required; VRM 0.x's secondary animation, which its viewers expect
/// to be there, is left empty. The text must be well-formed.
[[nodiscard]] std::string without_springs(std::string_view text);

}  // namespace tassel
