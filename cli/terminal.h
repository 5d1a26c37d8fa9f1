#pragma once
// What the program writes for a person: plain text, coloured only on a terminal.

#include <chrono>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace tassel::cli {

/// stdout or stderr. Colour stays off where NO_COLOR is set (no-color.org) or TERM is "dumb".
class Terminal {
 public:
  explicit Terminal(std::FILE* stream);

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

/// A bar on an interactive terminal, from the first second on; nothing elsewhere. It is wiped when
/// it goes out of scope.
class Progress {
 public:
  Progress(const Terminal& terminal, std::string_view what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(double share);  ///< 0 to 1.

 private:
  using Clock = std::chrono::steady_clock;

  const Terminal& terminal_;
  std::string what_;
  Clock::time_point next_draw_;
  bool drawn_ = false;
};

}  // namespace tassel::cli
