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

inline constexpr std::uint32_t kGlbMagic = 0x46546C67;
inline constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
inline constexpr std::uint32_t kBinaryChunk = 0x004E4942;

inline Bytes make_glb(std::string json, Bytes binary) {
  while (json.size() % 4 != 0) json += ' ';
  while (binary.size() % 4 != 0) binary.push_back(std::byte{0});
  Bytes glb;
  const std::size_t binary_chunk = binary.empty() ? 0 : 8 + binary.size();
  append(kGlbMagic, glb);
  append<std::uint32_t>(2, glb);
  append(static_cast<std::uint32_t>(12 + 8 + json.size() + binary_chunk), glb);
  append(static_cast<std::uint32_t>(json.size()), glb);
  append(kJsonChunk, glb);
  for (const char c : json) glb.push_back(static_cast<std::byte>(c));
  if (binary.empty()) return glb;
  append(static_cast<std::uint32_t>(binary.size()), glb);
  append(kBinaryChunk, glb);
  glb.insert(glb.end(), binary.begin(), binary.end());
  return glb;
}

struct GlbChunk {
  std::uint32_t type = 0;
  Bytes data;

  [[nodiscard]] std::string text() const {
    return {reinterpret_cast<const char*>(data.data()), data.size()};
  }
};

/// Every chunk of a well-formed GLB.
inline std::vector<GlbChunk> chunks_of(const Bytes& glb) {
  const auto word = [&](std::size_t offset) {
    std::uint32_t value = 0;
    std::memcpy(&value, glb.data() + offset, 4);
    return value;
  };
  EXPECT_EQ(word(0), kGlbMagic);
  EXPECT_EQ(word(4), 2U);
  EXPECT_EQ(word(8), glb.size());
  std::vector<GlbChunk> chunks;
  std::size_t at = 12;
  while (at + 8 <= glb.size() && word(at) <= glb.size() - at - 8) {
    const auto first = glb.begin() + static_cast<std::ptrdiff_t>(at + 8);
    EXPECT_EQ(word(at) % 4, 0U);
    chunks.push_back({word(at + 4), Bytes(first, first + word(at))});
    at += 8 + word(at);
  }
  EXPECT_EQ(at, glb.size());
  return chunks;
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
  const std::vector<GlbChunk> chunks = chunks_of(glb);
  EXPECT_EQ(chunks.at(0).type, kJsonChunk);
  EXPECT_LE(chunks.size(), 2U);
  ParsedGlb parsed{nlohmann::json::parse(chunks[0].text()), {}};
  if (chunks.size() == 1) return parsed;
  EXPECT_EQ(chunks[1].type, kBinaryChunk);
  parsed.binary = chunks[1].data;
  return parsed;
}

}  // namespace tassel::test
