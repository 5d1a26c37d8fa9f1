#pragma once
// A document as text that people can read and diff.

#include <nlohmann/json.hpp>
#include <string>

namespace tassel {

/// Two spaces a level; an object or array that holds only scalars and arrays of numbers takes one
/// line. Ends with a newline. Invalid UTF-8 in strings becomes the replacement character.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& document);

}  // namespace tassel
