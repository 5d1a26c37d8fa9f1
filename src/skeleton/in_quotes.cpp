#include "skeleton/in_quotes.h"

#include <cstddef>

namespace tassel {

namespace {

constexpr std::size_t kMostBytes = 96;
constexpr char kReplacement = '?';

bool continues_a_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Cuts between two characters of UTF-8.
std::string_view cut(std::string_view text) {
  if (text.size() <= kMostBytes) return text;
  std::size_t end = kMostBytes;
  while (end > 0 && continues_a_character(text[end])) --end;
  return text.substr(0, end);
}

}  // namespace

std::string fit_for_a_sentence(std::string_view text) {
  const std::string_view shown = cut(text);
  std::string result;
  bool may_be_control = false;  // After 0xC2, 0x80 to 0x9F are the second set of controls.
  for (const char c : shown) {
    const auto byte = static_cast<unsigned char>(c);
    if (may_be_control && byte < 0xA0) {
      result.back() = kReplacement;
    } else {
      result += byte < 0x20 || byte == 0x7F ? kReplacement : c;
    }
    may_be_control = byte == 0xC2;
  }
  if (shown.size() < text.size()) result += "...";
  return result;
}

std::string in_quotes(std::string_view text) { return "'" + fit_for_a_sentence(text) + "'"; }

}  // namespace tassel
