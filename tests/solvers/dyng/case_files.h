#pragma once
// Trace cases with what they expect, computed by another implementation of the same rules.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "formats/dyng_json/trace_json.h"
#include "test_files.h"

namespace tassel {

struct ExpectedFrame {
  int frame = 0;
  std::vector<Vec3d> positions_ms;
  std::vector<Vec3d> velocities_ms;
  std::vector<Transformd> pose_ms;
};

struct CaseFile {
  DyngCase dyng_case;
  std::vector<int> substeps;
  std::vector<ExpectedFrame> frames;
};

/// Cases that the project ships, and those that only the shared data folder has.
inline constexpr const char* kShippedCases[] = {"every-constraint", "irregular-frames",
                                                "world-inertia"};
inline constexpr const char* kSharedCases[] = {"external-force-link", "hh033-head-turn",
                                               "hh107-head-turn", "iterations-alpha-30fps",
                                               "real-fhair47_pt2"};

inline std::string case_path(const std::string& name) {
  for (const char* shipped : kShippedCases) {
    if (name == shipped) return std::string(TASSEL_TEST_DATA_DIR) + "/dyng-cases/" + name + ".json";
  }
  return shared_data("dyng-cases/" + name + ".json");
}

inline CaseFile read_case_file(const std::string& name) {
  const std::string text = read_text(case_path(name));
  CaseFile file;
  const Status status = read_case(text, file.dyng_case);
  EXPECT_TRUE(status.ok()) << name << ": " << status.to_string();

  const auto vector = [](const nlohmann::json& v) { return Vec3d{v[0], v[1], v[2]}; };
  const nlohmann::json expected = nlohmann::json::parse(text)["expected"];
  file.substeps = expected["steps"].get<std::vector<int>>();
  for (const nlohmann::json& frame : expected["frames"]) {
    ExpectedFrame& out = file.frames.emplace_back();
    out.frame = frame["frame"];
    for (const nlohmann::json& particle : frame["particles"]) {
      out.positions_ms.push_back(vector(particle["x"]));
      out.velocities_ms.push_back(vector(particle["v"]));
    }
    for (const nlohmann::json& t : frame["pose"]) {
      out.pose_ms.push_back({vector(t), {t[3], t[4], t[5], t[6]}, {1, 1, 1}});
    }
  }
  return file;
}

}  // namespace tassel
