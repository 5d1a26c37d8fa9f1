#pragma once
// A document as text that people can read and diff.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tassel {

/// Two spaces a level; an object or array that holds only scalars and arrays of numbers takes one
/// line. Ends with a newline. Invalid UTF-8 in strings becomes the replacement character.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& document);

/// A key as a step of a pointer: escaped as RFC 6901 has it, control characters replaced, cut to a
/// line's length.
[[nodiscard]] std::string json_pointer_step(std::string_view key);

}  // namespace tassel
