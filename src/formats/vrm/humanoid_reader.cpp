#include "formats/vrm/humanoid_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "formats/json/json_text.h"
#include "formats/vrm/humanoid_bones.h"
#include "formats/vrm/vrm_json.h"
#include "skeleton/in_quotes.h"

namespace tassel {

namespace {

class HumanoidBuilder {
 public:
  HumanoidBuilder(const std::vector<int>& joint_of_node, Notes& notes)
      : joint_of_node_(joint_of_node), notes_(notes), is_bone_(joint_of_node.size(), false) {
    joints_.fill(-1);
  }

  void add_unknown(const std::string& pointer, std::string_view name) {
    notes_.add(pointer, in_quotes(name) + " isn't a humanoid bone, and is left out");
  }

  void add(std::size_t index, const JsonReader& bone) {
    const int node = read_index(bone, "node", joint_of_node_.size(), "node", notes_);
    if (node < 0) return;
    int& joint = joints_[index];
    if (joint >= 0) return notes_.add(bone, "an earlier bone has this name; this one is left out");
    if (is_bone_[node]) return notes_.add(bone, "its node is another bone; this one is left out");
    is_bone_[node] = true;
    joint = joint_of_node_[node];
  }

  Humanoid finish() const {
    Humanoid humanoid;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      if (joints_[i] >= 0) humanoid.bones.push_back({std::string(kHumanoidBones[i]), joints_[i]});
    }
    return humanoid;
  }

 private:
  const std::vector<int>& joint_of_node_;
  Notes& notes_;
  std::vector<bool> is_bone_;  ///< A node.
  std::array<int, kHumanoidBones.size()> joints_;
};

/// Its place in kHumanoidBones; past their end where it is none of them.
std::size_t find_bone(std::string_view name) {
  const auto found = std::find(kHumanoidBones.begin(), kHumanoidBones.end(), name);
  return static_cast<std::size_t>(found - kHumanoidBones.begin());
}

/// VRM 0.x counts a thumb's joints as a finger's; VRM 1.0 calls its first one metacarpal.
std::string name_since_1(const std::string& name) {
  if (name.ends_with("ThumbProximal")) return name.substr(0, name.size() - 8) + "Metacarpal";
  if (name.ends_with("ThumbIntermediate")) return name.substr(0, name.size() - 12) + "Proximal";
  return name;
}

}  // namespace

Humanoid read_humanoid(const JsonReader& human_bones, const std::vector<int>& joint_of_node,
                       Notes& notes) {
  HumanoidBuilder builder(joint_of_node, notes);
  human_bones.expect_object();
  for (const std::string& name : human_bones.keys()) {
    const std::size_t bone = find_bone(name);
    if (bone < kHumanoidBones.size()) {
      builder.add(bone, human_bones.at(name.c_str()));
    } else {
      builder.add_unknown(human_bones.pointer() + "/" + json_pointer_step(name), name);
    }
  }
  return builder.finish();
}

Humanoid read_humanoid_0(const JsonReader& human_bones, const std::vector<int>& joint_of_node,
                         Notes& notes) {
  HumanoidBuilder builder(joint_of_node, notes);
  for (std::size_t i = 0; i < human_bones.size(); ++i) {
    const JsonReader bone = human_bones.element(i);
    const std::string name = name_since_1(bone.at("bone").string());
    const std::size_t index = find_bone(name);
    if (bone.failed()) break;
    if (index < kHumanoidBones.size()) {
      builder.add(index, bone);
    } else {
      builder.add_unknown(bone.pointer(), name);
    }
  }
  Humanoid humanoid = builder.finish();
  humanoid.faces_minus_z = true;
  return humanoid;
}

}  // namespace tassel
