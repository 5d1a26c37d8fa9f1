// Bodies told by the names of joints, and the T that they rest in.

#include "formats/bvh/bvh_humanoid.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "formats/bvh/bvh_sample.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel {
namespace {

/// A skeleton of names, each below the one named after "<".
Skeleton skeleton_of(const std::vector<std::pair<std::string, std::string>>& joints) {
  Skeleton skeleton;
  for (const auto& [name, parent] : joints) {
    skeleton.joints.push_back({name, skeleton.find(parent), {{0, 1, 0}}});
  }
  return skeleton;
}

std::map<std::string, std::string> bones_of(const Skeleton& skeleton) {
  std::map<std::string, std::string> bones;
  for (const HumanoidBone& bone : find_humanoid(skeleton).bones) {
    bones[bone.name] = skeleton.joints[bone.joint].name;
  }
  return bones;
}

using Names = std::map<std::string, std::string>;

TEST(BvhHumanoid, Mixamos) {
  const std::string p = "mixamorig:";
  const Names expected{{"hips", p + "Hips"},
                       {"spine", p + "Spine"},
                       {"chest", p + "Spine1"},
                       {"upperChest", p + "Spine2"},
                       {"neck", p + "Neck"},
                       {"head", p + "Head"},
                       {"leftShoulder", p + "LeftShoulder"},
                       {"leftUpperArm", p + "LeftArm"},
                       {"leftLowerArm", p + "LeftForeArm"},
                       {"leftHand", p + "LeftHand"},
                       {"leftThumbMetacarpal", p + "LeftHandThumb1"},
                       {"leftThumbProximal", p + "LeftHandThumb2"},
                       {"leftThumbDistal", p + "LeftHandThumb3"},
                       {"leftLittleProximal", p + "LeftHandPinky1"},
                       {"rightUpperLeg", p + "RightUpLeg"},
                       {"rightLowerLeg", p + "RightLeg"},
                       {"rightFoot", p + "RightFoot"},
                       {"rightToes", p + "RightToeBase"}};
  EXPECT_EQ(bones_of(skeleton_of({{p + "Hips", ""},
                                  {p + "Spine", p + "Hips"},
                                  {p + "Spine1", p + "Spine"},
                                  {p + "Spine2", p + "Spine1"},
                                  {p + "Neck", p + "Spine2"},
                                  {p + "Head", p + "Neck"},
                                  {p + "HeadTop_End", p + "Head"},
                                  {p + "LeftShoulder", p + "Spine2"},
                                  {p + "LeftArm", p + "LeftShoulder"},
                                  {p + "LeftForeArm", p + "LeftArm"},
                                  {p + "LeftHand", p + "LeftForeArm"},
                                  {p + "LeftHandThumb1", p + "LeftHand"},
                                  {p + "LeftHandThumb2", p + "LeftHandThumb1"},
                                  {p + "LeftHandThumb3", p + "LeftHandThumb2"},
                                  {p + "LeftHandThumb4", p + "LeftHandThumb3"},
                                  {p + "LeftHandPinky1", p + "LeftHand"},
                                  {p + "RightUpLeg", p + "Hips"},
                                  {p + "RightLeg", p + "RightUpLeg"},
                                  {p + "RightFoot", p + "RightLeg"},
                                  {p + "RightToeBase", p + "RightFoot"},
                                  {p + "RightToe_End", p + "RightToeBase"}})),
            expected);
}

TEST(BvhHumanoid, Mocopis) {
  const Names expected{{"hips", "root"},
                       {"spine", "torso_1"},
                       {"chest", "torso_4"},
                       {"upperChest", "torso_7"},
                       {"neck", "neck_1"},
                       {"head", "head"},
                       {"leftShoulder", "l_shoulder"},
                       {"leftUpperArm", "l_up_arm"},
                       {"leftLowerArm", "l_low_arm"},
                       {"leftHand", "l_hand"},
                       {"rightUpperLeg", "r_up_leg"},
                       {"rightLowerLeg", "r_low_leg"},
                       {"rightFoot", "r_foot"},
                       {"rightToes", "r_toes"}};
  EXPECT_EQ(bones_of(skeleton_of({{"root", ""},
                                  {"torso_1", "root"},
                                  {"torso_2", "torso_1"},
                                  {"torso_3", "torso_2"},
                                  {"torso_4", "torso_3"},
                                  {"torso_5", "torso_4"},
                                  {"torso_6", "torso_5"},
                                  {"torso_7", "torso_6"},
                                  {"neck_1", "torso_7"},
                                  {"neck_2", "neck_1"},
                                  {"head", "neck_2"},
                                  {"l_shoulder", "torso_7"},
                                  {"l_up_arm", "l_shoulder"},
                                  {"l_low_arm", "l_up_arm"},
                                  {"l_hand", "l_low_arm"},
                                  {"r_up_leg", "root"},
                                  {"r_low_leg", "r_up_leg"},
                                  {"r_foot", "r_low_leg"},
                                  {"r_toes", "r_foot"}})),
            expected);
}

TEST(BvhHumanoid, Unitys) {
  const Names expected{{"hips", "Hips"},
                       {"spine", "Spine"},
                       {"chest", "Chest"},
                       {"upperChest", "Upper Chest"},
                       {"leftUpperArm", "Left UpperArm"},
                       {"leftThumbMetacarpal", "Left Thumb Proximal"},
                       {"leftThumbProximal", "Left Thumb Intermediate"},
                       {"rightUpperLeg", "RightUpperLeg"},
                       {"rightLowerLeg", "lower_leg.R"}};
  EXPECT_EQ(bones_of(skeleton_of({{"Root", ""},
                                  {"Hips", "Root"},
                                  {"Spine", "Hips"},
                                  {"Chest", "Spine"},
                                  {"Upper Chest", "Chest"},
                                  {"Left UpperArm", "Upper Chest"},
                                  {"Left Thumb Proximal", "Left UpperArm"},
                                  {"Left Thumb Intermediate", "Left Thumb Proximal"},
                                  {"RightUpperLeg", "Hips"},
                                  {"lower_leg.R", "RightUpperLeg"}})),
            expected);
}

TEST(BvhHumanoid, NoneWithoutHips) {
  EXPECT_TRUE(bones_of(skeleton_of({{"Head", ""}, {"LeftArm", "Head"}})).empty());
}

TEST(BvhHumanoid, CmusBodyAndItsT) {
  TASSEL_REQUIRE_SHARED_DATA("motion/cmu_01_01.bvh");
  Character character;
  ASSERT_TRUE(read_bvh(read_text(shared_data("motion/cmu_01_01.bvh")), character).ok());
  EXPECT_EQ(character.humanoid.bones.size(), 22u);
  EXPECT_FALSE(character.humanoid.faces_minus_z);
  const auto name = [&](const char* bone) {
    return character.skeleton.joints[character.humanoid.find(bone)].name;
  };
  EXPECT_EQ(name("spine"), "LowerBack");
  EXPECT_EQ(name("upperChest"), "Spine1");
  EXPECT_EQ(name("neck"), "Neck");
  EXPECT_EQ(name("rightToes"), "RightToeBase");
  const auto rest_ms = reference_pose_ms(character.skeleton);
  const auto place = [&](const char* bone) {
    return rest_ms[character.humanoid.find(bone)].translation;
  };
  // The splayed legs hang straight down at rest; lengths are the file's.
  const Vec3d leg = place("leftFoot") - place("leftUpperLeg");
  EXPECT_NEAR(leg.x, 0, 1e-9);
  EXPECT_NEAR(leg.z, 0, 1e-9);
  EXPECT_NEAR(leg.y, -std::hypot(2.44811, 6.72613) - std::hypot(2.56220, 7.03959), 1e-9);
  const Vec3d arm = place("rightHand") - place("rightUpperArm");
  EXPECT_NEAR(arm.x, -5.24190 - 3.44417, 1e-9);
}

TEST(BvhHumanoid, LimbsRestInAT) {
  Character character;
  ASSERT_TRUE(read_bvh(test::bvh_body(), character).ok());
  const auto rest_ms = reference_pose_ms(character.skeleton);
  const auto place = [&](const char* bone) {
    return rest_ms[character.humanoid.find(bone)].translation;
  };
  const double bone = std::hypot(1, 1);
  EXPECT_NEAR(place("leftHand").x, 1 + 2 * bone, 1e-12);
  EXPECT_NEAR(place("leftHand").y, 4, 1e-12);
  EXPECT_NEAR(place("rightHand").x, -1 - 2 * bone, 1e-12);
  EXPECT_NEAR(place("leftFoot").x, 1, 1e-12);
  EXPECT_NEAR(place("leftFoot").y, -2 * std::hypot(1, 4), 1e-12);
}

TEST(BvhHumanoid, LeftAtMinusXFacesMinusZ) {
  std::string text = test::bvh_body();
  for (std::size_t at = 0; (at = text.find("Left", at)) != text.npos;) text.replace(at, 4, "Was_");
  for (std::size_t at = 0; (at = text.find("Right", at)) != text.npos;) text.replace(at, 5, "Left");
  for (std::size_t at = 0; (at = text.find("Was_", at)) != text.npos;) text.replace(at, 4, "Right");
  Character character;
  ASSERT_TRUE(read_bvh(text, character).ok());
  EXPECT_TRUE(character.humanoid.faces_minus_z);
  const auto rest_ms = reference_pose_ms(character.skeleton);
  EXPECT_NEAR(rest_ms[character.humanoid.find("leftHand")].translation.x, -1 - 2 * std::hypot(1, 1),
              1e-12);
}

}  // namespace
}  // namespace tassel
