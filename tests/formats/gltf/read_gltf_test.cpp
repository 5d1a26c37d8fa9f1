// Containers, buffers, nodes, skins and animations of characters.

#include <gtest/gtest.h>

#include <cmath>

#include "formats/gltf/gltf_builder.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel {
namespace {

using test::Bytes;
using test::GltfBuilder;
using test::kF32;
using test::read_character;
using test::refusal;
using Json = nlohmann::ordered_json;

/// Nodes 0 "root" and 1 "tip"; the animation "move" moves the tip's translation from (1, 2, 3) to
/// (4, 5, 6) in a second.
GltfBuilder moving_tip() {
  GltfBuilder file;
  file.json["nodes"] = Json::parse(R"([{"name": "root", "children": [1]}, {"name": "tip"}])");
  file.add<float>({0, 1}, "SCALAR", kF32);
  file.add<float>({1, 2, 3, 4, 5, 6}, "VEC3", kF32);
  file.json["animations"] = Json::parse(R"([{"name": "move",
    "channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}],
    "samplers": [{"input": 0, "output": 1}]}])");
  return file;
}

void expect_moving_tip(const Character& character) {
  ASSERT_EQ(character.animations.size(), 1U);
  const Animation& animation = character.animations[0];
  EXPECT_EQ(animation.name, "move");
  EXPECT_EQ(animation.duration, 1.0);
  EXPECT_EQ(animation.times, (std::vector<std::vector<float>>{{0, 1}}));
  ASSERT_EQ(animation.tracks.size(), 1U);
  EXPECT_EQ(animation.tracks[0].joint, 1);
  EXPECT_EQ(animation.tracks[0].times, 0);
  EXPECT_EQ(animation.tracks[0].property, Track::Property::kTranslation);
  EXPECT_EQ(animation.tracks[0].values, (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST(ReadGltf, ReadsAGlb) { expect_moving_tip(read_character(moving_tip())); }

TEST(ReadGltf, ReadsJsonWithDataUris) {
  const GltfBuilder file = moving_tip();
  for (const char* head : {"data:application/octet-stream;base64,",
                           "data:application/gltf-buffer;base64,", "data:;base64,"}) {
    SCOPED_TRACE(head);
    expect_moving_tip(read_character(to_bytes(file.gltf(head))));
  }
  expect_moving_tip(read_character(to_bytes(" \n" + file.gltf())));
  expect_moving_tip(read_character(to_bytes("\xEF\xBB\xBF" + file.gltf())));
}

// RFC 4648, section 10.
TEST(ReadGltf, Base64WithAndWithoutPadding) {
  const auto file = [](const std::string& uri) {
    Json json = Json::parse(R"({"asset": {"version": "2.0"}, "nodes": [{}],
      "buffers": [{"byteLength": 3}], "bufferViews": [{"buffer": 0, "byteLength": 3}],
      "accessors": [{"componentType": 5126, "type": "SCALAR", "count": 1},
        {"bufferView": 0, "componentType": 5121, "normalized": true, "type": "VEC3", "count": 1}],
      "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}],
        "samplers": [{"input": 0, "output": 1}]}]})");
    json["buffers"][0]["uri"] = uri;
    return to_bytes(json.dump());
  };
  for (const char* foob : {"Zm9vYg==", "Zm9vYg"}) {
    const Character character = read_character(file("data:;base64," + std::string(foob)));
    EXPECT_EQ(character.animations[0].tracks[0].values,
              (std::vector<float>{'f' / 255.0F, 'o' / 255.0F, 'o' / 255.0F}));
  }
  for (const char* bad : {"data:;base64,Zm9vY", "data:;base64,Zm9v!g==", "data:;base64,Zm=vYg==",
                          "data:text/plain,foob", "data:"}) {
    EXPECT_EQ(refusal(file(bad)).place(), "/buffers/0/uri") << bad;
  }
}

TEST(ReadGltf, AsksForOtherFilesByTheirDecodedNames) {
  GltfBuilder file = moving_tip();
  file.json["buffers"][0]["uri"] = "sub%20folder/d%C3%A4ta.bin";
  std::string asked;
  expect_moving_tip(
      read_character(to_bytes(file.json.dump()), [&](std::string_view name, Bytes& b) {
        asked = name;
        b = file.binary;
        return Status();
      }));
  EXPECT_EQ(asked, "sub folder/d\xC3\xA4ta.bin");
}

TEST(ReadGltf, FilesThatAreAbsentOrTooShortAreRefused) {
  GltfBuilder file = moving_tip();
  file.json["buffers"][0]["uri"] = "data.bin";
  const Bytes bytes = to_bytes(file.json.dump());
  EXPECT_EQ(refusal(bytes).what(),
            "the data lies in another file, 'data.bin', which isn't at hand");
  const auto fail = [](std::string_view, Bytes&) {
    return Status(StatusCode::kUnreadable, "", "no such file");
  };
  EXPECT_EQ(refusal(bytes, fail).to_string(), "/buffers/0/uri: no such file");
  const auto shorten = [&](std::string_view, Bytes& b) {
    b.assign(file.binary.begin(), file.binary.end() - 1);
    return Status();
  };
  EXPECT_EQ(refusal(bytes, shorten).place(), "/bufferViews/1");
}

