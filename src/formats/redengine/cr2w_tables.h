#pragma once
// The header and the tables of a CR2W file, version 195: what its objects refer to.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tassel/status.h"

namespace tassel::red {

struct Cr2wExport {
  std::uint16_t class_name = 0;  ///< Index into names.
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

/// Views into the file's bytes, every index and range in them checked.
struct Cr2wTables {
  std::vector<std::string_view> names;    ///< Number 0 is the empty name, "None".
  std::vector<std::string_view> imports;  ///< Paths of other files.
  std::vector<Cr2wExport> exports;        ///< At least one: the root.
};

[[nodiscard]] bool is_cr2w(std::span<const std::byte> bytes);

[[nodiscard]] Status read_cr2w_tables(std::span<const std::byte> bytes, Cr2wTables& tables);

/// A note for each checksum that doesn't fit, as in files edited by hand: they read all the same.
[[nodiscard]] std::vector<std::string> check_cr2w_checksums(std::span<const std::byte> bytes);

}  // namespace tassel::red
