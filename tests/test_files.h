#pragma once
// Files that tests read: the project's samples, and the shared data folder where it is present.

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace tassel {

inline bool has_file(const std::string& path) { return std::ifstream(path).good(); }

inline std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<std::byte> to_bytes(std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

inline std::vector<std::byte> read_bytes(const std::string& path) {
  return to_bytes(read_text(path));
}

inline std::string shared_data(const std::string& name) {
  return std::string(TASSEL_SHARED_DATA_DIR) + "/" + name;
}

}  // namespace tassel

/// Skips the test with a message where the shared data folder lacks the file.
#define TASSEL_REQUIRE_SHARED_DATA(name)            \
  if (!tassel::has_file(tassel::shared_data(name))) \
  GTEST_SKIP() << "no " << (name) << " in the shared data folder, so nothing was checked"