TEST(ReadGltf, NeverAsksForWhatLeadsOutOfTheFolder) {
  GltfBuilder file = moving_tip();
  for (const char* uri : {"http://example.org/a.bin", "file:///etc/passwd", "/etc/passwd",
                          "../a.bin", "a/../../b", "%2e%2E/a.bin", "%2Fetc/passwd", "C:/a.bin",
                          "a\\b.bin", "..", "", "a%00b", "a%2", "a%zz", "%FF"}) {
    SCOPED_TRACE(uri);
    file.json["buffers"][0]["uri"] = uri;
    const Status status = refusal(to_bytes(file.json.dump()), [](std::string_view, Bytes&) {
      ADD_FAILURE() << "asked";
      return Status();
    });
    EXPECT_EQ(status.place(), "/buffers/0/uri");
  }
}

// Only what is needed is fetched: images may lie in buffers that are not at hand.
TEST(ReadGltf, LeavesBuffersThatNothingNeeds) {
  GltfBuilder file = moving_tip();
  file.json["buffers"].push_back({{"byteLength", 1000}, {"uri", "images.bin"}});
  expect_moving_tip(read_character(file));
}

TEST(ReadGltf, NamesTheFilesThatBelongToIt) {
  GltfBuilder file = moving_tip();
  file.json["buffers"].push_back({{"byteLength", 1}, {"uri", "more%20data.bin"}});
  file.json["images"] = {{{"uri", "skin.png"}},
                         {{"uri", "data:image/png;base64,AA=="}},
                         {{"bufferView", 0}, {"mimeType", "image/png"}},
                         {{"uri", "skin.png"}},
                         {{"uri", "../elsewhere.png"}}};
  EXPECT_EQ(read_character(file).neighbours,
            (std::vector<std::string>{"more data.bin", "skin.png"}));
}

TEST(ReadGltf, TruncatedAtEveryByte) {
  const Bytes glb = moving_tip().glb();
  for (std::size_t size = 0; size < glb.size(); ++size) {
    (void)refusal(Bytes(glb.begin(), glb.begin() + static_cast<std::ptrdiff_t>(size)));
  }
  const Bytes json = to_bytes(moving_tip().gltf());
  for (std::size_t size = 0; size < json.size(); ++size) {
    (void)refusal(Bytes(json.begin(), json.begin() + static_cast<std::ptrdiff_t>(size)));
  }
}

TEST(ReadGltf, OtherFilesAreToldByTheirFirstBytes) {
  EXPECT_EQ(refusal(to_bytes("HIERARCHY\nROOT hips")).place(), "byte 0");
  EXPECT_EQ(refusal(Bytes{}).place(), "byte 0");
  EXPECT_EQ(refusal(to_bytes("{}")).what(), "'asset' is missing");
}

TEST(ReadGltf, RequiredExtensionsAreKnownOrAboutLooksAlone) {
  GltfBuilder file = moving_tip();
  for (const char* name :
       {"VRM", "VRMC_vrm", "VRMC_springBone", "VRMC_node_constraint", "KHR_mesh_quantization",
        "EXT_meshopt_compression", "KHR_meshopt_compression", "KHR_materials_unlit",
        "VRMC_materials_mtoon", "KHR_texture_basisu", "EXT_texture_webp", "MSFT_texture_dds",
        "KHR_lights_punctual", "KHR_xmp_json_ld"}) {
    file.json["extensionsRequired"] = {name};
    expect_moving_tip(read_character(file));
  }
  for (const char* name :
       {"KHR_draco_mesh_compression", "EXT_mesh_gpu_instancing", "KHR_interactivity"}) {
    file.json["extensionsRequired"] = {"KHR_materials_unlit", name};
    const Status status = refusal(file);
    EXPECT_EQ(status.code(), StatusCode::kUnsupported);
    EXPECT_EQ(status.to_string(),
              "/extensionsRequired/1: the file can't be read without the "
              "extension '" +
                  std::string(name) + "'");
  }
}

TEST(ReadGltf, JointsKnowTheirNodes) {
  GltfBuilder file = moving_tip();
  file.json["nodes"] =
      Json::parse(R"([{"name": "leaf"}, {"name": "other"}, {"name": "root", "children": [0]}])");
  const Character character = read_character(file);
  EXPECT_EQ(character.kind, Character::Kind::kGltf);
  ASSERT_EQ(character.skeleton.size(), 3);
  EXPECT_EQ(character.skeleton.joints[0].name, "root");
  EXPECT_EQ(character.skeleton.joints[1].name, "leaf");
  EXPECT_EQ(character.node_of_joint, (std::vector<int>{2, 0, 1}));
  EXPECT_EQ(character.animations[0].tracks[0].joint, 2);  // Node 1, "other".
}

