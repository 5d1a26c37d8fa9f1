// Taking away what was appended gives back the source, byte for byte.

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "formats/gltf/append_samples.h"
#include "formats/gltf/gltf_builder.h"
#include "formats/gltf/unsplice.h"
#include "tassel/gltf.h"

namespace tassel {
namespace {

using test::Bytes;
using test::Splice;

bool may_be(const Splice& splice) {
  static const std::regex kArrays(
      "/(accessors|bufferViews|buffers|animations)"
      "|/animations/[0-9]+/(samplers|channels)");
  static const std::regex kNumbers(
      "/buffers/0/byteLength|/animations/[0-9]+/channels/[0-9]+/sampler");
  static const std::regex kNodes("/nodes/[0-9]+");
  switch (splice.kind) {
    case Splice::Kind::kItems:
      return std::regex_match(splice.pointer, kArrays);
    case Splice::Kind::kMembers:
      return splice.pointer.empty();
    case Splice::Kind::kNumber:
      return std::regex_match(splice.pointer, kNumbers);
    case Splice::Kind::kMatrix:
      return std::regex_match(splice.pointer, kNodes);
  }
  return false;
}

/// Fails the test where the longer text isn't the source's with the splices that there may be.
std::vector<Splice> expect_text_restored(const std::string& source, const std::string& longer) {
  test::Unsplicer unsplicer(source, longer);
  EXPECT_TRUE(unsplicer.walk()) << unsplicer.fault();
  EXPECT_TRUE(unsplicer.restored() == source);
  for (const Splice& splice : unsplicer.splices()) {
    EXPECT_TRUE(may_be(splice)) << splice.pointer << ": "
                                << longer.substr(splice.begin, splice.end - splice.begin);
  }
  return unsplicer.splices();
}

void expect_begins_with(const Bytes& data, const Bytes& beginning) {
  ASSERT_GE(data.size(), beginning.size());
  EXPECT_TRUE(std::equal(beginning.begin(), beginning.end(), data.begin()));
}

std::vector<Splice> expect_restored(const Bytes& source, const Bytes& longer) {
  EXPECT_EQ(test::is_glb(source), test::is_glb(longer));
  const std::vector<Splice> splices =
      expect_text_restored(test::json_text_of(source), test::json_text_of(longer));
  if (!test::is_glb(source)) return splices;
  const std::vector<test::GlbChunk> before = test::chunks_of(source);
  std::vector<test::GlbChunk> after = test::chunks_of(longer);
  const bool has_binary = before.size() > 1 && before[1].type == test::kBinaryChunk;
  if (has_binary) {
    EXPECT_EQ(after.at(1).type, test::kBinaryChunk);
    expect_begins_with(after[1].data, before[1].data);
  } else if (after.size() > before.size()) {
    EXPECT_EQ(after[1].type, test::kBinaryChunk);
    after.erase(after.begin() + 1);
  }
  EXPECT_EQ(after.size(), before.size());
  for (std::size_t i = has_binary ? 2 : 1; i < before.size(); ++i) {
    EXPECT_EQ(after.at(i).type, before[i].type);
    EXPECT_TRUE(after[i].data == before[i].data);
  }
  return splices;
}

Bytes with_chunk(Bytes glb, const std::string& type, const std::string& data) {
  test::append(static_cast<std::uint32_t>(data.size()), glb);
  for (const char c : type + data) glb.push_back(static_cast<std::byte>(c));
  const auto size = static_cast<std::uint32_t>(glb.size());
  std::memcpy(glb.data() + 8, &size, 4);
  return glb;
}

/// A root that an animation turns, and data behind it.
test::GltfBuilder animated_file() {
  test::GltfBuilder file;
  file.json["nodes"] = {{{"name", "root"}, {"children", {1}}}, {{"name", "tip"}}};
  const int times = file.add<float>({0, 1}, "SCALAR", test::kF32);
  const int turns = file.add<float>({0, 0, 0, 1, 0, 0, 1, 0}, "VEC4", test::kF32);
  file.json["animations"] = {
      {{"name", "old"},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "rotation"}}}}}},
       {"samplers", {{{"input", times}, {"output", turns}}}}}};
  return file;
}

TEST(AppendRestoresSource, OfEveryFile) {
  int files = 0;
  for (const std::filesystem::path& path : test::character_files()) {
    SCOPED_TRACE(path.filename().string());
    const Bytes source = read_bytes(path.string());
    const Character character = test::read_character(source, test::beside(path));
    const std::vector<int> joints = test::some_joints(character, 8);
    const Clip clip = test::swing(character, joints);
    const int last = static_cast<int>(character.animations.size()) - 1;
    for (const int animation : std::set<int>{-1, std::min(last, 0), last}) {
      const Bytes longer = test::appended(source, character, clip, joints, {animation, false});
      expect_restored(source, longer);
      const Character again = test::read_character(longer, test::beside(path));
      EXPECT_EQ(again.skeleton.size(), character.skeleton.size());
      EXPECT_EQ(again.notes, character.notes);
    }
    ++files;
  }
  EXPECT_GE(files, has_file(shared_data("README.md")) ? 30 : 1);
}

