// Files of other tools. Numbers are what their JSON says.

#include <filesystem>
#include <set>

#include "formats/vrm/vrm_documents.h"

namespace tassel {
namespace {

using test::has_note;

Character read_shared(const std::string& file) {
  Character character;
  const ReadResource none_needed = [](std::string_view, std::vector<std::byte>& bytes) {
    bytes.assign(1 << 20, std::byte{0});
    return Status();
  };
  const Status status = read_gltf(read_bytes(shared_data(file)), none_needed, character);
  EXPECT_EQ(status.to_string(), "ok") << file;
  EXPECT_TRUE(validate(character.springs, character.skeleton).empty()) << file;
  return character;
}

TEST(VrmFiles, SeedSan) {
  TASSEL_REQUIRE_SHARED_DATA("vrm/Seed-san_idle_loop.vrm");
  const Character character = read_shared("vrm/Seed-san_idle_loop.vrm");
  EXPECT_EQ(character.notes.size(), 2u);  // The two bones of no length, below.
  EXPECT_EQ(character.kind, Character::Kind::kVrm1);
  EXPECT_EQ(character.humanoid.bones.size(), 21u);
  const auto joint_named = [&](const char* name) { return character.skeleton.find(name); };
  const std::vector<int>& nodes = character.node_of_joint;
  EXPECT_EQ(nodes[character.humanoid.find("hips")], 6);

  const SpringBoneSpec& spec = character.springs;
  EXPECT_EQ(spec.colliders.size(), 8u);
  EXPECT_EQ(spec.colliders[1].kind, SpringCollider::Kind::kSphere);
  EXPECT_EQ(nodes[spec.colliders[1].joint], 8);
  EXPECT_EQ(spec.colliders[1].radius, 0.113);
  EXPECT_EQ(spec.colliders[4].tail_ls.y, 0.32953426);
  ASSERT_EQ(spec.springs.size(), 9u);
  // 28 joints in 9 springs.
  std::size_t bones = 0;
  std::set<std::string> without_length;
  for (const Spring& spring : spec.springs) {
    bones += spring.bones.size();
    for (const SpringBone& bone : spring.bones) {
      EXPECT_EQ(bone.drag_force, 1);
      if (length(bone.tail_ls) == 0) {
        without_length.insert(character.skeleton.joints[bone.joint].name);
      }
    }
  }
  EXPECT_EQ(bones, 19u);
  EXPECT_EQ(without_length, (std::set<std::string>{"hair_F.001", "hair_G.001"}));

  const Spring& tail = spec.springs[0];
  EXPECT_EQ(tail.name, "TailHair");
  EXPECT_EQ(nodes[tail.center], 6);
  EXPECT_EQ(tail.colliders, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(tail.bones[1].joint, joint_named("hair_tail_2"));
  EXPECT_EQ(tail.bones[1].stiffness, 4);
  EXPECT_EQ(tail.bones[1].hit_radius, 0.02);
  EXPECT_EQ(spec.springs[1].bones[0].stiffness, 1.2);
  EXPECT_EQ(spec.springs[1].bones[0].hit_radius, 0.01);
  EXPECT_NEAR(tail.bones[1].tail_ls.y, 0.0702992975711823, 1e-15);
  EXPECT_EQ(spec.springs[8].center, -1);
  EXPECT_EQ(spec.springs[8].colliders, (std::vector<int>{4, 5, 6, 7}));
}

TEST(VrmFiles, ACentreBesideItsSpring) {
  TASSEL_REQUIRE_SHARED_DATA("vrm/usdvrm_springbone.vrm");
  const Character character = read_shared("vrm/usdvrm_springbone.vrm");
  const Spring& hair = character.springs.springs.at(0);
  ASSERT_EQ(hair.bones.size(), 1u);
  EXPECT_NEAR(hair.bones[0].tail_ls.y, 0.2, 1e-15);
  EXPECT_EQ(hair.bones[0].gravity_power, 0.5);
  EXPECT_EQ(character.skeleton.joints[hair.center].name, "springCenter");
  EXPECT_TRUE(has_note(character, "/extensions/VRMC_springBone/springs/0", "centre"));
}

TEST(VrmFiles, ExtendedColliders) {
  TASSEL_REQUIRE_SHARED_DATA("gltf/three-vrm_plane-collider.gltf");
  const Character plane = read_shared("gltf/three-vrm_plane-collider.gltf");
  EXPECT_EQ(plane.kind, Character::Kind::kGltf);
  EXPECT_EQ(plane.springs.colliders.at(0).kind, SpringCollider::Kind::kPlane);
  EXPECT_EQ(plane.springs.springs.at(0).bones.size(), 4u);
  EXPECT_TRUE(plane.notes.empty()) << plane.notes[0];
  const Character inside = read_shared("gltf/three-vrm_inside-collider.gltf");
  EXPECT_TRUE(inside.springs.colliders.at(0).inside);
  EXPECT_EQ(inside.springs.colliders.at(0).radius, 1.25);
  EXPECT_EQ(inside.springs.colliders.at(0).offset_ls.x, 0);
}

// The files' angleLimit is no member of any extension that is known.
TEST(VrmFiles, ConformanceFiles) {
  TASSEL_REQUIRE_SHARED_DATA("vrm-conformance/smoke_spring.vrm");
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(shared_data("vrm-conformance"))) {
    if (entry.path().extension() != ".vrm") continue;
    const std::string name = entry.path().filename().string();
    SCOPED_TRACE(name);
    const Character character = read_shared("vrm-conformance/" + name);
    ASSERT_EQ(character.springs.springs.size(), 1u);
    EXPECT_EQ(character.springs.springs[0].bones.size(), 3u);
    const bool has_collider = name.find("collider") != name.npos || name.find("_ext") != name.npos;
    EXPECT_EQ(character.springs.colliders.size(), has_collider ? 1u : 0u);
    EXPECT_EQ(character.humanoid.find("hips") >= 0, true);
    const std::string limit =
        "/extensions/VRMC_springBone/springs/0/joints/0/extensions/"
        "VRMC_springBone_extended_collider";
    if (name.find("anglelimit") != name.npos) {
      EXPECT_TRUE(has_note(character, limit, "isn't known"));
    }
    ++files;
  }
  EXPECT_EQ(files, 14);
}

TEST(VrmFiles, Vrm0) {
  TASSEL_REQUIRE_SHARED_DATA("vrm/s06_basic_armature.vrm");
  const Character armature = read_shared("vrm/s06_basic_armature.vrm");
  EXPECT_EQ(armature.kind, Character::Kind::kVrm0);
  EXPECT_TRUE(armature.springs.springs.empty());
  EXPECT_EQ(armature.humanoid.bones.size(), 53u);
  EXPECT_EQ(armature.node_of_joint[armature.humanoid.find("leftThumbMetacarpal")], 12);
  EXPECT_EQ(armature.node_of_joint[armature.humanoid.find("rightThumbProximal")], 32);
  EXPECT_EQ(read_shared("vrm/cryptovoxels.vrm").humanoid.bones.size(), 43u);
}

TEST(VrmFiles, Animations) {
  TASSEL_REQUIRE_SHARED_DATA("motion/idle_loop.vrma");
  const Character idle = read_shared("motion/idle_loop.vrma");
  EXPECT_EQ(idle.kind, Character::Kind::kVrmAnimation);
  EXPECT_EQ(idle.humanoid.bones.size(), 22u);
  EXPECT_EQ(idle.node_of_joint[idle.humanoid.find("hips")], 31);
  EXPECT_EQ(read_shared("motion/three-vrm_test.vrma").humanoid.bones.size(), 51u);
}

TEST(VrmFiles, ABoneOutOfRangeIsLeftOut) {
  TASSEL_REQUIRE_SHARED_DATA("broken/malformed_unmapped_humanoid_node.vrm");
  const Character character = read_shared("broken/malformed_unmapped_humanoid_node.vrm");
  EXPECT_EQ(character.humanoid.find("hips"), 1);
  EXPECT_EQ(character.humanoid.find("spine"), -1);
  EXPECT_TRUE(
      has_note(character, "/extensions/VRMC_vrm/humanoid/humanBones/spine/node", "no node"));
}

}  // namespace
}  // namespace tassel
