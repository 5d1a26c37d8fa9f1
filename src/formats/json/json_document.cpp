#include "formats/json/json_document.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tassel {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kWhitespace = " \t\r\n";
constexpr std::string_view kPunctuation = "[]{},:";
constexpr int kNumberOutOfRange = 406;  ///< The library's number for it.

/// Reads the text and tells how far the parser has read, which SAX events don't say.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** furthest_;
};

/// "line 3, column 14" of a byte, both counted from 1.
std::string line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line.
  return "line " + std::to_string(line) + ", column " + std::to_string(offset - line_start + 1);
}

Status fault(std::string_view text, std::size_t offset, const std::string& what) {
  return {StatusCode::kUnreadable, "byte " + std::to_string(offset),
          what + " (" + line_and_column(text, offset) + ")"};
}

/// The text's start of the string whose closing quote stands right before `end`.
std::size_t opening_quote(std::string_view text, std::size_t end) {
  std::size_t at = end - 1;
  while (at > 0) {
    at = text.rfind('"', at - 1);
    const std::size_t before_slashes = text.find_last_not_of('\\', at - 1);
    if ((at - 1 - before_slashes) % 2 == 0) return at;
  }
  return 0;
}

/// Walks the document without building it: well-formedness, limits, duplicate keys.
class Checker final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Checker(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

  Status check() {
    const char* first = text_.data();
    const char* last = first + text_.size();
    nlohmann::json::sax_parse(CountingIterator(first, &furthest_),
                              CountingIterator(last, &furthest_), this);
    return std::move(status_);
  }

  bool null() override { return count_value(); }
  bool boolean(bool) override { return count_value(); }
  bool number_integer(number_integer_t) override { return count_value(); }
  bool number_unsigned(number_unsigned_t) override { return count_value(); }
  bool number_float(number_float_t, const string_t&) override { return count_value(); }
  bool string(string_t&) override { return count_value(); }
  bool binary(binary_t&) override { return count_value(); }
  bool start_object(std::size_t) override { return open(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (!keys_.back().insert(std::move(name)).second) {
      const std::size_t start = opening_quote(text_, read());
      return fail(start, "the object has this key twice");
    }
    return count_value();
  }

  bool parse_error(std::size_t position, const std::string& last_token,
                   const nlohmann::json::exception& error) override {
    const std::string_view library_says = error.what();
    const auto says = [&](std::string_view words) {
      return library_says.find(words) != std::string_view::npos;
    };
    if (position > text_.size()) return fail(text_.size(), "the JSON ends in the middle");
    const std::size_t last_byte = position - 1;
    // The library's last token holds what was skipped before a bracket, comma or colon.
    const bool is_punctuation = kPunctuation.find(text_[last_byte]) != std::string_view::npos;
    const std::size_t token_size = is_punctuation ? 1 : std::min(position, last_token.size());
    const std::size_t token_start = position - token_size;
    if (error.id == kNumberOutOfRange) return fail(token_start, "the number is too large");
    if (says("UTF-8")) return fail(last_byte, "the text isn't valid UTF-8");
    if (says("control character")) return fail(last_byte, "a string holds a raw control character");
    if (says("- unexpected")) return fail(token_start, "not what JSON allows here" + wanted(error));
    return fail(last_byte, "this isn't valid JSON");
  }

 private:
  std::size_t read() const { return static_cast<std::size_t>(furthest_ - text_.data()); }

  bool fail(std::size_t offset, const std::string& what) {
    status_ = fault(text_, offset, what);
    return false;
  }

  bool count_value() {
    if (++values_ <= limits_.max_values) return true;
    return fail(read() - 1, "more than " + std::to_string(limits_.max_values) + " values");
  }

  bool open() {
    if (keys_.size() == static_cast<std::size_t>(limits_.max_depth)) {
      return fail(read() - 1, "nested more than " + std::to_string(limits_.max_depth) + " deep");
    }
    keys_.emplace_back();
    return count_value();
  }

  bool close() {
    keys_.pop_back();
    return true;
  }

  /// ", a ':' was expected": the end of the library's message is its list of allowed tokens.
  static std::string wanted(const nlohmann::json::exception& error) {
    constexpr std::string_view kExpected = "; expected ";
    const std::string_view message = error.what();
    const std::size_t at = message.rfind(kExpected);
    if (at == std::string_view::npos) return {};
    return ": expected " + std::string(message.substr(at + kExpected.size()));
  }

  std::string_view text_;
  const JsonLimits& limits_;
  const char* furthest_ = text_.data();
  std::size_t values_ = 0;
  /// The keys of each open object. An ordered set: no input makes it slow.
  std::vector<std::set<std::string>> keys_;
  Status status_;
};

Status refuse_unlike_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return {StatusCode::kUnreadable, "",
            "larger than the " + std::to_string(limits.max_bytes) + " bytes that are read as JSON"};
  }
  const std::size_t start = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  if (text.find_first_not_of(kWhitespace, start) == std::string_view::npos) {
    return {StatusCode::kUnreadable, "", "empty: there is no JSON in it"};
  }
  // The parser would take a zero byte for the end of the text.
  const std::size_t zero = text.find('\0');
  if (zero != std::string_view::npos) return fault(text, zero, "a zero byte: this isn't JSON text");
  return {};
}

}  // namespace

Status parse_json(std::string_view text, nlohmann::json& document, const JsonLimits& limits) {
  if (Status status = refuse_unlike_json(text, limits); !status.ok()) return status;
  if (Status status = Checker(text, limits).check(); !status.ok()) return status;
  document = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  return {};
}

}  // namespace tassel
