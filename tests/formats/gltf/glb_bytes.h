#pragma once
// GLBs put together and taken apart by the specification alone (glTF 2.0, section 4.4), so that
// the reader and the writer are each tested against something else than the other.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tassel::test {

using Bytes = std::vector<std::byte>;

template <class T>
void append(T value, Bytes& bytes) {
  std::byte raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.insert(bytes.end(), raw, raw + sizeof(T));
}

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  Bytes bytes;
  for (const T value : values) append(value, bytes);
  return bytes;
}

inline Bytes make_glb(std::string json, Bytes binary) {
  while (json.size() % 4 != 0) json += ' ';
  while (binary.size() % 4 != 0) binary.push_back(std::byte{0});
  Bytes glb;
  const std::size_t binary_chunk = binary.empty() ? 0 : 8 + binary.size();
  append<std::uint32_t>(0x46546C67, glb);
  append<std::uint32_t>(2, glb);
  append(static_cast<std::uint32_t>(12 + 8 + json.size() + binary_chunk), glb);
  append(static_cast<std::uint32_t>(json.size()), glb);
  append<std::uint32_t>(0x4E4F534A, glb);
  for (const char c : json) glb.push_back(static_cast<std::byte>(c));
  if (binary.empty()) return glb;
  append(static_cast<std::uint32_t>(binary.size()), glb);
  append<std::uint32_t>(0x004E4942, glb);
  glb.insert(glb.end(), binary.begin(), binary.end());
  return glb;
}

/// A well-formed GLB's two chunks.
struct ParsedGlb {
  nlohmann::json json;
  Bytes binary;

  /// All numbers of a tightly packed accessor.
  template <class T>
  [[nodiscard]] std::vector<T> values(std::size_t accessor) const {
    const nlohmann::json& a = json["accessors"][accessor];
    const nlohmann::json& view = json["bufferViews"][a["bufferView"].get<std::size_t>()];
    static const std::map<std::string, std::size_t> kComponents{
        {"SCALAR", 1}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    const std::size_t count =
        a["count"].get<std::size_t>() * kComponents.at(a["type"].get<std::string>());
    EXPECT_EQ(view["byteLength"], count * sizeof(T));
    std::vector<T> result(count);
    std::memcpy(result.data(), binary.data() + view["byteOffset"].get<std::size_t>(),
                count * sizeof(T));
    return result;
  }
};

inline ParsedGlb parse_glb(const Bytes& glb) {
  const auto word = [&](std::size_t offset) {
    std::uint32_t value = 0;
    std::memcpy(&value, glb.data() + offset, 4);
    return value;
  };
  EXPECT_EQ(word(0), 0x46546C67U);
  EXPECT_EQ(word(4), 2U);
  EXPECT_EQ(word(8), glb.size());
  const std::size_t json_size = word(12);
  EXPECT_EQ(word(16), 0x4E4F534AU);
  EXPECT_EQ(json_size % 4, 0U);
  const auto* json = reinterpret_cast<const char*>(glb.data()) + 20;
  ParsedGlb parsed{nlohmann::json::parse(json, json + json_size), {}};
  const std::size_t binary = 20 + json_size;
  if (binary == glb.size()) return parsed;
  EXPECT_EQ(word(binary + 4), 0x004E4942U);
  EXPECT_EQ(word(binary) % 4, 0U);
  EXPECT_EQ(binary + 8 + word(binary), glb.size());
  parsed.binary.assign(glb.begin() + static_cast<std::ptrdiff_t>(binary + 8), glb.end());
  return parsed;
}

}  // namespace tassel::test
