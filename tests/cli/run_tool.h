#pragma once
// Runs the built `tassel` the way a person does, and says what came of it.

#include <filesystem>
#include <string>
#include <vector>

namespace tassel {

struct ToolRun {
  int exit_code = -1;  ///< −1 where a signal ended it.
  std::string output;
  std::string errors;
};

[[nodiscard]] ToolRun run_tool(const std::vector<std::string>& arguments);

/// The same on a terminal that both streams go to; `environment` holds "NAME=value" entries.
[[nodiscard]] ToolRun run_tool_on_terminal(const std::vector<std::string>& arguments,
                                           const std::vector<std::string>& environment);

/// A fresh folder that goes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string operator/(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> file_names() const;
  /// Writes a file into it and gives its path.
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

/// The game's hairstyle's rig from the shared data folder, its header's checksum (byte 32) off.
[[nodiscard]] std::string with_a_wrong_checksum(const TemporaryFolder& folder);

inline const std::string kHairRig = TASSEL_SAMPLES_DIR "/hair/tassel_hair.rig.json";
inline const std::string kHairGraph = TASSEL_SAMPLES_DIR "/hair/tassel_hair.animgraph.json";
inline const std::string kEarringRig = TASSEL_SAMPLES_DIR "/earring/tassel_earring.rig.json";
inline const std::string kSeedSan = TASSEL_SAMPLES_DIR "/seed_san/Seed-san_idle_loop.vrm";
inline const std::string kEarringGraph =
    TASSEL_SAMPLES_DIR "/earring/tassel_earring.animgraph.json";

}  // namespace tassel
