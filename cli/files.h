#pragma once
// Files in and out: bounded, whole or not at all, and never over an input.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "progress.h"
#include "tassel/redengine.h"

namespace tassel::cli {

/// No file that a command reads is longer: 256 MiB.
inline constexpr std::size_t kLongestFile = std::size_t{256} << 20;

/// The whole file. Fails where it is missing, a folder, empty, unreadable or past kLongestFile.
[[nodiscard]] std::vector<std::byte> read_file(const std::string& path);

/// A rig, a graph: fails where the file holds anything else.
[[nodiscard]] RigFile read_rig_file(const std::string& path, Progress& progress);
[[nodiscard]] AnimGraphFile read_graph_file(const std::string& path, Progress& progress);

/// Fails, before any work is done, where `path` is a folder, one of the inputs, or in a folder
/// that doesn't exist.
void check_output(const std::string& path, std::span<const std::string> inputs);

/// Writes a file beside `path` and then moves it there, so that no half-written file is ever seen.
/// A device or pipe is written to as it is.
void write_file(const std::string& path, std::span<const std::byte> bytes, Progress& progress);
void write_file(const std::string& path, std::string_view text, Progress& progress);

}  // namespace tassel::cli
