#include <gtest/gtest.h>

#include <string_view>

#include "cli/run_tool.h"
#include "formats/vrm/vrm_documents.h"
#include "test_files.h"

namespace tassel {
namespace {

using test::Json;

ToolRun check(const Json& document) {
  TemporaryFolder folder;
  return run_tool({"check", folder.write("strand.gltf", document.dump())});
}

void expect_found(const Json& document, std::string_view pointer, std::string_view words) {
  const ToolRun run = check(document);
  EXPECT_EQ(run.exit_code, 1) << run.errors;
  EXPECT_EQ(run.errors, "");
  const std::size_t at = run.output.find(std::string(pointer) + ": ");
  ASSERT_NE(at, std::string::npos) << pointer << " isn't in: " << run.output;
  const std::string line = run.output.substr(at, run.output.find('\n', at) - at);
  EXPECT_NE(line.find(words), std::string::npos) << line;
}

Json& springs_of(Json& document) { return test::springs_of(document); }

TEST(Check, ASoundFileIsClean) {
  const ToolRun run = check(test::vrm1_document());
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_NE(run.output.find("nothing found"), std::string::npos) << run.output;
}

TEST(Check, AnEmptyGroup) {
  Json document = test::vrm1_document();
  springs_of(document)["colliderGroups"][0]["colliders"] = Json::array();
  expect_found(document, "/extensions/VRMC_springBone/colliderGroups/0", "no colliders");
}

TEST(Check, AMissingNode) {
  Json document = test::vrm1_document();
  springs_of(document)["springs"][0]["joints"][2]["node"] = 70;
  expect_found(document, "/extensions/VRMC_springBone/springs/0/joints/2/node", "no node");
}

TEST(Check, AJointInTwoSprings) {
  Json document = test::vrm1_document();
  springs_of(document)["springs"].push_back({{"joints", {{{"node", 3}}, {{"node", 5}}}}});
  expect_found(document, "/extensions/VRMC_springBone/springs/1/joints/0", "earlier spring");
}

TEST(Check, ACentreInsideItsOwnChain) {
  Json document = test::vrm1_document();
  springs_of(document)["springs"][0]["center"] = 3;
  expect_found(document, "/extensions/VRMC_springBone/springs/0", "centre");
}

TEST(Check, ACapsuleOfNoLength) {
  Json document = test::vrm1_document();
  springs_of(document)["colliders"][0]["shape"] = {{"capsule", {{"radius", 0.02}}}};
  expect_found(document, "/extensions/VRMC_springBone/colliders/0", "no length");
}

TEST(Check, ARadiusThatSwallowsTheRoot) {
  Json document = test::vrm1_document();
  springs_of(document)["colliders"][0]["shape"]["sphere"]["radius"] = 0.5;
  expect_found(document, "/extensions/VRMC_springBone/springs/0", "so deep in the collider");
}

TEST(Check, ASpringWithoutJoints) {
  Json document = test::vrm1_document();
  springs_of(document)["springs"][0]["joints"] = Json::array();
  expect_found(document, "/extensions/VRMC_springBone/springs/0", "no bones");
}

TEST(Check, ABoneOfNoLength) {
  Json document = test::vrm1_document();
  document["nodes"][4]["translation"] = {0, 0, 0};
  expect_found(document, "/extensions/VRMC_springBone/springs/0", "'hair_2' has no length");
}

TEST(Check, AnUnreadableFileIsNoFinding) {
  TemporaryFolder folder;
  const ToolRun run = run_tool({"check", folder.write("broken.glb", "glTF")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.output, "");
}

}  // namespace
}  // namespace tassel
