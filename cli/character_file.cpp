#include "character_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "commands.h"
#include "files.h"

namespace tassel::cli {
namespace {

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

bool is_glb(std::span<const std::byte> bytes) { return text_of(bytes).starts_with("glTF"); }

bool is_character(std::span<const std::byte> bytes) {
  if (is_glb(bytes)) return true;
  const std::string_view text = text_of(bytes);
  const std::size_t first = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  return first != std::string_view::npos && text[first] == '{' &&
         text.find("\"asset\"") != std::string_view::npos;
}

bool is_bvh(std::span<const std::byte> bytes) {
  std::string_view text = text_of(bytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  constexpr std::string_view kFirstWord = "HIERARCHY";
  return text.size() >= kFirstWord.size() &&
         std::equal(kFirstWord.begin(), kFirstWord.end(), text.begin(), [](char word, char read) {
           return word == std::toupper(static_cast<unsigned char>(read));
         });
}

CharacterFile read_character_file(const std::string& path, Progress& progress) {
  progress.begin("reading " + path);
  CharacterFile file{path, read_file(path), {}};
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const auto resource = [&](std::string_view uri, std::vector<std::byte>& bytes) {
    bytes = read_file((folder / uri).string());
    return Status();
  };
  require(read_gltf(file.bytes, resource, file.character), path);
  return file;
}

CharacterFile read_motion_file(const std::string& path, Progress& progress) {
  std::vector<std::byte> bytes = read_file(path);
  if (!is_bvh(bytes)) return read_character_file(path, progress);
  progress.begin("reading " + path);
  CharacterFile file{path, std::move(bytes), {}};
  require(read_bvh(text_of(file.bytes), file.character), path);
  return file;
}

}  // namespace tassel::cli
