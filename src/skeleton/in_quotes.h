#pragma once
// Text from a file, made fit for a sentence.

#include <string>
#include <string_view>

namespace tassel {

/// The text in single quotes, cut to a line's length, its control characters replaced: a hostile
/// file's names must not reach a terminal as they are.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace tassel
