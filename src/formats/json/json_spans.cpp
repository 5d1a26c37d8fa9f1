#include "formats/json/json_spans.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace tassel {

namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kAfterScalar = " \t\r\n,]}";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

std::size_t JsonSpans::skip_space(std::size_t at) const {
  return std::min(text_.find_first_not_of(kSpace, at), text_.size());
}

std::size_t JsonSpans::skip_string(std::size_t at) const {
  for (++at; text_[at] != '"'; ++at) at += text_[at] == '\\';
  return at + 1;
}

std::size_t JsonSpans::skip_value(std::size_t at) const {
  if (text_[at] == '"') return skip_string(at);
  if (text_[at] != '{' && text_[at] != '[') {
    return std::min(text_.find_first_of(kAfterScalar, at), text_.size());
  }
  int depth = 0;
  do {
    at = text_.find_first_of("\"{}[]", at);
    if (text_[at] == '"') {
      at = skip_string(at);
      continue;
    }
    depth += text_[at] == '{' || text_[at] == '[' ? 1 : -1;
    ++at;
  } while (depth > 0);
  return at;
}

JsonSpan JsonSpans::root() const {
  const std::size_t mark = text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const std::size_t begin = skip_space(mark);
  return {begin, skip_value(begin)};
}

std::vector<JsonMember> JsonSpans::members(const JsonSpan& object) const {
  std::vector<JsonMember> members;
  if (text_[object.begin] != '{') return members;
  std::size_t at = skip_space(object.begin + 1);
  while (text_[at] != '}') {
    const JsonSpan key{at, skip_string(at)};
    const std::size_t colon = skip_space(key.end);
    const std::size_t value = skip_space(colon + 1);
    members.push_back({key, {value, skip_value(value)}});
    at = skip_space(members.back().value.end);
    if (text_[at] == ',') at = skip_space(at + 1);
  }
  return members;
}

std::optional<JsonMember> JsonSpans::member(const JsonSpan& object, std::string_view key) const {
  for (const JsonMember& member : members(object)) {
    if (is_string(member.key, key)) return member;
  }
  return std::nullopt;
}

bool JsonSpans::is_string(const JsonSpan& value, std::string_view what) const {
  if (text_[value.begin] != '"') return false;
  const std::string_view quoted = text_.substr(value.begin, value.end - value.begin);
  const std::string_view plain = quoted.substr(1, quoted.size() - 2);
  if (plain.find('\\') == std::string_view::npos) return plain == what;
  return nlohmann::json::parse(quoted) == nlohmann::json(what);
}

std::vector<JsonSpan> JsonSpans::elements(const JsonSpan& array) const {
  std::vector<JsonSpan> elements;
  if (text_[array.begin] != '[') return elements;
  std::size_t at = skip_space(array.begin + 1);
  while (text_[at] != ']') {
    elements.push_back({at, skip_value(at)});
    at = skip_space(elements.back().end);
    if (text_[at] == ',') at = skip_space(at + 1);
  }
  return elements;
}

bool JsonSpans::is_empty(const JsonSpan& container) const {
  return skip_space(container.begin + 1) + 1 == container.end;
}

void TextEdits::replace(const JsonSpan& span, std::string what) {
  const auto behind =
      std::upper_bound(edits_.begin(), edits_.end(), span.begin,
                       [](std::size_t begin, const Edit& edit) { return begin < edit.span.begin; });
  edits_.insert(behind, {span, std::move(what)});
}

void TextEdits::append_to(const JsonSpan& container, std::size_t last_end, bool is_empty,
                          std::string_view what) {
  if (is_empty) {
    insert(container.begin + 1, std::string(what));
  } else {
    insert(last_end, "," + std::string(what));
  }
}

void TextEdits::append_to_array(const JsonSpan& array, std::string_view items) {
  // What stands before the closing bracket is white space: the last element ends before it.
  const std::size_t last = text_.find_last_not_of(kSpace, array.end - 2);
  append_to(array, last + 1, JsonSpans(text_).is_empty(array), items);
}

void TextEdits::add_member(const JsonSpan& object, std::string_view key, std::string_view value) {
  const std::size_t last = text_.find_last_not_of(kSpace, object.end - 2);
  append_to(object, last + 1, JsonSpans(text_).is_empty(object),
            "\"" + std::string(key) + "\":" + std::string(value));
}

std::string TextEdits::apply() const {
  std::size_t size = text_.size();
  for (const Edit& edit : edits_) size += edit.what.size();
  std::string out;
  out.reserve(size);
  std::size_t copied = 0;
  for (const Edit& edit : edits_) {
    out += text_.substr(copied, edit.span.begin - copied);
    out += edit.what;
    copied = edit.span.end;
  }
  out += text_.substr(copied);
  return out;
}

std::string without(std::string_view text, const std::vector<JsonSpan>& spans, std::size_t index) {
  JsonSpan gone = spans[index];
  if (index + 1 < spans.size()) {
    gone.end = spans[index + 1].begin;
  } else if (index > 0) {
    gone.begin = spans[index - 1].end;
  }
  return std::string(text.substr(0, gone.begin)) + std::string(text.substr(gone.end));
}

}  // namespace tassel
