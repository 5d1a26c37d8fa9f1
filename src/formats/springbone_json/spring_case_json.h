#pragma once
// Spring-bone cases in, their rotations out: docs/formats.md has the shapes.

#include <string>
#include <string_view>

#include "spec/spring_trace.h"
#include "tassel/gltf.h"
#include "tassel/status.h"

namespace tassel {

/// Whether the text is a spring-bone case rather than one of a dangle: an object with "root".
[[nodiscard]] bool is_spring_case(std::string_view json);

/// Reads `file`, `fps` and `root`; `degenerate` and `expected` may be there. Fails with a pointer.
[[nodiscard]] Status read_spring_case(std::string_view json, SpringCase& spring_case);

/// Writes rotations frame by frame, by the file's numbers of their nodes.
class SpringTraceWriter {
 public:
  SpringTraceWriter(const SpringBoneProgram& program, const Character& character);
  void add(std::span<const Transformd> pose_ls);
  /// The whole text. The writer is then spent.
  [[nodiscard]] std::string finish();

 private:
  std::vector<int> joints_;
  std::vector<std::string> keys_;
  std::string text_ = "{\"frames\":[";
  bool first_ = true;
};

}  // namespace tassel
