#pragma once
// What the program writes for a person: plain text, coloured only on a terminal.

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace tassel::cli {

/// stdout or stderr. Coloured where it is interactive and NO_COLOR isn't set (no-color.org).
class Terminal {
 public:
  explicit Terminal(std::FILE* stream);

  /// A person looks at it, and it obeys escape sequences (TERM isn't "dumb").
  [[nodiscard]] bool interactive() const { return interactive_; }
  [[nodiscard]] std::string heading(std::string_view text) const;
  [[nodiscard]] std::string warning(std::string_view text) const;
  [[nodiscard]] std::string error(std::string_view text) const;
  void print(std::string_view text) const;

 private:
  [[nodiscard]] std::string coloured(std::string_view text, std::string_view escape) const;

  std::FILE* stream_;
  bool interactive_;
  bool colour_;
};

/// Text from a file or an argument, safe to print: control characters become '?', so that a name
/// in a hostile file can't drive the terminal.
[[nodiscard]] std::string printable(std::string_view text);

/// "1 chain", "7 chains".
[[nodiscard]] std::string counted(long long count, std::string_view noun);

/// The sentences as indented lines; a very long list is cut, and says so.
[[nodiscard]] std::string indented_lines(std::span<const std::string> sentences);

}  // namespace tassel::cli