TEST(AppendRestoresSource, StepByStepWhereClipAfterClipIsAppended) {
  const Bytes source = animated_file().glb();
  const Character character = test::read_character(source);
  const std::vector<int> joints = test::all_joints(character);
  Bytes before = source;
  for (const int animation : {0, -1, 1, 0, 1, -1}) {
    const Bytes longer = test::appended(before, character, test::swing(character, joints), joints,
                                        {animation, false});
    expect_restored(before, longer);
    EXPECT_EQ(test::read_character(longer).animations.size(),
              test::read_character(before).animations.size() + (animation < 0 ? 1 : 0));
    before = longer;
  }
  expect_restored(source, before);
}

TEST(AppendRestoresSource, ChunksOfOtherKindsStay) {
  const Bytes source =
      with_chunk(with_chunk(animated_file().glb(), "NOTE", "sixteen letters!"), "MORE", "");
  ASSERT_EQ(test::chunks_of(source).size(), 4U);
  const Character character = test::read_character(source);
  const std::vector<int> joints = test::all_joints(character);
  const Bytes longer = test::appended(source, character, test::swing(character, joints), joints);
  expect_restored(source, longer);
  EXPECT_EQ(test::chunks_of(longer).size(), 4U);
}

TEST(AppendRestoresSource, TheBinaryChunkComesBeforeOthersWhereThereWasNone) {
  const std::string json = R"({"asset": {"version": "2.0"}, "nodes": [{}]})";
  const Bytes source = with_chunk(test::make_glb(json, {}), "NOTE", "abcd");
  const Character character = test::read_character(source);
  const std::vector<int> joints = test::all_joints(character);
  const Bytes longer = test::appended(source, character, test::swing(character, joints), joints);
  expect_restored(source, longer);
  const std::vector<test::GlbChunk> chunks = test::chunks_of(longer);
  ASSERT_EQ(chunks.size(), 3U);
  EXPECT_EQ(chunks[1].type, test::kBinaryChunk);
  EXPECT_EQ(chunks[2].text(), "abcd");
}

TEST(AppendRestoresSource, ALengthThatIsNoMultipleOfFourIsPaddedBeforeTheNewData) {
  test::GltfBuilder file = animated_file();
  file.add_view(Bytes(5, std::byte{0xAB}));
  const Bytes source = file.glb();
  const Character character = test::read_character(source);
  const std::vector<int> joints = test::all_joints(character);
  const Bytes longer = test::appended(source, character, test::swing(character, joints), joints);
  expect_restored(source, longer);
  EXPECT_EQ(test::json_of(longer)["bufferViews"].back()["byteOffset"].get<int>() % 4, 0);
}

TEST(AppendRestoresSource, BytesBehindTheEndThatTheHeaderTellsStayBehindIt) {
  Bytes source = animated_file().glb();
  const std::size_t size = source.size();
  source.resize(size + 6, std::byte{0x55});
  const Character character = test::read_character(source);
  const std::vector<int> joints = test::all_joints(character);
  Bytes longer = test::appended(source, character, test::swing(character, joints), joints);
  ASSERT_EQ(Bytes(longer.end() - 6, longer.end()), Bytes(6, std::byte{0x55}));
  longer.resize(longer.size() - 6);
  source.resize(size);
  expect_restored(source, longer);
}

TEST(AppendRestoresSource, AClipThatMovesNothingLeavesTheFileAsItIs) {
  for (const Bytes& source : {animated_file().glb(), to_bytes(animated_file().gltf())}) {
    const Character character = test::read_character(source);
    const Clip still = test::swing(character, {});
    EXPECT_EQ(test::appended(source, character, still, test::all_joints(character)), source);
    EXPECT_EQ(test::appended(source, character, test::swing(character, {{0}}), {}), source);
  }
}

// What checks can fail: it tells a text that was changed, whatever was changed.
TEST(AppendRestoresSource, TheCheckFindsWhatElseChanged) {
  const std::string source = R"({"a": [1, "b"], "c": {}})";
  for (const char* longer :
       {R"({"a": [1, "x"], "c": {}})", R"({"a": [1,"b"], "c": {}})", R"({"a": ["b"], "c": {}})",
        R"({"a": [1, "b"], "d": {}})", R"({"z": 1, "a": [1, "b"], "c": {}})",
        R"({"a": [0,1, "b"], "c": {}})", R"({"a": [1, "b"], "c": {}}     )"}) {
    EXPECT_FALSE(test::Unsplicer(source, longer).walk()) << longer;
  }
  test::Unsplicer grown(source, R"({"a": [22, "b",{"]":[]},3], "c": {"d":[4]},"e":"}"} )");
  ASSERT_TRUE(grown.walk()) << grown.fault();
  EXPECT_EQ(grown.splices().size(), 4U);
  EXPECT_EQ(grown.restored(), source);
}

}  // namespace
}  // namespace tassel
