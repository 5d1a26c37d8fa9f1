#pragma once
// How `--help` looks: one usage line with everything that is required, then a line an option.

#include <CLI/CLI.hpp>
#include <memory>

namespace tassel::cli {

[[nodiscard]] std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace tassel::cli
