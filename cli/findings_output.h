#pragma once
// Findings as text for a person and as JSON for a program.

#include <span>
#include <string>

#include "findings.h"
#include "terminal.h"

namespace tassel::cli {

[[nodiscard]] std::string to_text(std::span<const Findings> findings, const Terminal& terminal);
[[nodiscard]] std::string to_json(std::span<const Findings> findings);

}  // namespace tassel::cli
