// A .rig in either form: its skeleton, in parents-first order.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "formats/redengine/sample_dangle.h"
#include "formats/redengine/sentences.h"
#include "tassel/redengine.h"
#include "test_files.h"

namespace tassel {
namespace {

using sample::json;
using sample::RigParts;

RigFile read(std::string_view bytes) {
  RigFile rig;
  const Status status = read_rig(to_bytes(bytes), rig);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return rig;
}

Status refused(std::string_view bytes) {
  RigFile rig;
  rig.base_joint_count = 77;
  const Status status = read_rig(to_bytes(bytes), rig);
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(rig.base_joint_count, 77) << "the output must stay untouched";
  return status;
}

TEST(RigFile, ReadsBonesFromCr2w) {
  const RigFile rig = read(sample::rig_file());
  ASSERT_EQ(rig.skeleton.size(), 5);
  EXPECT_EQ(rig.skeleton.joints[1].name, "Head");
  EXPECT_EQ(rig.skeleton.joints[4].parent, 3);
  EXPECT_EQ(rig.base_joint_count, 2);
  // A float's nine digits, and its place down the chain: five bones of 0.1 m.
  EXPECT_EQ(rig.skeleton.joints[0].reference_ls.translation.x, 0.100000001);
  EXPECT_NEAR(rig.reference_ms[4].translation.x, 0.5, 1e-7);
  EXPECT_TRUE(rig.notes.empty());
}

TEST(RigFile, ReadsTheSameFromJson) {
  const RigFile binary = read(sample::rig_file());
  const RigFile text = read(sample::rig_json().dump());
  ASSERT_EQ(text.skeleton.size(), binary.skeleton.size());
  for (int i = 0; i < text.skeleton.size(); ++i) {
    EXPECT_EQ(text.skeleton.joints[i].name, binary.skeleton.joints[i].name);
    EXPECT_EQ(text.skeleton.joints[i].parent, binary.skeleton.joints[i].parent);
    EXPECT_EQ(text.reference_ms[i].translation.x, binary.reference_ms[i].translation.x);
  }
  EXPECT_EQ(text.base_joint_count, 2);
}

TEST(RigFile, PutsParentsFirst) {
  RigParts parts;
  parts.names = {"tip_2", "Head", "tip_1", "Root"};
  parts.parents = {2, 3, 1, -1};
  parts.transforms.resize(4);
  parts.transforms[0][0] = 5;
  const RigFile rig = read(sample::rig_file(parts));
  ASSERT_EQ(rig.skeleton.size(), 4);
  const char* const order[] = {"Root", "Head", "tip_1", "tip_2"};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(rig.skeleton.joints[i].name, order[i]);
    EXPECT_EQ(rig.skeleton.joints[i].parent, i - 1);
  }
  EXPECT_EQ(rig.skeleton.joints[3].reference_ls.translation.x, 5);
  EXPECT_TRUE(any_says(rig.notes, "parents before children"));
}

TEST(RigFile, KeepsAnOrderThatIsFine) {
  RigParts parts;
  parts.names = {"Root", "b", "a", "b2", "a2"};
  parts.parents = {-1, 0, 0, 1, 2};
  const RigFile rig = read(sample::rig_file(parts));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(rig.skeleton.joints[i].name, parts.names[i]);
}

TEST(RigFile, RefusesCycles) {
  RigParts parts;
  parts.parents = {-1, 0, 4, 2, 3};
  const Status status = refused(sample::rig_file(parts));
  EXPECT_TRUE(says(status, "ancestor")) << status.to_string();
  EXPECT_TRUE(says(status, "tip_1")) << status.to_string();
  parts.parents = {-1, 0, 2, 2, 3};  // Its own parent.
  EXPECT_TRUE(says(refused(sample::rig_file(parts)), "ancestor"));
}

TEST(RigFile, RefusesParentsOutOfRange) {
  for (const int parent : {5, -2, 32'767, -32'768}) {
    RigParts parts;
    parts.parents[3] = parent;
    EXPECT_TRUE(says(refused(sample::rig_file(parts)), "'tip_2'")) << parent;
  }
  json rig = sample::rig_json();
  rig["Data"]["RootChunk"]["boneParentIndexes"][3] = 0.5;
  EXPECT_EQ(refused(rig.dump()).place(), "/Data/RootChunk/boneParentIndexes/3");
}

TEST(RigFile, RefusesNumbersThatAreNotFinite) {
  RigParts parts;
  parts.transforms[2][1] = std::numeric_limits<float>::quiet_NaN();
  const std::string file = sample::rig_file(parts);
  const Status status = refused(file);
  EXPECT_TRUE(says(status, "'tip_1' isn't finite")) << status.to_string();
  // The third of five packed transforms that end the file.
  EXPECT_EQ(status.place(), "byte " + std::to_string(file.size() - 3 * 48));

  json rig = sample::rig_json();
  rig["Data"]["RootChunk"]["boneTransforms"][2]["Scale"]["Z"] = "+inf";
  EXPECT_EQ(refused(rig.dump()).place(), "/Data/RootChunk/boneTransforms/2");
  rig["Data"]["RootChunk"]["boneTransforms"][2]["Scale"]["Z"] = 1e300;  // Past a float.
  EXPECT_EQ(refused(rig.dump()).place(), "/Data/RootChunk/boneTransforms/2");
}

TEST(RigFile, RefusesListsOfDifferentLengths) {
  RigParts parts;
  parts.parents.pop_back();
  EXPECT_TRUE(says(refused(sample::rig_file(parts)), "5 bones take 250"));
  json rig = sample::rig_json();
  rig["Data"]["RootChunk"]["boneTransforms"].erase(4);
  EXPECT_TRUE(says(refused(rig.dump()), "differ in number"));
  rig["Data"]["RootChunk"].erase("boneTransforms");
  EXPECT_TRUE(says(refused(rig.dump()), "differ in number"));
}

TEST(RigFile, RefusesARigWithoutBones) {
  RigParts parts;
  parts.names.clear();
  parts.parents.clear();
  parts.transforms.clear();
  EXPECT_TRUE(says(refused(sample::rig_file(parts)), "no bones"));
}

TEST(RigFile, NotesABoneNameThatStandsTwice) {
  RigParts parts;
  parts.names[3] = "tip_1";
  const RigFile rig = read(sample::rig_file(parts));
  EXPECT_TRUE(any_says(rig.notes, "'tip_1'"));
  EXPECT_EQ(rig.skeleton.find("tip_1"), 2);
}

TEST(RigFile, CountsEveryJointAsTheBodysWhereTheRigDoesNotSay) {
  json rig = sample::rig_json();
  rig["Data"]["RootChunk"].erase("levelOfDetailStartIndices");
  EXPECT_EQ(read(rig.dump()).base_joint_count, 5);
  EXPECT_TRUE(read(rig.dump()).notes.empty());
  for (const int start : {-1, 6, 32'767}) {
    rig["Data"]["RootChunk"]["levelOfDetailStartIndices"] = json::array({start});
    EXPECT_EQ(read(rig.dump()).base_joint_count, 5);
    EXPECT_TRUE(any_says(read(rig.dump()).notes, "levelOfDetailStartIndices"));
  }
}

TEST(RigFile, TakesTheStoredReferencePose) {
  json rig = sample::rig_json();
  json& stored = rig["Data"]["RootChunk"]["referencePoseMS"];
  for (int i = 0; i < 5; ++i) stored.push_back(sample::transform({0, 0, 10.0 + i, 0, 0, 0, 1}));
  EXPECT_EQ(read(rig.dump()).reference_ms[3].translation.z, 13);
  stored.erase(4);
  const RigFile composed = read(rig.dump());
  EXPECT_NEAR(composed.reference_ms[3].translation.x, 0.4, 1e-7);
  EXPECT_TRUE(any_says(composed.notes, "referencePoseMS"));
}

TEST(RigFile, ReadsJsonWithoutAHeader) {
  json rig = sample::rig_json();
  rig.erase("Header");
  EXPECT_EQ(read(rig.dump()).skeleton.size(), 5);
  rig["Header"] = json::object();
  EXPECT_EQ(read("\xEF\xBB\xBF" + rig.dump()).skeleton.size(), 5);
}

TEST(RigFile, RefusesOtherVersionsByName) {
  json rig = sample::rig_json();
  rig["Header"]["WKitJsonVersion"] = "0.0.3";
  const Status status = refused(rig.dump());
  EXPECT_EQ(status.place(), "/Header/WKitJsonVersion");
  EXPECT_TRUE(says(status, "0.0.3") && says(status, "8.15")) << status.what();

  const Status oldest =
      refused(R"({"Data": {"RootChunk": {"Type": "animRig", "Properties": {}}}})");
  EXPECT_TRUE(says(oldest, "0.0.1")) << oldest.what();

  rig = sample::rig_json();
  rig["Data"]["Version"] = 163;
  EXPECT_EQ(refused(rig.dump()).place(), "/Data/Version");

  std::string file = sample::rig_file();
  file[4] = static_cast<char>(163);
  EXPECT_EQ(refused(file).code(), StatusCode::kUnsupported);
  EXPECT_TRUE(says(refused(file), "163") && says(refused(file), "Witcher"));
}

TEST(RigFile, RefusesAGraphAndOtherBytes) {
  EXPECT_TRUE(says(refused(sample::graph_file()), "'animAnimGraph', not a rig"));
  EXPECT_TRUE(says(refused(sample::graph_json().dump()), "'animAnimGraph', not a rig"));
  EXPECT_TRUE(says(refused(""), "empty"));
  EXPECT_TRUE(says(refused("\x89PNG\r\n\x1A\n"), "neither"));
  EXPECT_TRUE(says(refused("{}"), "not from WolvenKit"));
  EXPECT_TRUE(says(refused(R"({"Data": {"RootChunk": {}}})"), "class"));
}

TEST(RigFile, TakesAScaleOneFloatBelowOneForOne) {
  RigParts parts;
  parts.transforms[1][8] = 0.99999994F;
  parts.transforms[2][8] = 0.9999F;
  const RigFile rig = read(sample::rig_file(parts));
  EXPECT_EQ(rig.skeleton.joints[1].reference_ls.scale.x, 1);
  EXPECT_EQ(rig.skeleton.joints[2].reference_ls.scale.x, 0.999899983);
}

TEST(RigFile, NotesAChecksumThatDoesNotFit) {
  std::string file = sample::rig_file();
  file[file.find("tip_3")] = 'l';  // The name is now "lip_3".
  const RigFile rig = read(file);
  EXPECT_EQ(rig.skeleton.joints[4].name, "lip_3");
  ASSERT_EQ(rig.notes.size(), 1u);
  EXPECT_NE(rig.notes[0].find("strings"), std::string::npos) << rig.notes[0];
}

TEST(RigFile, LeavesUnknownFieldsAlone) {
  Cr2wWriter writer;
  RigParts parts;
  parts.more_properties = {
      writer.property("tags", "redTagList", Cr2wWriter::structure({})),
      writer.property("parts", "array:animRigPart", "\xFF\xFF\xFF\xFF what follows isn't known")};
  EXPECT_EQ(read(sample::rig_file(writer, parts)).skeleton.size(), 5);
}

TEST(RigFile, ReadsTheGamesRigs) {
  struct Expected {
    const char* file;
    int joints;
    int base_joints;
  };
  // The numbers of bones and levelOfDetailStartIndices were read with another parser.
  const Expected rigs[] = {
      {"redengine/hair/fhair47_pt2.rig", 50, 7},
      {"redengine/json/fhair47_pt2.rig.json", 50, 7},
      {"redengine/rigs/player_man_skeleton.rig", 153, 29},
      {"redengine/rigs/w_revolver__malorian_overture__mag_std.rig", 11, 11},
      {"redengine/rigs/av_zetatech_surveyor_01__basic_01_dav.rig", 28, 3},
      {"redengine/rigs/w_handgun__militech_lexington__scope_rail.rig", 3, 3},
      {"redengine/rigs/v_mahir_mt28_coach_01__basic_01_dab.rig", 54, 13},
  };
  for (const Expected& expected : rigs) {
    TASSEL_REQUIRE_SHARED_DATA(expected.file);
    SCOPED_TRACE(expected.file);
    const RigFile rig = read(read_text(shared_data(expected.file)));
    EXPECT_EQ(rig.skeleton.size(), expected.joints);
    EXPECT_EQ(rig.base_joint_count, expected.base_joints);
    EXPECT_TRUE(rig.notes.empty());
    EXPECT_TRUE(validate(rig.skeleton).ok());
  }
}

}  // namespace
}  // namespace tassel
