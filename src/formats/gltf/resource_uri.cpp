#include "formats/gltf/resource_uri.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "formats/json/utf8.h"
#include "skeleton/in_quotes.h"

namespace tassel {

namespace {

constexpr std::string_view kData = "data:";
constexpr std::string_view kBase64 = ";base64";
constexpr std::uint8_t kNoDigit = 0xFF;

Status fault(std::string what) { return {StatusCode::kUnreadable, "", std::move(what)}; }

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::uint8_t, 256> make_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return digits;
}

constexpr std::array<std::uint8_t, 256> kDigits = make_digits();

Status decode_base64(std::string_view text, std::vector<std::byte>& bytes) {
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  if (text.size() % 4 == 1) return fault("the base64 text ends in the middle of a byte");
  std::vector<std::byte> decoded;
  decoded.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int bit_count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint8_t digit = kDigits[static_cast<unsigned char>(text[i])];
    if (digit == kNoDigit) return fault("character " + std::to_string(i) + " isn't base64");
    bits = bits << 6 | digit;
    bit_count += 6;
    if (bit_count < 8) continue;
    bit_count -= 8;
    decoded.push_back(static_cast<std::byte>(bits >> bit_count & 0xFF));
  }
  bytes = std::move(decoded);
  return {};
}

int hexadecimal(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Status decode_percents(std::string_view uri, std::string& text) {
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] != '%') {
      text += uri[i];
      continue;
    }
    const int high = i + 2 < uri.size() ? hexadecimal(uri[i + 1]) : -1;
    const int low = i + 2 < uri.size() ? hexadecimal(uri[i + 2]) : -1;
    if (high < 0 || low < 0)
      return fault("a percent sign isn't followed by two hexadecimal digits");
    text += static_cast<char>(high << 4 | low);
    i += 2;
  }
  return {};
}

bool steps_upwards(std::string_view name) {
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/'), name.size());
    if (name.substr(0, end) == "..") return true;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return false;
}

}  // namespace

bool is_data_uri(std::string_view uri) { return uri.starts_with(kData); }

Status decode_data_uri(std::string_view uri, std::vector<std::byte>& bytes) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(kBase64)) {
    return fault("the data URI isn't in base64");
  }
  return decode_base64(uri.substr(comma + 1), bytes);
}

std::string encode_data_uri(std::span<const std::byte> bytes) {
  std::string uri = "data:application/octet-stream;base64,";
  uri.reserve(uri.size() + (bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < count ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      uri += k <= count ? kAlphabet[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return uri;
}

Status decode_relative_uri(std::string_view uri, std::string& name) {
  std::string decoded;
  if (Status status = decode_percents(uri, decoded); !status.ok()) return status;
  const bool is_text = is_utf8(decoded) && std::none_of(decoded.begin(), decoded.end(), [](char c) {
                         return (c >= 0 && c < ' ') || c == 0x7F;
                       });
  if (decoded.empty() || !is_text) return fault("the URI names no file");
  const std::string_view first_step = std::string_view(decoded).substr(0, decoded.find('/'));
  const bool has_scheme = first_step.find(':') != std::string_view::npos;
  const bool is_absolute = decoded[0] == '/' || decoded.find('\\') != std::string::npos;
  if (has_scheme || is_absolute || steps_upwards(decoded)) {
    return fault("the URI " + in_quotes(decoded) +
                 " leads out of the file's folder, where nothing is read");
  }
  name = std::move(decoded);
  return {};
}

}  // namespace tassel
