// Where numbers of a file come from, seen by what they move.

#include <gtest/gtest.h>

#include "formats/gltf/gltf_builder.h"
#include "tassel/gltf.h"

namespace tassel {
namespace {

using test::GltfBuilder;
using test::kF32;
using test::kI8;
using test::kU16;
using test::kU32;
using test::kU8;
using test::read_character;
using test::refusal;
using Json = nlohmann::ordered_json;

/// Three keys of a scale: accessor 1, whose values are 1 to 9.
GltfBuilder three_scales() {
  GltfBuilder file;
  file.add<float>({0, 1, 2}, "SCALAR", kF32);
  file.add<float>({1, 2, 3, 4, 5, 6, 7, 8, 9}, "VEC3", kF32);
  file.json["animations"] = Json::parse(R"([{
    "channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}],
    "samplers": [{"input": 0, "output": 1}]}])");
  return file;
}

std::vector<float> values_of(const GltfBuilder& file) {
  const Character character = read_character(file);
  return character.animations.empty() ? std::vector<float>{}
                                      : character.animations[0].tracks[0].values;
}

/// Replaces elements 0 and 2.
template <class Index>
GltfBuilder sparse_scales(int index_type, Index first = 0, Index second = 2) {
  GltfBuilder file = three_scales();
  const int indices = file.add_view(test::bytes_of<Index>({first, second}));
  const int values = file.add_view(test::bytes_of<float>({-1, -2, -3, -7, -8, -9}));
  file.json["accessors"][1]["sparse"] = {
      {"count", 2},
      {"indices", {{"bufferView", indices}, {"componentType", index_type}}},
      {"values", {{"bufferView", values}}}};
  return file;
}

TEST(Accessor, SparseElementsReplaceThoseOfTheView) {
  const std::vector<float> wanted{-1, -2, -3, 4, 5, 6, -7, -8, -9};
  EXPECT_EQ(values_of(sparse_scales<std::uint8_t>(kU8)), wanted);
  EXPECT_EQ(values_of(sparse_scales<std::uint16_t>(kU16)), wanted);
  EXPECT_EQ(values_of(sparse_scales<std::uint32_t>(kU32)), wanted);
}

TEST(Accessor, SparseElementsOfAStridedView) {
  GltfBuilder file = sparse_scales<std::uint8_t>(kU8);
  const int view = file.add_view(test::bytes_of<float>({1, 2, 3, 99, 4, 5, 6, 99, 7, 8, 9}));
  file.json["bufferViews"][view]["byteStride"] = 16;
  file.json["accessors"][1]["bufferView"] = view;
  EXPECT_EQ(values_of(file), (std::vector<float>{-1, -2, -3, 4, 5, 6, -7, -8, -9}));
}

TEST(Accessor, WithoutAViewAllIsZeroButWhatIsSparse) {
  GltfBuilder file = sparse_scales<std::uint8_t>(kU8);
  file.json["accessors"][1].erase("bufferView");
  EXPECT_EQ(values_of(file), (std::vector<float>{-1, -2, -3, 0, 0, 0, -7, -8, -9}));
  file.json["accessors"][1].erase("sparse");
  EXPECT_EQ(values_of(file), std::vector<float>(9, 0.0F));
}

TEST(Accessor, SparseIndicesIncreaseAndStayWithinTheElements) {
  const std::string place = "/accessors/1/sparse/indices";
  EXPECT_EQ(refusal(sparse_scales<std::uint8_t>(kU8, 0, 3)).place(), place);
  EXPECT_EQ(refusal(sparse_scales<std::uint8_t>(kU8, 1, 1)).place(), place);
  EXPECT_EQ(refusal(sparse_scales<std::uint8_t>(kU8, 2, 0)).place(), place);
  EXPECT_EQ(refusal(sparse_scales<std::uint32_t>(kU32, 0, 0xFFFFFFFF)).place(), place);
  EXPECT_EQ(refusal(sparse_scales<std::int8_t>(kI8)).place(), place + "/componentType");
}

TEST(Accessor, SparseDataLiesWithinItsViews) {
  const auto place = [](auto change) {
    GltfBuilder file = sparse_scales<std::uint8_t>(kU8);
    change(file.json["accessors"][1]["sparse"]);
    return refusal(file).place();
  };
  EXPECT_EQ(place([](Json& j) { j["count"] = 4; }), "/accessors/1/sparse/count");
  EXPECT_EQ(place([](Json& j) { j["count"] = 3; }), "/accessors/1/sparse/indices");
  EXPECT_EQ(place([](Json& j) { j["values"]["byteOffset"] = 1; }), "/accessors/1/sparse/values");
  EXPECT_EQ(place([](Json& j) { j["values"]["bufferView"] = 9; }),
            "/accessors/1/sparse/values/bufferView");
}

// Nothing in a file of a few hundred bytes stands for these.
TEST(Accessor, FourBillionZerosAreRefused) {
  GltfBuilder file = three_scales();
  file.json["accessors"][1].erase("bufferView");
  file.json["accessors"][1]["count"] = 4'294'967'295;
  EXPECT_EQ(refusal(file).place(), "/accessors/1");
  file.json["accessors"][0].erase("bufferView");
  file.json["accessors"][0]["count"] = 4'294'967'295;
  EXPECT_EQ(refusal(file).place(), "/accessors/0");
}

}  // namespace
}  // namespace tassel
