#pragma once
// Text from a file, made fit for a sentence.

#include <string>
#include <string_view>

namespace tassel {

/// The text cut to a line's length, its control characters replaced: a hostile file's names must
/// not reach a terminal as they are.
[[nodiscard]] std::string fit_for_a_sentence(std::string_view text);

/// The same in single quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace tassel
