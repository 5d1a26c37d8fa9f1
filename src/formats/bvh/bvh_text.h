#pragma once
// A BVH file's words, line by line.

#include <cstddef>
#include <string>
#include <string_view>

#include "tassel/status.h"

namespace tassel {

/// Walks along the words of a text. The first fault wins; reads after it give nothing.
class BvhText {
 public:
  explicit BvhText(std::string_view text) : rest_(text) {}

  [[nodiscard]] const Status& status() const { return status_; }
  [[nodiscard]] bool failed() const { return !status_.ok(); }
  /// Place: the line of the last word.
  void fail(const std::string& what) { fail(StatusCode::kUnreadable, what); }
  void fail(StatusCode code, const std::string& what);

  /// The next word, on this line or a later one; empty at the end. Braces are words of their own.
  [[nodiscard]] std::string_view peek();
  std::string_view word();
  /// Takes the word where it is next, whatever its case.
  bool take(std::string_view expected);
  /// The same, a fault where it isn't.
  void expect(std::string_view expected);
  /// What is left of the line, up to a brace, without spaces around it.
  std::string_view rest_of_line();
  /// The next word of this line, or empty at its end.
  std::string_view word_of_line();
  /// Goes to the next line that holds a word. False at the end.
  bool next_line();

  /// A word as a number within 1e30.
  [[nodiscard]] double number(std::string_view word);
  [[nodiscard]] double number() { return number(word()); }

 private:
  /// Passes spaces, and ends of lines where `across_lines`.
  void skip_spaces(bool across_lines);
  std::string_view take_word();

  std::string_view rest_;
  std::size_t line_ = 1;
  Status status_;
};

/// Whether both are the same but for the case of ASCII letters.
[[nodiscard]] bool is_same_word(std::string_view a, std::string_view b);

}  // namespace tassel
