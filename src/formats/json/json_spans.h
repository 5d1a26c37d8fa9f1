#pragma once
// Where values lie in a JSON text, and the text with some of them changed: all else keeps its
// bytes.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tassel {

struct JsonSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct JsonMember {
  JsonSpan key;  ///< With its quotes.
  JsonSpan value;
};

/// A text that parse_json has found well-formed; it must outlive this. Each call walks over what
/// it looks through, without recursion.
class JsonSpans {
 public:
  explicit JsonSpans(std::string_view text) : text_(text) {}

  /// The document's one value.
  [[nodiscard]] JsonSpan root() const;
  /// None of what isn't an object.
  [[nodiscard]] std::vector<JsonMember> members(const JsonSpan& object) const;
  [[nodiscard]] std::optional<JsonMember> member(const JsonSpan& object,
                                                 std::string_view key) const;
  /// None of what isn't an array.
  [[nodiscard]] std::vector<JsonSpan> elements(const JsonSpan& array) const;
  /// Whether the value is that string, whatever of it is escaped.
  [[nodiscard]] bool is_string(const JsonSpan& value, std::string_view what) const;
  /// The object's text between the braces, or the array's between the brackets, holds nothing.
  [[nodiscard]] bool is_empty(const JsonSpan& container) const;

 private:
  [[nodiscard]] std::size_t skip_space(std::size_t at) const;
  [[nodiscard]] std::size_t skip_string(std::size_t at) const;
  [[nodiscard]] std::size_t skip_value(std::size_t at) const;

  std::string_view text_;
};

/// Changes to a text, by the places of the text as it was.
class TextEdits {
 public:
  explicit TextEdits(std::string_view text) : text_(text) {}

  /// Insertions at one place stand in the order in which they were made.
  void insert(std::size_t at, std::string what) { replace({at, at}, std::move(what)); }
  /// Spans of replacements don't overlap.
  void replace(const JsonSpan& span, std::string what);
  /// Puts `items`, which are joined by commas, behind an array's elements.
  void append_to_array(const JsonSpan& array, std::string_view items);
  /// Puts "key": value behind an object's members.
  void add_member(const JsonSpan& object, std::string_view key, std::string_view value);

  [[nodiscard]] std::string apply() const;

 private:
  void append_to(const JsonSpan& container, std::size_t last_end, bool is_empty,
                 std::string_view what);

  struct Edit {
    JsonSpan span;
    std::string what;
  };
  std::string_view text_;
  std::vector<Edit> edits_;  // In the order of their places.
};

/// The text without the member or element at `index` of those that lie at `spans` in order, with
/// the comma that goes with it.
[[nodiscard]] std::string without(std::string_view text, const std::vector<JsonSpan>& spans,
                                  std::size_t index);

}  // namespace tassel
