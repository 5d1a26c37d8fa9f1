#pragma once
// A JSON text that another one was made into, told from it by walking both side by side: what was
// put behind the last element or member, which numbers changed, and which matrices. Shares no code
// with what splices.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tassel::test {

/// A piece of the longer text that isn't in the source, and what stood there.
struct Splice {
  enum class Kind { kItems, kMembers, kNumber, kMatrix };
  Kind kind = Kind::kItems;
  std::string pointer;  ///< Of the array or object that grew, the number, or the matrix' node.
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string before;
};

class Unsplicer {
 public:
  Unsplicer(std::string_view source, std::string_view longer) : source_(source), longer_(longer) {}

  /// Walks both texts once; false where they differ by anything else, which `fault` then tells.
  bool walk() {
    value("");
    if (!fault_.empty()) return false;
    const std::string_view rest = source_.substr(i_);
    if (!longer_.substr(j_).starts_with(rest)) return fail("the end differs");
    // A GLB's padding grows by less than a word.
    const std::string_view padding = longer_.substr(j_ + rest.size());
    if (padding.size() > 3 || padding.find_first_not_of(' ') != kNowhere) {
      return fail("something stands behind the end");
    }
    padding_ = padding.size();
    return true;
  }

  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] const std::vector<Splice>& splices() const { return splices_; }

  /// The longer text with every splice taken back.
  [[nodiscard]] std::string restored() const {
    std::string text(longer_.substr(0, longer_.size() - padding_));
    for (auto splice = splices_.rbegin(); splice != splices_.rend(); ++splice) {
      text.replace(splice->begin, splice->end - splice->begin, splice->before);
    }
    return text;
  }

 private:
  static constexpr std::size_t kNowhere = std::string_view::npos;

  bool fail(const std::string& what) {
    if (fault_.empty()) {
      fault_ = what + ": source byte " + std::to_string(i_) + " \"" +
               std::string(source_.substr(i_, 40)) + "\", byte " + std::to_string(j_) + " \"" +
               std::string(longer_.substr(j_, 40)) + "\"";
    }
    return false;
  }

  static std::size_t space_at(std::string_view text, std::size_t at) {
    while (at < text.size() &&
           (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n')) {
      ++at;
    }
    return at;
  }

  static std::size_t end_of_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] == '\\') ++at;
    }
    return at + 1;
  }

  static std::size_t end_of_value(std::string_view text, std::size_t at) {
    if (at >= text.size()) return at;
    if (text[at] == '"') return end_of_string(text, at);
    if (text[at] != '{' && text[at] != '[') {
      while (at < text.size() && std::string_view(",]} \t\r\n").find(text[at]) == kNowhere) ++at;
      return at;
    }
    int depth = 0;
    do {
      const char c = text[at];
      depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
      at = c == '"' ? end_of_string(text, at) : at + 1;
    } while (depth > 0 && at < text.size());
    return at;
  }

  bool same(std::size_t source_end) {
    const std::string_view piece = source_.substr(i_, source_end - i_);
    if (longer_.substr(j_, piece.size()) != piece) return fail("bytes differ");
    i_ += piece.size();
    j_ += piece.size();
    return true;
  }

  bool same_space() { return same(space_at(source_, i_)); }

  void value(const std::string& pointer) {
    if (i_ == 0 && source_.starts_with("\xEF\xBB\xBF") && !same(3)) return;
    if (!same_space()) return;
    if (source_[i_] == '{' || source_[i_] == '[') return container(pointer);
    const std::size_t source_end = end_of_value(source_, i_);
    const std::size_t longer_end = end_of_value(longer_, j_);
    const std::string_view before = source_.substr(i_, source_end - i_);
    if (before == longer_.substr(j_, longer_end - j_)) {
      (void)same(source_end);
      return;
    }
    const auto is_number = [](char c) { return (c >= '0' && c <= '9') || c == '-'; };
    if (!is_number(source_[i_]) || !is_number(longer_[j_])) {
      (void)fail("a value that isn't a number differs");
      return;
    }
    splices_.push_back({Splice::Kind::kNumber, pointer, j_, longer_end, std::string(before)});
    i_ = source_end;
    j_ = longer_end;
  }

  void container(const std::string& pointer) {
    const bool is_object = source_[i_] == '{';
    const char close = is_object ? '}' : ']';
    if (!same(i_ + 1)) return;
    int count = 0;
    while (fault_.empty()) {
      const std::size_t next = space_at(source_, i_);
      if (source_[next] == close) return end_of_container(pointer, is_object, count, next);
      if (count > 0 && !(same_space() && same(i_ + 1))) return;  // The comma.
      if (!same_space()) return;
      if (is_object) {
        member(pointer);
      } else {
        value(pointer + "/" + std::to_string(count));
      }
      ++count;
    }
  }

  void member(const std::string& pointer) {
    const std::size_t key_end = end_of_string(source_, i_);
    const std::string key(source_.substr(i_ + 1, key_end - i_ - 2));
    if (key == "matrix" && longer_.substr(j_).starts_with("\"translation\":")) {
      const std::size_t source_end =
          end_of_value(source_, space_at(source_, space_at(source_, key_end) + 1));
      std::size_t end = j_;
      for (const char* name : {"\"translation\":", ",\"rotation\":", ",\"scale\":"}) {
        if (!longer_.substr(end).starts_with(name)) return (void)fail("no transform");
        end = end_of_value(longer_, end + std::string_view(name).size());
      }
      splices_.push_back({Splice::Kind::kMatrix, pointer, j_, end,
                          std::string(source_.substr(i_, source_end - i_))});
      i_ = source_end;
      j_ = end;
      return;
    }
    if (same(key_end) && same_space() && same(i_ + 1)) value(pointer + "/" + key);
  }

  /// `close_at`: the source's closing bracket. What comes before the same end is an insertion.
  void end_of_container(const std::string& pointer, bool is_object, int count,
                        std::size_t close_at) {
    const std::string_view end = source_.substr(i_, close_at + 1 - i_);
    const std::size_t begin = j_;
    std::size_t at = j_;
    bool is_first = count == 0;
    while (!longer_.substr(at).starts_with(end)) {
      if (at >= longer_.size()) return (void)fail("no end");
      if (!is_first && longer_[at++] != ',') return (void)fail("no end and no further element");
      is_first = false;
      if (is_object) {
        at = end_of_string(longer_, at);
        if (longer_[at++] != ':') return (void)fail("no member");
      }
      const std::size_t value_end = end_of_value(longer_, at);
      if (value_end <= at || value_end >= longer_.size()) return (void)fail("no element");
      at = value_end;
    }
    if (at > begin) {
      splices_.push_back(
          {is_object ? Splice::Kind::kMembers : Splice::Kind::kItems, pointer, begin, at, ""});
    }
    i_ = close_at + 1;
    j_ = at + end.size();
  }

  std::string_view source_;
  std::string_view longer_;
  std::size_t i_ = 0;  ///< In the source.
  std::size_t j_ = 0;  ///< In the longer text.
  std::size_t padding_ = 0;
  std::vector<Splice> splices_;
  std::string fault_;
};

}  // namespace tassel::test
