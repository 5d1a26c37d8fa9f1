#include "formats/json/json_text.h"

#include <charconv>
#include <cmath>

#include "skeleton/in_quotes.h"

namespace tassel {

namespace {

using Json = nlohmann::ordered_json;

std::string scalar_text(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_flat_array(const Json& value) {
  if (!value.is_array()) return false;
  for (const Json& element : value) {
    if (!element.is_number()) return false;
  }
  return true;
}

bool fits_a_line(const Json& value) {
  if (!value.is_object()) return is_flat_array(value);
  for (const Json& member : value) {
    if (member.is_structured() && !is_flat_array(member)) return false;
  }
  return true;
}

void append_line(const Json& value, std::string& out) {
  if (!value.is_structured()) {
    out += scalar_text(value);
    return;
  }
  out += value.is_object() ? "{" : "[";
  bool first = true;
  for (const auto& [key, member] : value.items()) {
    if (!first) out += ", ";
    first = false;
    if (value.is_object()) out += scalar_text(key) + ": ";
    append_line(member, out);
  }
  out += value.is_object() ? "}" : "]";
}

/// The documents written here nest a handful of levels.
void append(const Json& value, int level, std::string& out) {
  if (!value.is_structured() || value.empty() || fits_a_line(value)) {
    append_line(value, out);
    return;
  }
  const std::string indent(static_cast<std::size_t>(level + 1) * 2, ' ');
  out += value.is_object() ? "{\n" : "[\n";
  bool first = true;
  for (const auto& [key, member] : value.items()) {
    if (!first) out += ",\n";
    first = false;
    out += indent;
    if (value.is_object()) out += scalar_text(key) + ": ";
    append(member, level + 1, out);
  }
  out += "\n" + std::string(static_cast<std::size_t>(level) * 2, ' ');
  out += value.is_object() ? "}" : "]";
}

}  // namespace

std::string json_text(const nlohmann::ordered_json& document) {
  std::string out;
  append(document, 0, out);
  out += "\n";
  return out;
}

std::string json_pointer_step(std::string_view key) {
  std::string step;
  for (const char c : fit_for_a_sentence(key)) {
    step += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
  }
  return step;
}

void append_json_number(double value, std::string& text) {
  if (value == 0 && std::signbit(value)) {
    text += "-0.0";
    return;
  }
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
  text.append(buffer, end);
}

void append_json_numbers(std::initializer_list<double> values, std::string& text) {
  char separator = '[';
  for (const double value : values) {
    text += separator;
    append_json_number(value, text);
    separator = ',';
  }
  text += ']';
}

}  // namespace tassel
