#pragma once
// Whether bytes are text.

#include <string_view>

namespace tassel {

/// True where the bytes are well-formed UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] bool is_utf8(std::string_view text);

}  // namespace tassel
