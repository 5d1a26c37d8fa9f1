#pragma once
// Trace cases in, traces out: docs/formats.md has the shapes.

#include <cstddef>
#include <string>
#include <string_view>

#include "spec/dyng_trace.h"
#include "tassel/status.h"

namespace tassel {

/// Reads `spec` and `input`; `what` and `expected` may be there. Fails with a pointer; every
/// frame's pose must hold one transform a joint.
[[nodiscard]] Status read_case(std::string_view json, DyngCase& dyng_case);

/// Writes a trace frame by frame, so that a long one needs no more memory than its text.
class TraceWriter {
 public:
  TraceWriter();
  void add(const DyngTraceFrame& frame);
  /// The whole text. The writer is then spent.
  [[nodiscard]] std::string finish();

 private:
  std::string text_;
  bool first_ = true;
};

}  // namespace tassel
