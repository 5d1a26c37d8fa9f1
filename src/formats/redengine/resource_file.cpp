#include "formats/redengine/resource_file.h"

#include "formats/redengine/cr2w_resource.h"
#include "formats/redengine/cr2w_tables.h"
#include "formats/redengine/json_resource.h"

namespace tassel::red {

namespace {

/// What JSON may start with, even where it is malformed further on.
bool starts_like_json(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  constexpr std::string_view kFirst = "{[\"";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && kFirst.find(text[start]) != std::string_view::npos;
}

}  // namespace

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Status read_resource(std::span<const std::byte> bytes, std::string_view root_class,
                     Resource& resource) {
  if (bytes.empty()) return {StatusCode::kUnreadable, "", "the file is empty"};
  if (is_cr2w(bytes)) return decode_cr2w(bytes, root_class, resource);
  if (starts_like_json(as_text(bytes))) return decode_json(as_text(bytes), root_class, resource);
  return {StatusCode::kUnreadable, "byte 0", "neither a CR2W file nor JSON"};
}

}  // namespace tassel::red
