#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "formats/gltf/glb_bytes.h"
#include "formats/gltf/gltf_samples.h"
#include "tassel/gltf.h"

namespace tassel {
namespace {

using test::Bytes;
using test::GltfSample;
using test::ParsedGlb;

ParsedGlb write(const GlbContent& content) {
  Bytes glb;
  const Status status = write_glb(content, glb);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return test::parse_glb(glb);
}

const nlohmann::json* find_named(const nlohmann::json& array, const std::string& name) {
  for (const nlohmann::json& value : array) {
    if (value["name"] == name) return &value;
  }
  return nullptr;
}

TEST(WriteGlb, NodesAreTheJointsInOrder) {
  const GltfSample sample = test::make_gltf_sample();
  const ParsedGlb glb = write(sample.content());
  const nlohmann::json& nodes = glb.json["nodes"];
  for (std::size_t i = 0; i < sample.skeleton.joints.size(); ++i) {
    EXPECT_EQ(nodes[i]["name"], sample.skeleton.joints[i].name);
    const int parent = sample.skeleton.joints[i].parent;
    if (parent < 0) continue;
    const nlohmann::json& children = nodes[parent]["children"];
    EXPECT_NE(std::find(children.begin(), children.end(), i), children.end());
  }
}

// 1.6 m up the game's Z is 1.6 m up glTF's Y, and the game's +Y is glTF's −Z. A turn about X
// stays one; a turn about the vertical stays one about the vertical.
TEST(WriteGlb, TurnsZUpIntoYUp) {
  Skeleton skeleton;
  skeleton.joints = {{"a", -1, {{1, 2, 3}, test::turn({0, 0, 1}, 1), {4, 5, 6}}}};
  const ParsedGlb glb = write({&skeleton, nullptr, {}, {}});
  const nlohmann::json& node = glb.json["nodes"][0];
  EXPECT_EQ(node["translation"], nlohmann::json({1.0, 3.0, -2.0}));
  EXPECT_EQ(node["scale"], nlohmann::json({4.0, 6.0, 5.0}));
  EXPECT_EQ(node["rotation"][0], 0.0);
  EXPECT_NEAR(node["rotation"][1].get<double>(), std::sin(0.5), 1e-15);
  EXPECT_EQ(node["rotation"][2], 0.0);
  EXPECT_NEAR(node["rotation"][3].get<double>(), std::cos(0.5), 1e-15);
}

TEST(WriteGlb, ChannelsAreThoseOfJointsThatMove) {
  const GltfSample sample = test::make_gltf_sample();
  const ParsedGlb glb = write(sample.content());
  std::set<std::pair<int, std::string>> moved;
  for (const nlohmann::json& channel : glb.json["animations"][0]["channels"]) {
    moved.emplace(channel["target"]["node"], channel["target"]["path"]);
  }
  const std::set<std::pair<int, std::string>> wanted{
      {1, "rotation"}, {3, "rotation"}, {3, "translation"}};
  EXPECT_EQ(moved, wanted);
  EXPECT_EQ(glb.json["animations"][0]["name"], "nod");
}

TEST(WriteGlb, ChannelsShareOneTimeAccessorWithExactBounds) {
  const GltfSample sample = test::make_gltf_sample();
  const ParsedGlb glb = write(sample.content());
  const nlohmann::json& samplers = glb.json["animations"][0]["samplers"];
  for (const nlohmann::json& sampler : samplers) EXPECT_EQ(sampler["input"], samplers[0]["input"]);
  const std::size_t input = samplers[0]["input"];
  const std::vector<float> times = glb.values<float>(input);
  ASSERT_EQ(times.size(), sample.clip.times.size());
  EXPECT_EQ(times.back(), 1.0F);
  EXPECT_EQ(glb.json["accessors"][input]["min"][0].get<float>(), times.front());
  EXPECT_EQ(glb.json["accessors"][input]["max"][0].get<float>(), times.back());
}

// Viewers interpolate between neighbouring quaternions as they stand.
TEST(WriteGlb, RotationsAreUnitAndNeverJumpToTheirNegative) {
  GltfSample sample = test::make_gltf_sample();
  for (int key = 0; key < 31; key += 2) {  // The same rotations, every other one negated.
    Quatd& q = sample.clip.poses_ls[key * sample.skeleton.joints.size() + 3].rotation;
    q = {-q.x, -q.y, -q.z, -q.w};
  }
  const ParsedGlb glb = write(sample.content());
  const nlohmann::json& animation = glb.json["animations"][0];
  int checked = 0;
  for (const nlohmann::json& channel : animation["channels"]) {
    if (channel["target"]["path"] != "rotation") continue;
    const std::size_t sampler = channel["sampler"];
    const std::vector<float> q = glb.values<float>(animation["samplers"][sampler]["output"]);
    for (std::size_t i = 0; i < q.size(); i += 4) {
      EXPECT_NEAR(std::hypot(std::hypot(q[i], q[i + 1]), std::hypot(q[i + 2], q[i + 3])), 1, 2e-7);
      if (i == 0) continue;
      EXPECT_GT(q[i] * q[i - 4] + q[i + 1] * q[i - 3] + q[i + 2] * q[i - 2] + q[i + 3] * q[i - 1],
                0);
      ++checked;
    }
  }
  EXPECT_EQ(checked, 60);
}

TEST(WriteGlb, AClipThatMovesNothingGivesNoAnimation) {
  GltfSample sample = test::make_gltf_sample();
  sample.clip.times = {0};
  sample.clip.poses_ls.clear();
  for (const Joint& joint : sample.skeleton.joints) {
    sample.clip.poses_ls.push_back(joint.reference_ls);
  }
  const ParsedGlb glb = write(sample.content());
  EXPECT_FALSE(glb.json.contains("animations"));
}

// A skinned vertex is Σ weight · joint · inverseBind · vertex: in the reference pose, where
// joint · inverseBind is the identity, it stays where the mesh says.
TEST(WriteGlb, InverseBindMatricesUndoTheReferencePose) {
  Skeleton skeleton;
  // Turned by a quarter about the vertical, moved along the game's X, and twice as large.
  skeleton.joints = {{"a", -1, {{3, 0, 0}, test::turn({0, 0, 1}, std::acos(0.0)), {2, 2, 2}}},
                     {"b", 0, {{0, 0, 0.5}, {}}}};
  const std::vector<Chain> chains{{-1, {0, 1}}};
  const ParsedGlb glb = write({&skeleton, nullptr, chains, {}});
  const std::vector<float> m = glb.values<float>(glb.json["skins"][0]["inverseBindMatrices"]);
  ASSERT_EQ(m.size(), 32U);
  // The joint b stands at (3, 1, 0) of glTF's space; its matrix takes that to its origin, and the
  // point a metre along +X of it, which is (3, 1, 0) + 2·(0, 0, −1), to (1, 0, 0).
  const auto apply = [&](double x, double y, double z, int row) {
    const float* b = m.data() + 16;
    return b[row] * x + b[4 + row] * y + b[8 + row] * z + b[12 + row];
  };
  const double wanted[] = {1, 0, 0};
  for (int row = 0; row < 3; ++row) {
    EXPECT_NEAR(apply(3, 1, 0, row), 0, 1e-6);
    EXPECT_NEAR(apply(3, 1, -2, row), wanted[row], 1e-6);
    EXPECT_EQ(m[16 + 4 * row + 3], 0.0F);
  }
  EXPECT_EQ(m[31], 1.0F);
}

// A skin's joints need a common root, so that trees of joints can't share one.
TEST(WriteGlb, EachTreeOfJointsWithStrandsHasItsOwnSkin) {
  Skeleton skeleton;
  skeleton.joints = {
      {"a", -1, {}}, {"b", -1, {}}, {"a1", 0, {{0, 0, 0.1}, {}}}, {"b1", 1, {{0, 0, 0.1}, {}}}};
  const std::vector<Chain> chains{{-1, {0, 2}}, {-1, {1, 3}}};
  const ParsedGlb glb = write({&skeleton, nullptr, chains, {}});
  ASSERT_EQ(glb.json["skins"].size(), 2U);
  EXPECT_EQ(glb.json["skins"][0]["joints"], nlohmann::json({0, 2}));
  EXPECT_EQ(glb.json["skins"][1]["joints"], nlohmann::json({1, 3}));
}

TEST(WriteGlb, ShapesRideOnTheirJoints) {
  const GltfSample sample = test::make_gltf_sample();
  const ParsedGlb glb = write(sample.content());
  const nlohmann::json* sphere = find_named(glb.json["nodes"], "shape_Root");
  ASSERT_NE(sphere, nullptr);
  EXPECT_EQ((*sphere)["translation"], nlohmann::json({0.2, 1.3, 0.0}));
  const nlohmann::json& root_children = glb.json["nodes"][0]["children"];
  const auto index = sphere - &glb.json["nodes"][0];
  EXPECT_NE(std::find(root_children.begin(), root_children.end(), index), root_children.end());
  const nlohmann::json& mesh = glb.json["meshes"][(*sphere)["mesh"].get<std::size_t>()];
  const std::size_t material = mesh["primitives"][0]["material"];
  EXPECT_EQ(glb.json["materials"][material]["alphaMode"], "BLEND");
}

// Half length 0.05 along the game's Z and radius 0.06: 0.11 along glTF's Y, 0.06 across.
TEST(WriteGlb, ACapsuleHasItsExtentAlongItsLocalZ) {
  const GltfSample sample = test::make_gltf_sample();
  const ParsedGlb glb = write(sample.content());
  const nlohmann::json* mesh = find_named(glb.json["meshes"], "shape_Head");
  ASSERT_NE(mesh, nullptr);
  const std::size_t positions = (*mesh)["primitives"][0]["attributes"]["POSITION"];
  const nlohmann::json& most = glb.json["accessors"][positions]["max"];
  EXPECT_NEAR(most[0].get<double>(), 0.06, 1e-7);
  EXPECT_NEAR(most[1].get<double>(), 0.11, 1e-7);
  EXPECT_NEAR(most[2].get<double>(), 0.06, 1e-7);
}

// 65,535 joints and 300,000 shapes: where each shape looked through all joints, this took minutes.
TEST(WriteGlb, AShapesJointIsFoundWithoutLookingThroughAll) {
  Skeleton skeleton;
  for (int i = 0; i < 65'535; ++i) skeleton.joints.push_back({"joint_" + std::to_string(i)});
  DyngRoundedShape shape;  // Without a radius, so that there is nothing to draw.
  shape.bone = "joint_65534";
  const std::vector<DyngRoundedShape> shapes(300'000, shape);
  const ParsedGlb glb = write({&skeleton, nullptr, {}, shapes});
  EXPECT_EQ(glb.json["nodes"].size(), 65'535U);
}

TEST(WriteGlb, SameContentGivesSameBytes) {
  const GltfSample sample = test::make_gltf_sample();
  Bytes first;
  Bytes second;
  ASSERT_TRUE(write_glb(sample.content(), first).ok());
  ASSERT_TRUE(write_glb(sample.content(), second).ok());
  EXPECT_EQ(first, second);
}

TEST(WriteGlb, ASkeletonAloneNeedsNoBinaryChunk) {
  Skeleton skeleton;
  skeleton.joints = {{"Root"}};
  const ParsedGlb glb = write({&skeleton, nullptr, {}, {}});
  EXPECT_FALSE(glb.json.contains("buffers"));
  EXPECT_TRUE(glb.binary.empty());
}

TEST(WriteGlb, RefusesWhatDoesNotFitAndLeavesTheOutputAlone) {
  const auto failure_after = [](auto change) {
    GltfSample sample = test::make_gltf_sample();
    change(sample);
    Bytes glb{std::byte{42}};
    const Status status = write_glb(sample.content(), glb);
    EXPECT_EQ(glb, Bytes{std::byte{42}});
    return status.place();
  };
  EXPECT_EQ(failure_after([](GltfSample& s) { s.skeleton.joints.clear(); }), "skeleton");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.skeleton.joints[2].parent = 5; }),
            "skeleton.joints[2]");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.skeleton.joints[3].name = "\xFF"; }),
            "skeleton.joints[3]");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.skeleton.joints[3].reference_ls.scale = {}; }),
            "skeleton.joints[3]");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.clip.joint_count = 3; }), "clip.joint_count");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.clip.poses_ls[9].translation.x = NAN; }),
            "clip.poses_ls[9]");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.clip.times[2] = s.clip.times[1] + 1e-12; }),
            "clip.times[2]");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.clip.name = "\xC3"; }), "clip.name");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.chains[1].joints = {}; }), "chains[1]");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.chains[0].joints[3] = 8; }), "chains[0].joints[3]");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.chains[0].joints[3] = 6; }), "chains[0].joints[3]");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.shapes[1].bone = "Tail"; }), "shapes[1].bone");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.shapes[1].rounded_corner_radius = -1; }),
            "shapes[1]");
  EXPECT_EQ(failure_after([](GltfSample& s) { s.shapes[0].x_box_extent = 0.1; }), "shapes[0]");
  EXPECT_EQ(failure_after([](GltfSample& s) {
              s.shapes[0].transform_ls.rotation = {0, 0, 0, 0};
            }),
            "shapes[0].transform_ls");
}

TEST(WriteGlb, RefusesNumbersThatAFloatCannotHold) {
  GltfSample sample = test::make_gltf_sample();
  sample.clip.poses_ls[9].translation.x = 1e300;
  Bytes glb;
  const Status status = write_glb(sample.content(), glb);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(glb.empty());
}

TEST(WriteGlb, NeedsASkeleton) {
  Bytes glb;
  EXPECT_EQ(write_glb({}, glb).place(), "skeleton");
}

}  // namespace
}  // namespace tassel
