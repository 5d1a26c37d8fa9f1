#include <gtest/gtest.h>

#include <cmath>

#include "play/play_rigs.h"
#include "tassel/gltf.h"
#include "tassel/play.h"
#include "test_files.h"

namespace tassel {
namespace {

using test::kDegree;
using test::turn;

/// A clip of two keys, a second apart, that ends with `joint` at `end_ls`.
Clip make_clip(const Skeleton& skeleton, const char* joint, const Transformd& end_ls) {
  Clip clip{"", {0, 1}, {}, skeleton.size()};
  for (int key = 0; key < 2; ++key) {
    for (const Joint& j : skeleton.joints) clip.poses_ls.push_back(j.reference_ls);
  }
  clip.poses_ls[skeleton.joints.size() + skeleton.find(joint)] = end_ls;
  return clip;
}

std::vector<Transformd> pose_at(const Motion& motion, const Skeleton& skeleton, double time) {
  std::vector<Transformd> pose(skeleton.joints.size());
  motion.sample(time, pose);
  local_to_model(skeleton, pose, pose);
  return pose;
}

void expect_near(const Transformd& actual, const Transformd& wanted, double tolerance = 1e-12) {
  EXPECT_NEAR(length(actual.translation - wanted.translation), 0, tolerance);
  EXPECT_NEAR(std::abs(dot(actual.rotation, wanted.rotation)), 1, tolerance);
  EXPECT_NEAR(length(actual.scale - wanted.scale), 0, tolerance);
}

// Carried onto its own skeleton, a clip is itself.
TEST(ClipMotion, OnItsOwnSkeletonIsTheClip) {
  const Skeleton body = test::make_body();
  const Transformd end{{0.07, 0.03, 0}, turn({0.6, 0, 0.8}, 0.7), {1.5, 1.5, 1.5}};
  const Clip clip = make_clip(body, "Neck1", end);
  std::unique_ptr<Motion> motion;
  ASSERT_TRUE(make_clip_motion(body, body, clip, motion).ok());
  EXPECT_EQ(motion->duration(), 1.0);
  EXPECT_FALSE(motion->travels());
  std::vector<Transformd> wanted(body.joints.size());
  local_to_model(body, clip.pose_ls(1), wanted);
  const std::vector<Transformd> pose = pose_at(*motion, body, 1);
  for (int i = 0; i < body.size(); ++i) {
    SCOPED_TRACE(body.joints[i].name);
    expect_near(pose[i], wanted[i]);
  }
}

// Exporters turn joints' own axes. What counts is how the joint moves in the model: half a second
// into a turn of 80° about the vertical, every rig's head has turned 40° about the vertical.
TEST(ClipMotion, CarriesTheTurnInTheModelOntoOtherAxes) {
  Skeleton source;
  const Quatd own = turn({0.48, 0.6, 0.64}, 2.1);
  source.joints = {{"pelvis", -1, {{0, 0, 1}, own}}, {"Head", 0, {{0.1, 0.2, 0.3}, own}}};
  const Transformd rest_ms = reference_pose_ms(source)[1];
  Transformd end = source.joints[1].reference_ls;
  end.rotation = conjugate(own) * turn({0, 0, 1}, 80 * kDegree) * rest_ms.rotation;
  const Clip clip = make_clip(source, "Head", end);

  const Skeleton body = test::make_body();
  std::unique_ptr<Motion> motion;
  ASSERT_TRUE(make_clip_motion(body, source, clip, motion).ok());
  const std::vector<Transformd> reference = reference_pose_ms(body);
  const std::vector<Transformd> pose = pose_at(*motion, body, 0.5);
  const int head = body.find("Head");
  const Quatd turned = pose[head].rotation * conjugate(reference[head].rotation);
  EXPECT_NEAR(std::abs(dot(turned, turn({0, 0, 1}, 40 * kDegree))), 1, 1e-12);
}

TEST(ClipMotion, JointsWithoutANamesakeFollowTheirParents) {
  Skeleton source;
  source.joints = {{"Head", -1, {{0, 0, 1.6}, {}}}};
  const Clip clip = make_clip(source, "Head", {{0.3, 0, 1.6}, turn({1, 0, 0}, 1)});
  const Skeleton body = test::make_body();
  std::unique_ptr<Motion> motion;
  ASSERT_TRUE(make_clip_motion(body, source, clip, motion).ok());
  std::vector<Transformd> pose = pose_at(*motion, body, 1);
  const std::vector<Transformd> reference = reference_pose_ms(body);
  expect_near(pose[body.find("Neck1")], reference[body.find("Neck1")]);
  model_to_local(body, pose, pose);
  for (const char* joint : {"hair_1", "hair_2"}) {
    expect_near(pose[body.find(joint)], body.joints[body.find(joint)].reference_ls);
  }
}

TEST(ClipMotion, NeedsAJointOfTheSameName) {
  Skeleton source;
  source.joints = {{"head", -1, {}}, {"", 0, {}}};
  const Clip clip = make_clip(source, "head", {});
  Skeleton body = test::make_body();
  body.joints[3].name = "";  // Joints without names are nobody's namesakes.
  std::unique_ptr<Motion> motion;
  const Status status = make_clip_motion(body, source, clip, motion);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(motion, nullptr);
}

TEST(ClipMotion, RefusesAClipThatDoesNotFitItsSkeleton) {
  const Skeleton body = test::make_body();
  Clip clip = make_clip(body, "Head", {});
  clip.poses_ls.pop_back();
  std::unique_ptr<Motion> motion;
  EXPECT_EQ(make_clip_motion(body, body, clip, motion).place(), "poses_ls");
}

// WolvenKit's export of the game's body and the game's own dangle rig hold the same joints in
// unlike axes. Where the body's T-pose leaves neck and head, it leaves the rig's too: to 0.1 mm,
// the rounding of the export.
TEST(ClipMotion, CarriesTheGamesBodyOntoItsDangleRig) {
  TASSEL_REQUIRE_SHARED_DATA("redengine/woman_base_full.glb");
  Skeleton source;
  Clip clip;
  const Status read = read_glb_clip(read_bytes(shared_data("redengine/woman_base_full.glb")),
                                    "T-Pose", 30, source, clip);
  ASSERT_TRUE(read.ok()) << read.to_string();
  Skeleton rig;  // Neck, Neck1 and Head of hh_033's rig, in model space.
  rig.joints = {{"Neck", -1, {{0, -0.0764646, 1.50871}, {0.696, 0.123, 0.696, 0.123}}},
                {"Neck1", -1, {{0, -0.0548, 1.5682}, {0.7036, 0.0705, 0.7036, 0.0705}}},
                {"Head", -1, {{0, -0.0403, 1.6397}, {0.70711, 0, 0.70711, 0}}}};
  for (Joint& joint : rig.joints) {
    joint.reference_ls.rotation = normalized(joint.reference_ls.rotation);
    const Transformd body = reference_pose_ms(source)[source.find(joint.name)];
    EXPECT_NEAR(length(body.translation - joint.reference_ls.translation), 0, 1e-4) << joint.name;
  }
  std::unique_ptr<Motion> motion;
  ASSERT_TRUE(make_clip_motion(rig, source, clip, motion).ok());
  const std::vector<Transformd> pose = pose_at(*motion, rig, 0);
  std::vector<Transformd> body(source.joints.size());
  local_to_model(source, clip.pose_ls(0), body);
  for (int i = 0; i < rig.size(); ++i) {
    const Vec3d& wanted = body[source.find(rig.joints[i].name)].translation;
    EXPECT_NEAR(length(pose[i].translation - wanted), 0, 1e-4) << rig.joints[i].name;
  }
}

}  // namespace
}  // namespace tassel
