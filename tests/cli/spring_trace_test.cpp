#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/run_tool.h"
#include "test_files.h"

namespace tassel {
namespace {

using nlohmann::json;

/// Radians between two unit quaternions (of either sign) by their chord, which is exact where the
/// angle is small.
double angle_between(const json& a, const json& b) {
  double minus = 0;
  double plus = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    minus += std::pow(a.at(i).get<double>() - b.at(i).get<double>(), 2);
    plus += std::pow(a.at(i).get<double>() + b.at(i).get<double>(), 2);
  }
  return 4 * std::asin(std::sqrt(std::min(minus, plus)) / 2);
}

// The cases' own tolerance.
TEST(SpringTrace, EveryRotationOfACase) {
  TASSEL_REQUIRE_SHARED_DATA("vrm-cases/Seed-san_idle_loop.json");
  TemporaryFolder folder;
  const std::string path = shared_data("vrm-cases/Seed-san_idle_loop.json");
  const ToolRun run =
      run_tool({"trace", path, "--data", shared_data(""), "-o", folder / "out.json"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  const json given = json::parse(read_text(path));
  const json traced = json::parse(read_text(folder / "out.json")).at("frames");
  EXPECT_EQ(traced.size(), given.at("root").size());
  const auto without_length = given.at("degenerate").get<std::vector<int>>();  // Not compared.
  std::size_t compared = 0;
  for (const json& expected : given.at("expected")) {
    const json& rotations = traced.at(expected.at("frame").get<std::size_t>()).at("rotations");
    for (const auto& [node, rotation] : expected.at("rotations").items()) {
      if (std::count(without_length.begin(), without_length.end(), std::stoi(node)) > 0) continue;
      EXPECT_LT(angle_between(rotations.at(node), rotation), 1e-6) << node;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
}

TEST(SpringTrace, ACaseNeedsTheFolderOfItsCharacter) {
  TemporaryFolder folder;
  const std::string path = folder.write("case.json", R"({"file": "vrm/avatar.vrm", "fps": 60,
    "root": [[0, 0, 0, 0, 0, 0, 1]], "degenerate": [], "expected": []})");
  const ToolRun run = run_tool({"trace", path, "-o", folder / "out.json"});
  EXPECT_EQ(run.exit_code, 2) << run.errors;
  EXPECT_NE(run.errors.find("--data names the folder"), std::string::npos) << run.errors;
  EXPECT_NE(run.errors.find("vrm/avatar.vrm"), std::string::npos) << run.errors;
}

}  // namespace
}  // namespace tassel
