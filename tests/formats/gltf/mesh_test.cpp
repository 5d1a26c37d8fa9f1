// Meshes as nodes show them: triangles, influences, and what bounds them.

#include <gtest/gtest.h>

#include "formats/gltf/gltf_builder.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel {
namespace {

using test::GltfBuilder;
using test::kF32;
using test::kI16;
using test::kU16;
using test::kU32;
using test::kU8;
using test::read_character;
using test::refusal;
using Json = nlohmann::ordered_json;
using Indices = std::vector<std::uint32_t>;

/// Five vertices at (i, 0, 0), and the primitive that shows them without indices.
GltfBuilder five_vertices() {
  GltfBuilder file;
  const int positions =
      file.add<float>({0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0}, "VEC3", kF32);
  file.show({{"attributes", {{"POSITION", positions}}}});
  return file;
}

Json& primitive(GltfBuilder& file) { return file.json["meshes"][0]["primitives"][0]; }

template <class T>
GltfBuilder indexed(const std::vector<T>& indices, int type) {
  GltfBuilder file = five_vertices();
  primitive(file)["indices"] = file.add<T>(indices, "SCALAR", type);
  return file;
}

TEST(GltfMesh, IndicesOfEverySize) {
  const Indices wanted{0, 1, 2, 2, 3, 4};
  for (const Mesh& mesh :
       {read_character(indexed<std::uint8_t>({0, 1, 2, 2, 3, 4}, kU8)).meshes.at(0),
        read_character(indexed<std::uint16_t>({0, 1, 2, 2, 3, 4}, kU16)).meshes.at(0),
        read_character(indexed<std::uint32_t>({0, 1, 2, 2, 3, 4}, kU32)).meshes.at(0)}) {
    EXPECT_EQ(mesh.triangles, wanted);
    EXPECT_EQ(mesh.positions.size(), 5U);
    EXPECT_EQ(mesh.name, "shown");
    EXPECT_EQ(mesh.joint, 0);
    EXPECT_EQ(mesh.skin, -1);
    EXPECT_EQ(mesh.influences, 0);
    EXPECT_TRUE(mesh.joints.empty());
  }
}

// glTF 2.0, section 3.7.2.1: a strip's triangle i is (i, i+1+i%2, i+2−i%2), a fan's (i+1, i+2, 0).
TEST(GltfMesh, StripsFansAndListsWithoutIndices) {
  GltfBuilder file = five_vertices();
  const auto triangles = [&](int mode) {
    primitive(file)["mode"] = mode;
    return read_character(file).meshes.at(0).triangles;
  };
  EXPECT_EQ(triangles(4), (Indices{0, 1, 2}));  // Two vertices are left over.
  EXPECT_EQ(triangles(5), (Indices{0, 1, 2, 1, 3, 2, 2, 3, 4}));
  EXPECT_EQ(triangles(6), (Indices{1, 2, 0, 2, 3, 0, 3, 4, 0}));
  primitive(file)["mode"] = 7;
  EXPECT_EQ(refusal(file).place(), "/meshes/0/primitives/0/mode");
}

TEST(GltfMesh, PointsLinesAndPrimitivesWithoutPositionsAreLeftOut) {
  GltfBuilder file = five_vertices();
  for (const int mode : {0, 1, 2, 3}) {
    primitive(file)["mode"] = mode;
    const Character character = read_character(file);
    EXPECT_TRUE(character.meshes.empty());
    EXPECT_TRUE(character.notes.empty());
  }
  primitive(file)["mode"] = 4;
  primitive(file)["attributes"].erase("POSITION");
  EXPECT_TRUE(read_character(file).meshes.empty());
}

TEST(GltfMesh, VerticesThatNoTriangleUsesAreLeftOut) {
  const Mesh mesh = read_character(indexed<std::uint8_t>({4, 1, 3}, kU8)).meshes.at(0);
  ASSERT_EQ(mesh.positions.size(), 3U);
  EXPECT_EQ(mesh.positions[0].x, 1.0F);
  EXPECT_EQ(mesh.positions[1].x, 3.0F);
  EXPECT_EQ(mesh.positions[2].x, 4.0F);
  EXPECT_EQ(mesh.triangles, (Indices{2, 0, 1}));
}

TEST(GltfMesh, IndicesOfNoVertexAreRefused) {
  EXPECT_EQ(refusal(indexed<std::uint8_t>({0, 1, 5}, kU8)).to_string(),
            "/meshes/0/primitives/0/indices: an index is 5, but there are 5 vertices");
  EXPECT_EQ(refusal(indexed<std::uint32_t>({0, 1, 0xFFFFFFFF}, kU32)).place(),
            "/meshes/0/primitives/0/indices");
  EXPECT_EQ(refusal(indexed<std::int16_t>({0, 1, 2}, kI16)).place(),
            "/meshes/0/primitives/0/indices");
}

// KHR_mesh_quantization: integers as they are, or as fractions where they are normalized.
TEST(GltfMesh, QuantisedPositionsBecomeFloats) {
  GltfBuilder file;
  const int positions = file.add<std::int16_t>({-32767, 5, 0, 32767, 6, 0, 0, 7, 0}, "VEC3", kI16);
  file.show({{"attributes", {{"POSITION", positions}}}});
  const Mesh whole = read_character(file).meshes.at(0);
  EXPECT_EQ(whole.positions[0].x, -32767.0F);
  EXPECT_EQ(whole.positions[2].y, 7.0F);
  file.json["accessors"][0]["normalized"] = true;
  const Mesh fractions = read_character(file).meshes.at(0);
  EXPECT_EQ(fractions.positions[0].x, -1.0F);
  EXPECT_EQ(fractions.positions[1].x, 1.0F);
}

TEST(GltfMesh, PositionsAreFinite) {
  GltfBuilder file;
  const int positions = file.add<std::uint32_t>({0, 0, 0, 0, 0x7FC00000, 0, 0, 0, 0}, "VEC3", kF32);
  file.show({{"attributes", {{"POSITION", positions}}}});
  EXPECT_EQ(refusal(file).place(), "/meshes/0/primitives/0/attributes/POSITION");
}

/// Three vertices with four influences each, shown by a node with a skin of two joints.
GltfBuilder skinned() {
  GltfBuilder file;
  const int positions = file.add<float>(std::vector<float>(9, 1.0F), "VEC3", kF32);
  const int joints = file.add<std::uint8_t>({0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1}, "VEC4", kU8);
  const int weights = file.add<float>({1, 2, 0, 0, 0.5F, 0.25F, 0, 0, 0, 0, 0, 0}, "VEC4", kF32);
  file.show(
      {{"attributes", {{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}}}});
  file.json["nodes"].push_back({{"name", "bone"}});
  file.json["skins"] = {{{"joints", {1, 0}}}};
  file.json["nodes"][0]["skin"] = 0;
  return file;
}

TEST(GltfMesh, InfluencesAsStored) {
  const Mesh mesh = read_character(skinned()).meshes.at(0);
  EXPECT_EQ(mesh.skin, 0);
  EXPECT_EQ(mesh.influences, 4);
  EXPECT_EQ(mesh.joints, (std::vector<std::uint16_t>{0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(mesh.weights, (std::vector<float>{1, 2, 0, 0, 0.5F, 0.25F, 0, 0, 0, 0, 0, 0}));
}

TEST(GltfMesh, ASecondSetGivesEightInfluencesAVertex) {
  GltfBuilder file = skinned();
  Json& attributes = primitive(file)["attributes"];
  attributes["JOINTS_1"] =
      file.add<std::uint16_t>({1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0}, "VEC4", kU16);
  attributes["WEIGHTS_1"] =
      file.add<std::uint8_t>({255, 51, 0, 0, 0, 0, 0, 0, 0, 0, 0, 102}, "VEC4", kU8);
  file.json["accessors"].back()["normalized"] = true;
  const Mesh mesh = read_character(file).meshes.at(0);
  EXPECT_EQ(mesh.influences, 8);
  EXPECT_EQ(std::vector<std::uint16_t>(mesh.joints.begin(), mesh.joints.begin() + 8),
            (std::vector<std::uint16_t>{0, 1, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(std::vector<float>(mesh.weights.begin(), mesh.weights.begin() + 8),
            (std::vector<float>{1, 2, 0, 0, 1, 0.2F, 0, 0}));
  EXPECT_EQ(mesh.weights.back(), 0.4F);
}

TEST(GltfMesh, InfluencesAreLeftOutWhereNoSkinTakesThem) {
  GltfBuilder file = skinned();
  file.json["nodes"][0].erase("skin");
  const Mesh mesh = read_character(file).meshes.at(0);
  EXPECT_EQ(mesh.skin, -1);
  EXPECT_EQ(mesh.influences, 0);
  EXPECT_TRUE(mesh.weights.empty());
}

TEST(GltfMesh, InfluencesThatCannotBeUsedAreRefused) {
  const std::string attributes = "/meshes/0/primitives/0/attributes/";
  GltfBuilder file = skinned();
  file.json["skins"][0]["joints"] = {1};
  EXPECT_EQ(refusal(file).to_string(),
            attributes + "JOINTS_0: a vertex follows joint 1 of a skin of 1");
  const auto place = [](auto change) {
    GltfBuilder changed = skinned();
    change(changed);
    return refusal(changed).place();
  };
  EXPECT_EQ(place([](GltfBuilder& f) { f.json["nodes"][0]["skin"] = 1; }), "/nodes/0/skin");
  EXPECT_EQ(place([](GltfBuilder& f) { f.json["nodes"][0]["mesh"] = 1; }), "/nodes/0/mesh");
  EXPECT_EQ(place([](GltfBuilder& f) { primitive(f)["attributes"].erase("WEIGHTS_0"); }),
            "/meshes/0/primitives/0/attributes");
  EXPECT_EQ(place([](GltfBuilder& f) { f.json["accessors"][1]["count"] = 2; }),
            attributes + "JOINTS_0");
  EXPECT_EQ(place([](GltfBuilder& f) { f.json["accessors"][2]["count"] = 2; }),
            attributes + "WEIGHTS_0");
  EXPECT_EQ(place([](GltfBuilder& f) { f.json["accessors"][1]["componentType"] = kF32; }),
            "/accessors/1");
  EXPECT_EQ(place([](GltfBuilder& f) { f.json["accessors"][2]["componentType"] = kU8; }),
            attributes + "WEIGHTS_0");
  EXPECT_EQ(place([](GltfBuilder& f) {
              primitive(f)["attributes"]["WEIGHTS_0"] =
                  f.add<float>(std::vector<float>(12, -1.0F), "VEC4", kF32);
            }),
            attributes + "WEIGHTS_0");
}

TEST(GltfMesh, EveryNodeThatShowsAMeshHasItsOwn) {
  GltfBuilder file = skinned();
  file.json["nodes"].push_back({{"mesh", 0}});
  file.json["nodes"].push_back({{"mesh", 0}, {"skin", 0}});
  const Character character = read_character(file);
  ASSERT_EQ(character.meshes.size(), 3U);
  EXPECT_EQ(character.meshes[0].joint, 0);
  EXPECT_EQ(character.meshes[1].joint, 2);
  EXPECT_EQ(character.meshes[1].skin, -1);
  EXPECT_EQ(character.meshes[2].joint, 3);
  EXPECT_EQ(character.meshes[2].skin, 0);
  EXPECT_EQ(character.meshes[2].weights, character.meshes[0].weights);
}

TEST(GltfMesh, ManyNodesThatShowOneLargeMeshAreRefused) {
  GltfBuilder file;
  const int positions = file.add<float>(std::vector<float>(3'000, 1.0F), "VEC3", kF32);
  file.show({{"attributes", {{"POSITION", positions}}}, {"mode", 6}});
  for (int i = 1; i < 10'001; ++i) file.json["nodes"].push_back({{"mesh", 0}});
  EXPECT_EQ(refusal(file).what(), "the meshes have more than 10,000,000 vertices");
}

TEST(GltfMesh, ManyNodesThatShowManyNamesAreRefused) {
  GltfBuilder file = five_vertices();
  file.json["meshes"][0]["name"] = std::string(100'000, 'x');
  for (int i = 1; i < 1'000; ++i) file.json["nodes"].push_back({{"mesh", 0}});
  EXPECT_EQ(refusal(file).what(),
            "the data grows to more than 64 times the file's, which no sound file's does");
}

TEST(GltfMesh, DracoIsLeftOutAndNotedUnlessTheDataIsThereToo) {
  GltfBuilder file = five_vertices();
  primitive(file)["extensions"] = {{"KHR_draco_mesh_compression", {{"bufferView", 0}}}};
  EXPECT_EQ(read_character(file).meshes.size(), 1U);
  file.json["accessors"][0].erase("bufferView");
  const Character character = read_character(file);
  EXPECT_TRUE(character.meshes.empty());
  EXPECT_EQ(character.notes,
            std::vector<std::string>{
                "/meshes/0/primitives/0: what KHR_draco_mesh_compression holds is left out"});
}

}  // namespace
}  // namespace tassel
