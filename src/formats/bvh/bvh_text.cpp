#include "formats/bvh/bvh_text.h"

#include <charconv>
#include <utility>

#include "skeleton/in_quotes.h"
#include "spec/dyng_range.h"

namespace tassel {

namespace {

bool is_brace(char c) { return c == '{' || c == '}'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool is_same_word(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

void BvhText::fail(StatusCode code, const std::string& what) {
  if (failed()) return;
  status_ = {code, "line " + std::to_string(line_), what};
  rest_ = {};
}

void BvhText::skip_spaces(bool across_lines) {
  while (!rest_.empty()) {
    const char c = rest_.front();
    if (is_line_end(c) && !across_lines) return;
    if (!is_line_end(c) && !is_space(c)) return;
    const bool is_pair = c == '\r' && rest_.size() > 1 && rest_[1] == '\n';
    if (is_line_end(c) && !is_pair) ++line_;
    rest_.remove_prefix(1);
  }
}

std::string_view BvhText::take_word() {
  if (rest_.empty()) return {};
  std::size_t size = 1;
  while (!is_brace(rest_[0]) && size < rest_.size() && !is_brace(rest_[size]) &&
         !is_space(rest_[size]) && !is_line_end(rest_[size])) {
    ++size;
  }
  const std::string_view word = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return word;
}

std::string_view BvhText::word() {
  skip_spaces(true);
  return take_word();
}

std::string_view BvhText::peek() {
  skip_spaces(true);
  const std::string_view before = rest_;
  const std::string_view word = take_word();
  rest_ = before;
  return word;
}

bool BvhText::take(std::string_view expected) {
  if (!is_same_word(peek(), expected)) return false;
  word();
  return true;
}

void BvhText::expect(std::string_view expected) {
  const std::string_view found = word();
  if (is_same_word(found, expected)) return;
  fail("expected '" + std::string(expected) + "', found " +
       (found.empty() ? "the end of the file" : in_quotes(found)));
}

std::string_view BvhText::rest_of_line() {
  skip_spaces(false);
  std::size_t size = 0;
  while (size < rest_.size() && !is_line_end(rest_[size]) && !is_brace(rest_[size])) ++size;
  std::string_view text = rest_.substr(0, size);
  rest_.remove_prefix(size);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view BvhText::word_of_line() {
  skip_spaces(false);
  return rest_.empty() || is_line_end(rest_.front()) ? std::string_view() : take_word();
}

bool BvhText::next_line() {
  skip_spaces(true);
  return !rest_.empty();
}

double BvhText::number(std::string_view word) {
  std::string_view digits = word;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (word.empty()) {
    fail("expected a number, found the end of the file");
  } else if (error == std::errc::result_out_of_range || (error == std::errc() && !fits(value))) {
    fail("the number " + in_quotes(word) + " is out of range");
  } else if (error != std::errc() || stop != end) {
    fail("expected a number, found " + in_quotes(word));
  }
  return failed() ? 0 : value;
}

}  // namespace tassel
