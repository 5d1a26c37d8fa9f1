#pragma once
// The URIs of a glTF file's buffers: data in themselves, or the name of a file beside it.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tassel/status.h"

namespace tassel {

[[nodiscard]] bool is_data_uri(std::string_view uri);

/// The bytes of a data URI in base64, of whatever media type.
[[nodiscard]] Status decode_data_uri(std::string_view uri, std::vector<std::byte>& bytes);

/// Bytes as a data URI in base64, of no particular media type.
[[nodiscard]] std::string encode_data_uri(std::span<const std::byte> bytes);

/// The name that a relative URI stands for, its percent signs decoded. Refuses what could lead
/// out of the file's own folder: schemes, absolute paths, steps upwards, backslashes.
[[nodiscard]] Status decode_relative_uri(std::string_view uri, std::string& name);

}  // namespace tassel
