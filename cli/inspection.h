#pragma once
// Files of any kind, read and described.

#include <string>
#include <vector>

#include "findings.h"
#include "progress.h"

namespace tassel::cli {

/// One finding a file, and one more for each rig and graph that go together. Fails with the first
/// file that can't be read.
[[nodiscard]] std::vector<Findings> inspect_files(const std::vector<std::string>& files,
                                                  Progress& progress);

}  // namespace tassel::cli
