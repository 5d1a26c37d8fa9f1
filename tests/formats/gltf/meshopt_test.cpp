// Views compressed by meshoptimizer. What filters yield is by EXT_meshopt_compression, appendix A.

#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>

#include "formats/gltf/gltf_builder.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel {
namespace {

using test::Bytes;
using test::bytes_of;
using test::GltfBuilder;
using test::kF32;
using test::kI16;
using test::kI8;
using test::kU16;
using test::kU32;
using test::read_character;
using test::refusal;
using Json = nlohmann::ordered_json;

Bytes to_stream(std::vector<unsigned char> buffer, std::size_t size) {
  EXPECT_GT(size, 0U);
  buffer.resize(size);
  return bytes_of(buffer);
}

Bytes encode_vertices(const Bytes& vertices, std::size_t stride) {
  const std::size_t count = vertices.size() / stride;
  std::vector<unsigned char> buffer(meshopt_encodeVertexBufferBound(count, stride));
  const std::size_t size =
      meshopt_encodeVertexBuffer(buffer.data(), buffer.size(), vertices.data(), count, stride);
  return to_stream(std::move(buffer), size);
}

Bytes encode_triangles(const std::vector<unsigned>& indices, std::size_t vertices) {
  std::vector<unsigned char> buffer(meshopt_encodeIndexBufferBound(indices.size(), vertices));
  const std::size_t size =
      meshopt_encodeIndexBuffer(buffer.data(), buffer.size(), indices.data(), indices.size());
  return to_stream(std::move(buffer), size);
}

Bytes encode_sequence(const std::vector<unsigned>& indices, std::size_t vertices) {
  std::vector<unsigned char> buffer(meshopt_encodeIndexSequenceBound(indices.size(), vertices));
  const std::size_t size =
      meshopt_encodeIndexSequence(buffer.data(), buffer.size(), indices.data(), indices.size());
  return to_stream(std::move(buffer), size);
}

/// A view of `count` elements that the stream holds; its number. The view itself lies in a
/// buffer that isn't there.
int add_compressed(GltfBuilder& file, const Bytes& stream, std::size_t count, std::size_t stride,
                   const char* mode, const char* filter = "NONE") {
  const int view = file.add_view(stream);
  Json& json = file.json["bufferViews"][view];
  Json compression = json;
  compression.update(
      {{"byteStride", stride}, {"count", count}, {"mode", mode}, {"filter", filter}});
  json = {{"buffer", 1},
          {"byteLength", count * stride},
          {"extensions", {{"EXT_meshopt_compression", compression}}}};
  if (std::string(mode) == "ATTRIBUTES") json["byteStride"] = stride;
  file.json["buffers"][1] = {{"byteLength", 1 << 20}};
  return view;
}

/// A file whose node 0 shows one triangle of these compressed positions.
GltfBuilder show_positions(const Bytes& positions, std::size_t stride, int component_type,
                           const char* filter) {
  GltfBuilder file;
  const int view =
      add_compressed(file, encode_vertices(positions, stride), 3, stride, "ATTRIBUTES", filter);
  const int accessor = file.add_accessor(view, 3, "VEC3", component_type);
  file.json["accessors"][accessor]["normalized"] = component_type != kF32;
  file.show({{"attributes", {{"POSITION", accessor}}}});
  return file;
}

// gltfpack's box: corners at half a metre, 12 triangles of half a square metre.
TEST(Meshopt, TheBoxIsABox) {
  const char* file = "gltf/BoxMeshopt.glb";
  TASSEL_REQUIRE_SHARED_DATA(file);
  std::string text = read_text(shared_data(file));
  for (const char* extension : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
    for (std::size_t at = 0; (at = text.find("EXT_meshopt", at)) != std::string::npos; ++at) {
      text.replace(at, 3, std::string(extension).substr(0, 3));
    }
    const Character character = read_character(to_bytes(text));
    ASSERT_EQ(character.meshes.size(), 1U);
    const Mesh& mesh = character.meshes[0];
    ASSERT_EQ(mesh.positions.size(), 24U);
    ASSERT_EQ(mesh.triangles.size(), 36U);
    const Affined node = to_affine(character.skeleton.joints[0].reference_ls);
    std::vector<Vec3d> corners;
    for (const Vec3f& p : mesh.positions) {
      const Vec3d at = apply(node, Vec3d{double(p.x), double(p.y), double(p.z)});
      for (const double x : {at.x, at.y, at.z}) EXPECT_NEAR(std::abs(x), 0.5, 1e-8);
      corners.push_back(at);
    }
    for (std::size_t i = 0; i < 36; i += 3) {
      const Vec3d& a = corners[mesh.triangles[i]];
      const Vec3d normal =
          cross(corners[mesh.triangles[i + 1]] - a, corners[mesh.triangles[i + 2]] - a);
      EXPECT_NEAR(length(normal) / 2, 0.5, 1e-7);
      EXPECT_GT(dot(normal, a), 0.0);  // Outwards.
    }
  }
}

TEST(Meshopt, FloatsWithoutAFilter) {
  const std::vector<float> numbers{1, 2, 3, 4, 5, 6, -7, 8e10F, 0.1F};
  const Mesh mesh =
      read_character(show_positions(bytes_of(numbers), 12, kF32, "NONE")).meshes.at(0);
  EXPECT_EQ(mesh.positions[2].x, -7.0F);
  EXPECT_EQ(mesh.positions[2].y, 8e10F);
  EXPECT_EQ(mesh.positions[2].z, 0.1F);
}

// Eight bits of exponent above 24 of a signed mantissa: 3 · 2^-1, −5 · 2^3, 1 · 2^0.
TEST(Meshopt, ExponentialFilter) {
  const auto packed = [](int exponent, int mantissa) {
    return static_cast<std::uint32_t>(exponent) << 24 |
           (static_cast<std::uint32_t>(mantissa) & 0xFFFFFF);
  };
  std::vector<std::uint32_t> words(9, 0);
  words[0] = packed(-1, 3);
  words[4] = packed(3, -5);
  words[8] = packed(0, 1);
  const Mesh mesh =
      read_character(show_positions(bytes_of(words), 12, kF32, "EXPONENTIAL")).meshes.at(0);
  EXPECT_EQ(mesh.positions[0].x, 1.5F);
  EXPECT_EQ(mesh.positions[1].y, -40.0F);
  EXPECT_EQ(mesh.positions[2].z, 1.0F);
  EXPECT_EQ(mesh.positions[2].x, 0.0F);
}

// x and y on the octahedron |x| + |y| + |z| = 1, whose lower half is folded over its edges.
TEST(Meshopt, OctahedralFilter) {
  const std::vector<std::int8_t> packed{127, 0, 127, 0, 0, 0, 127, 0, 127, 127, 127, 0};
  const Mesh mesh =
      read_character(show_positions(bytes_of(packed), 4, kI8, "OCTAHEDRAL")).meshes.at(0);
  EXPECT_EQ(mesh.positions[0].x, 1.0F);
  EXPECT_EQ(mesh.positions[0].z, 0.0F);
  EXPECT_EQ(mesh.positions[1].z, 1.0F);
  EXPECT_EQ(mesh.positions[2].z, -1.0F);
}

// Three components as shares of 1/√2; the fourth number's low bits say which one is left out.
TEST(Meshopt, QuaternionFilter) {
  GltfBuilder file;
  file.add<float>({0, 1}, "SCALAR", kF32);
  const std::vector<std::int16_t> packed{0, 0, 0, 32767, 32767, 0, 0, 32767};
  const int view =
      add_compressed(file, encode_vertices(bytes_of(packed), 8), 2, 8, "ATTRIBUTES", "QUATERNION");
  const int accessor = file.add_accessor(view, 2, "VEC4", kI16);
  file.json["accessors"][accessor]["normalized"] = true;
  file.json["animations"] = Json::parse(R"([{
    "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}],
    "samplers": [{"input": 0, "output": 1}]}])");
  const Character character = read_character(file);
  const std::vector<float>& values = character.animations.at(0).tracks.at(0).values;
  EXPECT_EQ(values[3], 1.0F);
  EXPECT_NEAR(values[4], std::sqrt(0.5), 2e-5);  // 16 bits.
  EXPECT_NEAR(values[7], std::sqrt(0.5), 2e-5);
  EXPECT_EQ(values[5], 0.0F);
}

