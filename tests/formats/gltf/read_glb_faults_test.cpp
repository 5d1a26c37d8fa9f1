// Files that aren't what they should be: a sentence with a place, and the output untouched.

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <limits>

#include "formats/gltf/gltf_animation_builder.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel {
namespace {

using test::AnimatedGlb;
using test::Bytes;

constexpr int kFloat = 5126;

AnimatedGlb sound_glb() {
  return test::make_animated_glb<float>({0, 1}, {0, 0, 0, 1, 0, 0, 0, 1}, kFloat, "rotation",
                                        "LINEAR");
}

Status read(const Bytes& glb) {
  Skeleton skeleton;
  skeleton.joints = {{"before"}};
  Clip clip;
  clip.name = "before";
  const Status status = read_glb_clip(glb, "", 30, skeleton, clip);
  if (!status.ok()) {
    EXPECT_EQ(skeleton.joints.at(0).name, "before");
    EXPECT_EQ(clip.name, "before");
    EXPECT_FALSE(status.what().empty());
  }
  return status;
}

Status read_changed(const std::function<void(nlohmann::ordered_json&)>& change) {
  AnimatedGlb glb = sound_glb();
  change(glb.json);
  return read(glb.bytes());
}

void put_u32(std::uint32_t value, std::size_t offset, Bytes& bytes) {
  std::memcpy(bytes.data() + offset, &value, 4);
}

TEST(ReadGlbFaults, TheFileThatTestsStartFromIsSound) {
  EXPECT_TRUE(read(sound_glb().bytes()).ok());
}

TEST(ReadGlbFaults, TruncatedAtEveryByte) {
  const Bytes glb = sound_glb().bytes();
  for (std::size_t size = 0; size < glb.size(); ++size) {
    Bytes cut(glb.begin(), glb.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(read(cut).ok()) << size;
    EXPECT_FALSE(read(cut).place().empty()) << size;
    if (size < 12) continue;
    put_u32(static_cast<std::uint32_t>(size), 8, cut);  // A header that agrees with the cut.
    EXPECT_FALSE(read(cut).ok()) << size;
  }
}

// Whatever a byte becomes, the reader ends with a clip or a sentence.
TEST(ReadGlbFaults, EveryByteChanged) {
  const Bytes glb = sound_glb().bytes();
  int refused = 0;
  for (std::size_t i = 0; i < glb.size(); ++i) {
    for (const int mask : {0x01, 0x80, 0xFF}) {
      Bytes changed = glb;
      changed[i] ^= static_cast<std::byte>(mask);
      if (!read(changed).ok()) ++refused;
    }
  }
  EXPECT_GT(refused, 100);
}

TEST(ReadGlbFaults, HeadersAndChunks) {
  const Bytes glb = sound_glb().bytes();
  const auto changed = [&](std::uint32_t value, std::size_t offset) {
    Bytes bytes = glb;
    put_u32(value, offset, bytes);
    return read(bytes).place();
  };
  EXPECT_EQ(changed(0x12345678, 0), "byte 0");
  EXPECT_EQ(changed(1, 4), "byte 4");
  EXPECT_EQ(changed(0xFFFFFFFF, 8), "byte 8");
  EXPECT_EQ(changed(3, 8), "byte 8");
  EXPECT_EQ(changed(0xFFFFFFFF, 12), "byte 12");
  EXPECT_EQ(changed(0x004E4942, 16), "byte 12");
}

TEST(ReadGlbFaults, JsonThatIsNone) {
  const Status status = read(test::make_glb(R"({"asset": {"version": "2.0"},])", {}));
  EXPECT_EQ(status.place(), "JSON chunk at byte 20, byte 29 of it");
}

TEST(ReadGlbFaults, MembersOfTheWrongKindOrMissing) {
  using Json = nlohmann::ordered_json;
  const auto place = [](const std::function<void(Json&)>& change) {
    return read_changed(change).place();
  };
  EXPECT_EQ(place([](Json& j) { j["asset"]["version"] = "1.0"; }), "/asset/version");
  EXPECT_EQ(place([](Json& j) { j.erase("asset"); }), "at the top level");
  EXPECT_EQ(place([](Json& j) { j["nodes"] = 5; }), "/nodes");
  EXPECT_EQ(place([](Json& j) { j.erase("nodes"); }), "at the top level");
  EXPECT_EQ(place([](Json& j) { j["nodes"][1] = 5; }), "/nodes/1");
  EXPECT_EQ(place([](Json& j) { j["nodes"][1]["name"] = 5; }), "/nodes/1/name");
  EXPECT_EQ(place([](Json& j) { j["nodes"][1]["translation"] = {1, 2}; }), "/nodes/1/translation");
  EXPECT_EQ(place([](Json& j) { j["nodes"][1]["rotation"] = {0, 0, 0, 0}; }), "/nodes/1/rotation");
  EXPECT_EQ(place([](Json& j) { j["nodes"][1]["rotation"] = {0, 0, 0, 9}; }), "/nodes/1/rotation");
  EXPECT_EQ(place([](Json& j) { j["animations"][0]["samplers"][0]["interpolation"] = "CURVE"; }),
            "/animations/0/samplers/0/interpolation");
  EXPECT_EQ(place([](Json& j) { j["animations"][0]["channels"][0]["target"]["path"] = "colour"; }),
            "/animations/0/channels/0/target/path");
  EXPECT_EQ(place([](Json& j) { j["animations"] = Json::array(); }), "at the top level");
  EXPECT_EQ(place([](Json& j) { j["animations"][0]["channels"] = Json::array(); }),
            "/animations/0");
  EXPECT_EQ(place([](Json& j) { j["accessors"][1]["type"] = "VEC3"; }), "/accessors/1/type");
  EXPECT_EQ(place([](Json& j) { j["accessors"][1]["componentType"] = 5124; }),
            "/accessors/1/componentType");
  EXPECT_EQ(place([](Json& j) { j["accessors"][1]["componentType"] = 5125; }),
            "/animations/0/samplers/0/output");
  EXPECT_EQ(place([](Json& j) { j["accessors"][1]["componentType"] = 5122; }),
            "/animations/0/samplers/0/output");
  // Zeros, which are no rotations.
  EXPECT_EQ(place([](Json& j) { j["accessors"][1].erase("bufferView"); }),
            "/animations/0/samplers/0");
}

TEST(ReadGlbFaults, IndicesSizesAndCountsAtTheirLimits) {
  using Json = nlohmann::ordered_json;
  const auto place = [](const std::function<void(Json&)>& change) {
    return read_changed(change).place();
  };
  for (const Json& bad : {Json(2), Json(-1), Json(0.5), Json(1e300), Json("0"), Json(nullptr)}) {
    SCOPED_TRACE(bad.dump());
    EXPECT_EQ(place([&](Json& j) { j["nodes"][0]["children"][0] = bad; }), "/nodes/0/children/0");
    EXPECT_EQ(place([&](Json& j) { j["animations"][0]["channels"][0]["target"]["node"] = bad; }),
              "/animations/0/channels/0/target/node");
    EXPECT_EQ(place([&](Json& j) { j["animations"][0]["samplers"][0]["output"] = bad; }),
              "/animations/0/samplers/0/output");
    EXPECT_EQ(place([&](Json& j) { j["accessors"][1]["bufferView"] = bad; }),
              "/accessors/1/bufferView");
  }
  for (const char* member : {"count", "byteOffset"}) {
    for (const double bad : {3.0, 4294967295.0}) {
      EXPECT_EQ(place([&](Json& j) { j["accessors"][1][member] = std::uint64_t(bad); }),
                "/accessors/1");
    }
  }
  EXPECT_EQ(place([](Json& j) { j["accessors"][1]["count"] = 4294967296; }), "/accessors/1/count");
  EXPECT_EQ(place([](Json& j) { j["bufferViews"][1]["byteLength"] = 4294967295; }),
            "/bufferViews/1");
  EXPECT_EQ(place([](Json& j) { j["bufferViews"][1]["byteOffset"] = 4294967295; }),
            "/bufferViews/1");
  EXPECT_EQ(place([](Json& j) { j["bufferViews"][1]["byteStride"] = 4; }), "/accessors/1");
  EXPECT_EQ(place([](Json& j) { j["bufferViews"][1]["byteStride"] = 256; }),
            "/bufferViews/1/byteStride");
  EXPECT_EQ(place([](Json& j) { j["buffers"][0]["byteLength"] = 7; }), "/bufferViews/0");
  EXPECT_EQ(place([](Json& j) { j["accessors"][0]["count"] = 1; }),
            "/animations/0/samplers/0/output");
}

TEST(ReadGlbFaults, NodesThatAreNoTree) {
  using Json = nlohmann::ordered_json;
  const Status own = read_changed([](Json& j) { j["nodes"][1]["children"] = {1}; });
  EXPECT_EQ(own.place(), "/nodes/1/children/0");
  const Status cycle = read_changed([](Json& j) { j["nodes"][1]["children"] = {0}; });
  EXPECT_EQ(cycle.what(), "the node is its own ancestor");
  const Status twice = read_changed([](Json& j) { j["nodes"].push_back({{"children", {1}}}); });
  EXPECT_EQ(twice.place(), "/nodes/2/children/0");
  const Status many = read_changed([](Json& j) { j["nodes"] = Json(65'536, Json::object()); });
  EXPECT_EQ(many.place(), "/nodes");
}

// A chain of 65,535 nodes is a tree all the same, child before parent included.
TEST(ReadGlbFaults, DeepTreesAreRead) {
  AnimatedGlb glb = sound_glb();
  glb.json["nodes"] = nlohmann::ordered_json::array({nlohmann::ordered_json::object()});
  for (int i = 0; i < 65'534; ++i) glb.json["nodes"].push_back({{"children", {i}}});
  glb.json["animations"][0]["channels"][0]["target"]["node"] = 0;
  Skeleton skeleton;
  Clip clip;
  ASSERT_TRUE(read_glb_clip(glb.bytes(), "", 1, skeleton, clip).ok());
  EXPECT_EQ(skeleton.joints.back().parent, 65'533);
}

TEST(ReadGlbFaults, MatricesThatNoJointCanHave) {
  using Json = nlohmann::ordered_json;
  const auto sentence = [](std::vector<double> matrix) {
    return read_changed([&](Json& j) { j["nodes"][0]["matrix"] = matrix; });
  };
  EXPECT_EQ(sentence({1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}).place(), "/nodes/0/matrix");
  EXPECT_EQ(sentence({1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}).place(), "/nodes/0/matrix");
  EXPECT_EQ(sentence({1e200, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}).place(), "/nodes/0");
  EXPECT_EQ(read_changed([](Json& j) {
              j["nodes"][1]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
            }).place(),
            "/nodes/1");
}

TEST(ReadGlbFaults, TwoChannelsForOneProperty) {
  const Status status = read_changed([](nlohmann::ordered_json& j) {
    j["animations"][0]["channels"].push_back(j["animations"][0]["channels"][0]);
  });
  EXPECT_EQ(status.place(), "/animations/0/channels/1/target");
}

TEST(ReadGlbFaults, TimesAndValuesThatAreNoNumbers) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const auto place = [](std::vector<float> times, float w) {
    return read(test::make_animated_glb<float>(times, {0, 0, 0, 1, 0, 0, 0, w}, kFloat, "rotation",
                                               "LINEAR")
                    .bytes())
        .place();
  };
  const std::string input = "/animations/0/samplers/0/input";
  EXPECT_EQ(place({1, 1}, 1), input);
  EXPECT_EQ(place({-1, 1}, 1), input);
  EXPECT_EQ(place({0, kNan}, 1), input);
  EXPECT_EQ(place({0, kInfinity}, 1), input);
  for (const float w : {kNan, kInfinity, 0.0F, 3.0F}) {
    EXPECT_EQ(place({0, 1}, w), "/animations/0/samplers/0");
  }
}

// A file of a few hundred bytes must not ask for gigabytes.
TEST(ReadGlbFaults, AnAnimationOfYearsIsRefusedAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  const Status status = read(test::make_animated_glb<float>({0, 1e9F}, {0, 0, 0, 1, 0, 0, 0, 1},
                                                            kFloat, "rotation", "STEP")
                                 .bytes());
  EXPECT_EQ(status.place(), "duration");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

// Many channels may share one sampler, so that a small file can ask for much work.
TEST(ReadGlbFaults, MoreThanFiftyMillionKeysAreRefused) {
  std::vector<float> times;
  for (int i = 0; i < 1000; ++i) times.push_back(static_cast<float>(i));
  AnimatedGlb glb = test::make_animated_glb<float>(times, std::vector<float>(3000, 1.0F), kFloat,
                                                   "scale", "STEP");
  nlohmann::ordered_json& channels = glb.json["animations"][0]["channels"];
  for (int node = 2; node < 50'002; ++node) {
    glb.json["nodes"].push_back(nlohmann::ordered_json::object());
    channels.push_back({{"sampler", 0}, {"target", {{"node", node}, {"path", "scale"}}}});
  }
  EXPECT_EQ(read(glb.bytes()).what(), "the animations have more than 50,000,000 keys");
}

// A clip is read from one file alone.
TEST(ReadGlbFaults, DataThatIsNotInTheFile) {
  using Json = nlohmann::ordered_json;
  const Status outside = read_changed([](Json& j) { j["buffers"][0]["uri"] = "a.bin"; });
  EXPECT_EQ(outside.code(), StatusCode::kUnsupported);
  EXPECT_EQ(outside.place(), "/buffers/0/uri");
  const Status nowhere = read_changed([](Json& j) {
    j["buffers"].push_back({{"byteLength", 40}});
    j["bufferViews"][1]["buffer"] = 1;
  });
  EXPECT_EQ(nowhere.place(), "/buffers/1");
}

TEST(ReadGlbFaults, TheBrokenFilesGiveASentence) {
  for (const char* name : {"malformed_malformed_glb_json", "malformed_nonfinite_transform",
                           "malformed_dangling_texture_index", "malformed_unmapped_humanoid_node",
                           "malformed_oob_expression_morph"}) {
    const std::string file = "broken/" + std::string(name) + ".vrm";
    TASSEL_REQUIRE_SHARED_DATA(file);
    EXPECT_FALSE(read(read_bytes(shared_data(file))).ok()) << file;
  }
}

}  // namespace
}  // namespace tassel
