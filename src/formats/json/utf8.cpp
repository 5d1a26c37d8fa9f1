#include "formats/json/utf8.h"

#include <cstddef>
#include <cstdint>

namespace tassel {

namespace {

struct Sequence {
  std::size_t size;     ///< Bytes; 0: not a leading byte.
  std::uint32_t bits;   ///< The leading byte's share of the code point.
  std::uint32_t least;  ///< Below this, a shorter form exists.
};

Sequence leading(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if ((byte & 0xE0) == 0xC0) return {2, byte & 0x1FU, 0x80};
  if ((byte & 0xF0) == 0xE0) return {3, byte & 0x0FU, 0x800};
  if ((byte & 0xF8) == 0xF0) return {4, byte & 0x07U, 0x10000};
  return {0, 0, 0};
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Sequence sequence = leading(static_cast<unsigned char>(text[at]));
    if (sequence.size == 0 || sequence.size > text.size() - at) return false;
    std::uint32_t code_point = sequence.bits;
    for (std::size_t i = 1; i < sequence.size; ++i) {
      const auto byte = static_cast<unsigned char>(text[at + i]);
      if ((byte & 0xC0) != 0x80) return false;
      code_point = code_point << 6 | (byte & 0x3FU);
    }
    const bool is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (code_point < sequence.least || code_point > 0x10FFFF || is_surrogate) return false;
    at += sequence.size;
  }
  return true;
}

}  // namespace tassel
