#include "terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "formats/json/utf8.h"

namespace tassel::cli {
namespace {

bool is_dumb() {
  const char* term = std::getenv("TERM");
  return term == nullptr || std::string_view(term) == "dumb";
}

bool wants_colour() {
  const char* no_color = std::getenv("NO_COLOR");
  return no_color == nullptr || *no_color == '\0';
}

}  // namespace

Terminal::Terminal(std::FILE* stream)
    : stream_(stream),
      interactive_(isatty(fileno(stream)) == 1 && !is_dumb()),
      colour_(interactive_ && wants_colour()) {}

std::string Terminal::coloured(std::string_view text, std::string_view escape) const {
  return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", escape, text) : std::string(text);
}

std::string Terminal::heading(std::string_view text) const { return coloured(text, "1"); }
std::string Terminal::warning(std::string_view text) const { return coloured(text, "33"); }
std::string Terminal::error(std::string_view text) const { return coloured(text, "1;31"); }

void Terminal::print(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), stream_);
  std::fflush(stream_);
}

std::string printable(std::string_view text) {
  std::string safe(text);
  for (size_t i = 0; i < safe.size(); ++i) {
    const auto byte = static_cast<unsigned char>(safe[i]);
    // U+0080 to U+009F are control characters too; UTF-8 writes them as C2 80 to C2 9F.
    const bool second_control_block =
        byte == 0xC2 && i + 1 < safe.size() && static_cast<unsigned char>(safe[i + 1]) < 0xA0;
    if (byte < 0x20 || byte == 0x7F || second_control_block) safe[i] = '?';
    if (second_control_block) safe.erase(i + 1, 1);
  }
  // Bytes that are no text could be controls of a terminal that reads single bytes.
  if (!is_utf8(safe)) {
    std::replace_if(
        safe.begin(), safe.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; },
        '?');
  }
  return safe;
}

std::string counted(long long count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string indented_lines(std::span<const std::string> sentences) {
  constexpr size_t kMost = 20;
  std::string lines;
  for (const std::string& sentence : sentences.first(std::min(kMost, sentences.size()))) {
    lines += fmt::format("    {}\n", printable(sentence));
  }
  if (sentences.size() > kMost) {
    lines += fmt::format("    … and {} more (`tassel inspect --json` lists all)\n",
                         sentences.size() - kMost);
  }
  return lines;
}

}  // namespace tassel::cli
