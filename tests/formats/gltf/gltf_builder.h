#pragma once
// glTF files put together from their parts, and read.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gltf/glb_bytes.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel::test {

// glTF 2.0's numbers of its component types.
inline constexpr int kI8 = 5120;
inline constexpr int kU8 = 5121;
inline constexpr int kI16 = 5122;
inline constexpr int kU16 = 5123;
inline constexpr int kU32 = 5125;
inline constexpr int kF32 = 5126;

inline std::string base64(const Bytes& bytes) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (i + k < bytes.size() ? std::to_integer<unsigned>(bytes[i + k]) : 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k > bytes.size() ? '=' : kAlphabet[bits >> (18 - 6 * k) & 63];
    }
  }
  return text;
}

/// A file of one node, to which tests add what they are about.
struct GltfBuilder {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(R"({
    "asset": {"version": "2.0"}, "nodes": [{"name": "root"}],
    "accessors": [], "bufferViews": [], "buffers": [{"byteLength": 0}]})");
  Bytes binary;

  /// A view of the bytes; its number.
  int add_view(const Bytes& bytes) {
    while (binary.size() % 4 != 0) binary.push_back(std::byte{0});
    json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", bytes.size()}});
    binary.insert(binary.end(), bytes.begin(), bytes.end());
    json["buffers"][0]["byteLength"] = binary.size();
    return static_cast<int>(json["bufferViews"].size()) - 1;
  }

  /// An accessor of the view's elements; its number.
  int add_accessor(int view, std::size_t count, const std::string& type, int component_type) {
    json["accessors"].push_back({{"bufferView", view},
                                 {"componentType", component_type},
                                 {"count", count},
                                 {"type", type}});
    return static_cast<int>(json["accessors"].size()) - 1;
  }

  template <class T>
  int add(const std::vector<T>& values, const std::string& type, int component_type) {
    const std::size_t components = type == "SCALAR" ? 1
                                   : type == "VEC3" ? 3
                                   : type == "VEC4" ? 4
                                                    : 16;
    return add_accessor(add_view(bytes_of(values)), values.size() / components, type,
                        component_type);
  }

  /// A mesh of one primitive of these attributes, shown by the root.
  void show(const nlohmann::ordered_json& primitive) {
    json["meshes"] = {{{"name", "shown"}, {"primitives", {primitive}}}};
    json["nodes"][0]["mesh"] = 0;
  }

  [[nodiscard]] Bytes glb() const { return make_glb(json.dump(), binary); }

  /// The same as JSON alone, its data in a data URI.
  [[nodiscard]] std::string gltf(
      const std::string& head = "data:application/octet-stream;base64,") const {
    nlohmann::ordered_json text = json;
    text["buffers"][0]["uri"] = head + base64(binary);
    return text.dump();
  }
};

/// What reads the files beside a file.
inline ReadResource beside(const std::filesystem::path& path) {
  return [folder = path.parent_path()](std::string_view uri, Bytes& bytes) {
    const std::string file = (folder / uri).string();
    if (!has_file(file)) return Status(StatusCode::kUnreadable, "", "no such file");
    bytes = read_bytes(file);
    return Status();
  };
}

inline Character read_character(const Bytes& file, const ReadResource& resource = {}) {
  Character character;
  EXPECT_EQ(read_gltf(file, resource, character).to_string(), "ok");
  return character;
}

inline Character read_character(const GltfBuilder& file) { return read_character(file.glb()); }

/// What the reader says of a file that it refuses; what was read before stays.
inline Status refusal(const Bytes& file, const ReadResource& resource = {}) {
  Character character;
  character.notes = {"before"};
  Status status = read_gltf(file, resource, character);
  EXPECT_FALSE(status.ok());
  EXPECT_FALSE(status.what().empty());
  EXPECT_EQ(character.notes, std::vector<std::string>{"before"});
  return status;
}

inline Status refusal(const GltfBuilder& file) { return refusal(file.glb()); }

}  // namespace tassel::test
