#pragma once
// `tassel trace` of a spring-bone case.

#include <string>

#include "commands.h"

namespace tassel::cli {

struct SpringTraceOptions {
  std::string input;  ///< The case.
  std::string data;   ///< The folder that its file is in.
  std::string output;
  std::string scalar;  ///< "double" or "float".
};

void trace_springs(const SpringTraceOptions& options, std::string_view case_text,
                   const Context& context);

}  // namespace tassel::cli
