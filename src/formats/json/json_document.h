#pragma once
// JSON text to a document, within limits, with the place of every fault.

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

#include "tassel/status.h"

namespace tassel {

struct JsonLimits {
  std::size_t max_bytes = std::size_t{512} << 20;
  int max_depth = 10'000;              ///< Nested arrays and objects.
  std::size_t max_values = 8'000'000;  ///< Values and keys in the whole document.
};

/// Parses one JSON document (RFC 8259; a UTF-8 byte order mark is skipped). Fails with the byte
/// offset of the first fault as place. `document` is untouched on failure.
[[nodiscard]] Status parse_json(std::string_view text, nlohmann::json& document,
                                const JsonLimits& limits = {});

}  // namespace tassel
