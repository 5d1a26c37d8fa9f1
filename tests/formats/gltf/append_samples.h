#pragma once
// Clips to append, and what became of the file, by the specification alone.

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gltf/glb_bytes.h"
#include "tassel/gltf.h"
#include "test_files.h"

namespace tassel::test {

inline std::vector<int> all_joints(const Character& character) {
  std::vector<int> joints(character.skeleton.joints.size());
  for (std::size_t i = 0; i < joints.size(); ++i) joints[i] = static_cast<int>(i);
  return joints;
}

/// At most so many joints, from the first one to the last.
inline std::vector<int> some_joints(const Character& character, int most) {
  const int count = std::min(most, character.skeleton.size());
  std::vector<int> joints;
  for (int i = 0; i < count; ++i) joints.push_back(i * character.skeleton.size() / count);
  return joints;
}

/// Turns these joints to and fro about an axis of their own, a third of a second long; the rest
/// rests. The last time is no 32-bit float.
inline Clip swing(const Character& character, std::span<const int> joints,
                  const std::string& name = "swing") {
  Clip clip{name, {0, 0.1, 0.25, 1 / 3.0}, {}, character.skeleton.size()};
  const double radians[] = {0.1, 0.7, -0.4, 0.2};
  for (const double angle : radians) {
    const std::size_t first = clip.poses_ls.size();
    for (const Joint& joint : character.skeleton.joints)
      clip.poses_ls.push_back(joint.reference_ls);
    for (const int joint : joints) {
      Quatd& rotation = clip.poses_ls[first + static_cast<std::size_t>(joint)].rotation;
      rotation = rotation * Quatd{0.6 * std::sin(angle), 0, 0.8 * std::sin(angle), std::cos(angle)};
    }
  }
  return clip;
}

inline Bytes appended(const Bytes& source, const Character& character, const Clip& clip,
                      std::span<const int> joints, const AppendSettings& settings = {}) {
  Bytes file;
  EXPECT_EQ(append_clip(source, character, clip, joints, settings, file).to_string(), "ok");
  return file;
}

inline bool is_glb(const Bytes& file) {
  return file.size() > 4 && std::memcmp(file.data(), "glTF", 4) == 0;
}

inline std::string json_text_of(const Bytes& file) {
  if (is_glb(file)) return chunks_of(file).at(0).text();
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

inline nlohmann::json json_of(const Bytes& file) {
  const std::string text = json_text_of(file);
  return nlohmann::json::parse(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text);
}

/// Character files of the project and of the shared data folder, where that is present.
inline std::vector<std::filesystem::path> character_files() {
  static const std::set<std::string> kExtensions{".glb", ".gltf", ".vrm", ".vrma"};
  std::set<std::filesystem::path> files;
  const std::string samples = TASSEL_SAMPLES_DIR;
  for (const std::string& folder :
       {samples + "/seed_san", shared_data("glb"), shared_data("gltf"), shared_data("vrm"),
        shared_data("vrm-conformance"), shared_data("motion")}) {
    if (!std::filesystem::is_directory(folder)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (kExtensions.contains(entry.path().extension().string())) files.insert(entry.path());
    }
  }
  return {files.begin(), files.end()};
}

}  // namespace tassel::test