TEST(Meshopt, IndicesOfBothKindsAndSizes) {
  const std::vector<unsigned> indices{0, 1, 2, 2, 1, 3, 3, 1, 0};
  GltfBuilder file;
  const int positions = file.add<float>(std::vector<float>(12, 1.0F), "VEC3", kF32);
  for (const int size : {2, 4}) {
    for (const char* mode : {"TRIANGLES", "INDICES"}) {
      SCOPED_TRACE(testing::Message() << mode << " of " << size << " bytes");
      const Bytes stream =
          mode[0] == 'T' ? encode_triangles(indices, 4) : encode_sequence(indices, 4);
      const int view = add_compressed(file, stream, 9, size, mode);
      file.show({{"attributes", {{"POSITION", positions}}},
                 {"indices", file.add_accessor(view, 9, "SCALAR", size == 2 ? kU16 : kU32)}});
      const std::vector<std::uint32_t> read = read_character(file).meshes.at(0).triangles;
      ASSERT_EQ(read.size(), 9U);
      // The encoder may begin each triangle at another of its corners.
      for (std::size_t i = 0; i < 9; i += 3) {
        EXPECT_TRUE(std::is_permutation(&read[i], &read[i] + 3, &indices[i]));
      }
    }
  }
}

TEST(Meshopt, WhatDoesNotFitIsRefused) {
  const std::vector<float> numbers{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const GltfBuilder sound = show_positions(bytes_of(numbers), 12, kF32, "NONE");
  const std::string compression = "/bufferViews/0/extensions/EXT_meshopt_compression";
  const auto refused = [&](auto change) {
    GltfBuilder file = sound;
    change(file.json["bufferViews"][0]["extensions"]["EXT_meshopt_compression"]);
    return refusal(file);
  };
  EXPECT_EQ(refused([](Json& j) { j["mode"] = "POINTS"; }).place(), compression + "/mode");
  EXPECT_EQ(refused([](Json& j) { j["filter"] = "COLOR"; }).to_string(),
            compression + "/filter: the filter 'COLOR' isn't read");
  for (const int stride : {0, 2, 10, 260}) {
    EXPECT_EQ(refused([&](Json& j) { j["byteStride"] = stride; }).place(),
              compression + "/byteStride");
  }
  for (const char* filter : {"OCTAHEDRAL", "QUATERNION"}) {
    EXPECT_EQ(refused([&](Json& j) { j["filter"] = filter; }).place(), compression + "/byteStride");
  }
  EXPECT_EQ(refused([](Json& j) { j["mode"] = "INDICES"; }).place(), compression + "/byteStride");
  EXPECT_EQ(refused([](Json& j) {
              j.update({{"mode", "TRIANGLES"}, {"byteStride", 4}, {"count", 4}});
            }).place(),
            compression + "/count");
  EXPECT_EQ(refused([](Json& j) { j["count"] = 2; }).what(),
            "the compressed data doesn't fill the view");
  EXPECT_EQ(refused([](Json& j) { j["count"] = 4'000'000'000; }).what(),
            "the data grows to more than 64 times the file's, which no sound file's does");
  EXPECT_EQ(refused([](Json& j) { j["byteLength"] = 20; }).what(),
            "the compressed data is damaged");
  EXPECT_EQ(refused([](Json& j) { j["byteLength"] = 4'000'000'000; }).place(), compression);
  EXPECT_EQ(refused([](Json& j) { j["buffer"] = 1; }).place(), "/buffers/1");
  GltfBuilder newer = sound;
  newer.binary[0] = std::byte{0xA1};
  EXPECT_EQ(refusal(newer).code(), StatusCode::kUnsupported);
  EXPECT_EQ(refusal(newer).what(),
            "the data is of version 1 of meshoptimizer's encoding; up to 0 is read");
}

}  // namespace
}  // namespace tassel
