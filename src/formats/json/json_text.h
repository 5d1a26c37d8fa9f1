#pragma once
// A document as text that people can read and diff.

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tassel {

/// Two spaces a level; an object or array that holds only scalars and arrays of numbers takes one
/// line. Ends with a newline. Invalid UTF-8 in strings becomes the replacement character.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& document);

/// The shortest text that reads back to the same double. "-0" alone is an integer to many readers.
void append_json_number(double value, std::string& text);
/// An array of them, without spaces.
void append_json_numbers(std::initializer_list<double> values, std::string& text);

/// A key as a step of a pointer: escaped as RFC 6901 has it, control characters replaced, cut to a
/// line's length.
[[nodiscard]] std::string json_pointer_step(std::string_view key);

}  // namespace tassel