// A matrix with columns of no length: those scales are 0, and the rest is kept.
TEST(ReadGltf, MatricesThatFlattenHaveAScaleOfZero) {
  GltfBuilder file;
  const auto joint = [&](const std::vector<double>& matrix) {
    file.json["nodes"][0]["matrix"] = matrix;
    const Skeleton skeleton = read_character(file).skeleton;
    EXPECT_TRUE(validate(skeleton).ok());
    return skeleton.joints[0].reference_ls;
  };
  // A quarter turn about Z: X goes to Y, Y (scaled by 3) to −X; Z is gone.
  const std::vector<double> flat{0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 0, 0, 7, 8, 9, 1};
  const Transformd t = joint(flat);
  EXPECT_EQ(t.scale.x, 2.0);
  EXPECT_EQ(t.scale.y, 3.0);
  EXPECT_EQ(t.scale.z, 0.0);
  EXPECT_NEAR(t.rotation.z, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(t.rotation.w, std::sqrt(0.5), 1e-15);
  EXPECT_EQ(t.translation.z, 9.0);
  for (const int column : {0, 1, 2}) {
    std::vector<double> line(16, 0.0);
    line[4 * column + 2] = -5;
    line[15] = 1;
    const Affined a = to_affine(joint(line));
    const Vec3d columns[] = {a.x, a.y, a.z};
    for (const int other : {0, 1, 2}) {
      EXPECT_NEAR(length(columns[other] - Vec3d{0, 0, other == column ? -5.0 : 0.0}), 0, 1e-14);
    }
  }
  const Transformd none = joint({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 1});
  EXPECT_EQ(none.scale.x + none.scale.y + none.scale.z, 0.0);
}

TEST(ReadGltf, NumbersOutOfRangeAreRefused) {
  GltfBuilder file;
  std::string text = file.json.dump();
  text.replace(text.find("\"name\""), 0, "\"translation\": [1e999, 0, 0], ");
  EXPECT_EQ(refusal(to_bytes(text)).what().substr(0, 23), "the number is too large");
}

TEST(ReadGltf, SkinsHaveJointsAndInverseBinds) {
  GltfBuilder file = moving_tip();
  const int matrices = file.add<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1,
                                        0, 0, 2, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0,  0,  0,  1},
                                       "MAT4", kF32);
  file.json["skins"] = {{{"name", "with"}, {"joints", {1, 0}}, {"inverseBindMatrices", matrices}},
                        {{"joints", {1}}}};
  const Character character = read_character(file);
  ASSERT_EQ(character.skins.size(), 2U);
  EXPECT_EQ(character.skins[0].name, "with");
  EXPECT_EQ(character.skins[0].joints, (std::vector<int>{1, 0}));
  EXPECT_EQ(character.skins[0].inverse_binds[0].origin.y, 20.0);
  EXPECT_EQ(character.skins[0].inverse_binds[1].x.z, 2.0);  // Column by column.
  ASSERT_EQ(character.skins[1].inverse_binds.size(), 1U);
  EXPECT_EQ(character.skins[1].inverse_binds[0].z.z, 1.0);

  GltfBuilder bad = file;
  bad.json["skins"][0]["joints"] = {1, 0, 1};
  EXPECT_EQ(refusal(bad).place(), "/skins/0/inverseBindMatrices");
  bad = file;
  bad.json["skins"][1]["joints"] = {2};
  EXPECT_EQ(refusal(bad).place(), "/skins/1/joints/0");
  bad = file;
  bad.json["skins"][1]["joints"] = Json::array();
  EXPECT_EQ(refusal(bad).place(), "/skins/1/joints");
}

TEST(ReadGltf, AnimationsKeepTheirNumbersAndShareTheirTimes) {
  GltfBuilder file = moving_tip();
  const Json move = file.json["animations"][0];
  Json empty = move;
  empty["channels"] = Json::parse(R"([{"sampler": 9, "target": {"node": 0, "path": "weights"}},
    {"sampler": 9, "target": {"path": "translation"}},
    {"sampler": 9, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {}}}}])");
  Json both = move;
  both["channels"].push_back({{"sampler", 0}, {"target", {{"node", 0}, {"path", "scale"}}}});
  file.json["animations"] = {empty, both, move};
  const Character character = read_character(file);
  ASSERT_EQ(character.animations.size(), 3U);
  EXPECT_TRUE(character.animations[0].tracks.empty());
  EXPECT_EQ(character.animations[0].duration, 0.0);
  EXPECT_EQ(character.animations[1].times.size(), 1U);
  ASSERT_EQ(character.animations[1].tracks.size(), 2U);
  EXPECT_EQ(character.animations[1].tracks[1].times, 0);
  EXPECT_EQ(character.animations[2].times.size(), 1U);  // Each animation has lists of its own.
}

TEST(ReadGltf, AChannelThatMovesAPropertyAgainIsRefused) {
  GltfBuilder file = moving_tip();
  Json& channels = file.json["animations"][0]["channels"];
  channels.push_back(channels[0]);
  EXPECT_EQ(refusal(file).to_string(),
            "/animations/0/channels/1/target: an earlier channel moves the same property");
}

}  // namespace
}  // namespace tassel
