// What a BVH file gets wrong is told with its line.

#include <gtest/gtest.h>

#include <string>

#include "formats/bvh/bvh_sample.h"
#include "tassel/gltf.h"

namespace tassel {
namespace {

Status status_of(const std::string& text) {
  Character character;
  character.skeleton.joints.push_back({"mine", -1, {}});
  Status status = read_bvh(text, character);
  EXPECT_EQ(character.skeleton.joints[0].name == "mine", !status.ok());
  return status;
}

Status status_with(const std::string& from, const std::string& to) {
  std::string text = test::bvh_body();
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return status_of(text.replace(at, from.size(), to));
}

TEST(BvhFaults, HaveALineAndASentence) {
  struct Case {
    const char* from;
    const char* to;
    const char* line;
    const char* words;
  };
  const Case cases[] = {
      {"HIERARCHY", "HIERACHY", "line 1", "expected 'HIERARCHY', found 'HIERACHY'"},
      {"ROOT", "JOINT", "line 2", "expected 'ROOT', found 'JOINT'"},
      {"OFFSET 0 0 0", "OFFSET 0 0", "line 5", "expected a number, found 'CHANNELS'"},
      {"OFFSET 0 0 0", "OFFSET 0 0 nan", "line 4", "'nan' is out of range"},
      {"OFFSET 0 0 0", "OFFSET 0 0 1e31", "line 4", "out of range"},
      {"OFFSET 0 0 0", "OFFSET 0 0 1e999", "line 4", "out of range"},
      {"OFFSET 0 0 0", "OFFSET 0 0 0x1", "line 4", "expected a number, found '0x1'"},
      {"CHANNELS 6", "CHANNELS 7", "line 5", "0 to 6 channels"},
      {"CHANNELS 6", "CHANNELS -1", "line 5", "0 to 6 channels"},
      {"CHANNELS 6", "CHANNELS 2.5", "line 5", "0 to 6 channels"},
      {"CHANNELS 6", "CHANNELS 5", "line 5", "found 'Xrotation'"},
      {"Yposition", "Xposition", "line 5", "a channel twice"},
      {"Yposition", "Yscale", "line 5", "'Yscale' is no channel"},
      {"End Site", "End Sight", "line 15", "expected 'Site', found 'Sight'"},
      {"MOTION", "}", "line 72", "expected 'MOTION', found '}'"},
      {"Frames: 2", "Frames: 0", "line 73", "at least one frame"},
      {"Frames: 2", "Frames: -3", "line 73", "at least one frame"},
      {"Frames: 2", "Frames: 1.5", "line 73", "at least one frame"},
      {"Frames: 2", "Frames: 1e29", "line 73", "50 million"},
      {"Frames: 2", "Frames: 3", "line 77", "after 2 of 3 frames"},
      {"Frames: 2", "Frames: 1", "line 76", "goes on after its last frame"},
      {"Time: 0.5", "Time: 0", "line 74", "isn't above 0"},
      {"Time: 0.5", "Time: -1", "line 74", "isn't above 0"},
      {"Time: 0.5", "Time: 1e-60", "line 77", "too close"},
      {"0 9 0 0 0 0 0 0 0", "0 9 0 0 0 0 0 0", "line 75", "too few numbers"},
      {"0 9 0 0 0 0 0 0 0", "0 9 0 0 0 0 0 0 0 0", "line 75", "too many numbers"},
      {"0 9 0 0 0 0 0 0 0", "0 9 0 0 0 x 0 0 0", "line 75", "found 'x'"},
  };
  for (const Case& wrong : cases) {
    const Status status = status_with(wrong.from, wrong.to);
    EXPECT_FALSE(status.ok()) << wrong.to;
    EXPECT_EQ(status.place(), wrong.line) << wrong.to << ": " << status.what();
    EXPECT_NE(status.what().find(wrong.words), std::string::npos) << status.what();
  }
}

TEST(BvhFaults, EveryCutIsOne) {
  const std::string text = test::bvh_body();
  for (std::size_t size = 0; size + 3 < text.size(); ++size) {
    EXPECT_FALSE(status_of(text.substr(0, size)).ok()) << size;
  }
}

TEST(BvhFaults, AMotionWithoutChannels) {
  EXPECT_NE(status_of("HIERARCHY ROOT a { OFFSET 0 0 0 End Site { OFFSET 0 1 0 } }\n"
                      "MOTION Frames: 1 Frame Time: 1\n")
                .what()
                .find("no joint has a channel"),
            std::string::npos);
}

TEST(BvhFaults, TooManyJoints) {
  std::string text = "HIERARCHY\nROOT a\n{ OFFSET 0 0 0\n";
  for (int i = 0; i < 65'535; ++i) text += "JOINT a\n{ OFFSET 0 0 0\n";
  const Status status = status_of(text);
  EXPECT_EQ(status.what(), "more than 65,535 joints");
  EXPECT_EQ(status.place(), "line 131072");
}

TEST(BvhFaults, AnythingElse) {
  EXPECT_EQ(status_of("").to_string(), "line 1: expected 'HIERARCHY', found the end of the file");
  EXPECT_FALSE(status_of(std::string(1'000, '\0')).ok());
  EXPECT_FALSE(status_of(std::string(100'000, '{')).ok());
  EXPECT_FALSE(status_of("glTF\x02").ok());
}

}  // namespace
}  // namespace tassel
