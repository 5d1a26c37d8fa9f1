#include "formats/bvh/bvh_humanoid.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/vrm/humanoid_bones.h"

namespace tassel {

namespace {

struct PartName {
  std::string_view name;
  std::string_view part;
};

/// What both sides have, as files call it and as VRM does after "left" and "right".
constexpr std::array kSideParts{
    PartName{"shoulder", "Shoulder"}, PartName{"collar", "Shoulder"},
    PartName{"clavicle", "Shoulder"}, PartName{"upperarm", "UpperArm"},
    PartName{"uparm", "UpperArm"},    PartName{"arm", "UpperArm"},
    PartName{"lowerarm", "LowerArm"}, PartName{"lowarm", "LowerArm"},
    PartName{"forearm", "LowerArm"},  PartName{"hand", "Hand"},
    PartName{"upperleg", "UpperLeg"}, PartName{"upleg", "UpperLeg"},
    PartName{"thigh", "UpperLeg"},    PartName{"lowerleg", "LowerLeg"},
    PartName{"lowleg", "LowerLeg"},   PartName{"leg", "LowerLeg"},
    PartName{"shin", "LowerLeg"},     PartName{"calf", "LowerLeg"},
    PartName{"foot", "Foot"},         PartName{"toes", "Toes"},
    PartName{"toebase", "Toes"},      PartName{"toe", "Toes"},
    PartName{"eye", "Eye"},
};

constexpr std::array kFingers{
    PartName{"thumb", "Thumb"}, PartName{"index", "Index"},   PartName{"middle", "Middle"},
    PartName{"ring", "Ring"},   PartName{"little", "Little"}, PartName{"pinky", "Little"},
};

constexpr std::array kSides{
    PartName{"left", "left"},
    PartName{"right", "right"},
    PartName{"l", "left"},
    PartName{"r", "right"},
};

std::string_view find_part(const auto& parts, std::string_view name) {
  for (const PartName& part : parts) {
    if (part.name == name) return part.part;
  }
  return {};
}

/// Small letters and digits of what follows a prefix.
std::string plain_name(std::string_view name) {
  name = name.substr(name.rfind(':') + 1);  // npos + 1 is 0.
  std::string plain;
  for (const char c : name) {
    if (c == ' ' || c == '_' || c == '.' || c == '-') continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  constexpr std::string_view kMixamo = "mixamorig";
  return plain.starts_with(kMixamo) ? plain.substr(kMixamo.size()) : plain;
}

/// "ThumbMetacarpal" of "handthumb1". Of a thumb whose middle joint is called intermediate, as
/// Unity has it, the proximal one is VRM 1.0's metacarpal.
std::string finger_part(std::string_view name, bool thumbs_are_unitys) {
  if (name.starts_with("hand")) name.remove_prefix(4);
  for (const PartName& finger : kFingers) {
    if (!name.starts_with(finger.name)) continue;
    const std::string_view joint = name.substr(finger.name.size());
    std::array<std::string_view, 3> joints{"Proximal", "Intermediate", "Distal"};
    if (finger.part == "Thumb") joints = {"Metacarpal", "Proximal", "Distal"};
    int index = -1;
    if (joint == "1" || joint == "metacarpal") index = 0;
    if (joint == "2" || joint == "intermediate") index = 1;
    if (joint == "3" || joint == "distal") index = 2;
    if (joint == "proximal") index = finger.part == "Thumb" && !thumbs_are_unitys ? 1 : 0;
    return index < 0 ? std::string() : std::string(finger.part) + std::string(joints[index]);
  }
  return {};
}

std::string side_part(std::string_view name, bool thumbs_are_unitys) {
  const std::string_view part = find_part(kSideParts, name);
  return part.empty() ? finger_part(name, thumbs_are_unitys) : std::string(part);
}

/// VRM's name for a joint of one side; empty where the name says none.
std::string side_bone(std::string_view name, bool thumbs_are_unitys) {
  for (const PartName& side : kSides) {
    std::string part;
    if (name.starts_with(side.name)) {
      part = side_part(name.substr(side.name.size()), thumbs_are_unitys);
    } else if (name.ends_with(side.name)) {
      part = side_part(name.substr(0, name.size() - side.name.size()), thumbs_are_unitys);
    }
    if (!part.empty()) return std::string(side.part) + part;
  }
  return {};
}

class HumanoidFinder {
 public:
  explicit HumanoidFinder(const Skeleton& skeleton) : skeleton_(skeleton) {
    for (int i = 0; i < skeleton.size(); ++i) {
      by_name_.emplace(plain_name(skeleton.joints[i].name), i);
    }
  }

  Humanoid run() {
    const int hips = find_first({"hips", "pelvis", "hip", "root"});
    if (hips < 0) return {};
    set("hips", hips);
    set("neck", find_first({"neck", "neck1"}));
    set("head", find_first({"head"}));
    set("jaw", find_first({"jaw"}));
    const bool thumbs_are_unitys = find_first({"leftthumbintermediate", "rightthumbintermediate",
                                               "lthumbintermediate", "thumbintermediatel"}) >= 0;
    for (const auto& [name, joint] : by_name_) set(side_bone(name, thumbs_are_unitys), joint);
    set_spine(hips);
    return finish();
  }

 private:
  [[nodiscard]] int find_first(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
      const auto found = by_name_.find(name);
      if (found != by_name_.end()) return found->second;
    }
    return -1;
  }

  [[nodiscard]] int bone(std::string_view name) const {
    const auto found = bones_.find(name);
    return found == bones_.end() ? -1 : found->second;
  }

  /// Of several joints that would be a bone the first in the skeleton is it.
  void set(std::string name, int joint) {
    if (name.empty() || joint < 0) return;
    const auto [bone, is_new] = bones_.emplace(std::move(name), joint);
    if (!is_new) bone->second = std::min(bone->second, joint);
  }

  void set_spine(int hips) {
    if (find_first({"chest"}) >= 0) {
      set("spine", find_first({"spine"}));
      set("chest", find_first({"chest"}));
      return set("upperChest", find_first({"upperchest"}));
    }
    const std::vector<int> chain = joints_above(hips);
    if (chain.empty()) return;
    set("spine", chain.front());
    if (chain.size() == 2) set("chest", chain.back());
    if (chain.size() < 3) return;
    set("chest", chain[chain.size() / 2]);
    set("upperChest", chain.back());
  }

  /// What is between the hips and the neck, or else what stands for it, from below.
  [[nodiscard]] std::vector<int> joints_above(int hips) const {
    int top = -1;
    for (const char* name : {"neck", "head", "leftShoulder", "leftUpperArm"}) {
      if (top < 0) top = bone(name);
    }
    std::vector<int> chain;
    if (top < 0) return chain;
    for (int i = skeleton_.joints[top].parent; i != hips; i = skeleton_.joints[i].parent) {
      if (i < 0) return {};
      chain.push_back(i);
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  [[nodiscard]] Humanoid finish() const {
    Humanoid humanoid;
    std::vector<bool> is_bone(skeleton_.joints.size(), false);
    for (const std::string_view name : kHumanoidBones) {
      const int joint = bone(name);
      if (joint < 0 || is_bone[joint]) continue;
      is_bone[joint] = true;
      humanoid.bones.push_back({std::string(name), joint});
    }
    humanoid.faces_minus_z = is_left_at_minus_x(humanoid);
    return humanoid;
  }

  [[nodiscard]] bool is_left_at_minus_x(const Humanoid& humanoid) const {
    const std::vector<Transformd> rest_ms = reference_pose_ms(skeleton_);
    double span = 0;
    for (const char* part : {"UpperLeg", "UpperArm"}) {
      const int left = humanoid.find(std::string("left") + part);
      const int right = humanoid.find(std::string("right") + part);
      if (left >= 0 && right >= 0)
        span += rest_ms[left].translation.x - rest_ms[right].translation.x;
    }
    return span < 0;
  }

  const Skeleton& skeleton_;
  std::map<std::string, int, std::less<>> by_name_;  ///< By plain names, the first of each.
  std::map<std::string, int, std::less<>> bones_;
};

/// The shortest turn between two directions. Opposite ones are turned about Z, at a right angle to
/// all that limbs are turned to.
Quatd turn_between(const Vec3d& from, const Vec3d& to) {
  const Vec3d axis = cross(from, to);
  const Quatd q{axis.x, axis.y, axis.z, length(from) * length(to) + dot(from, to)};
  return dot(q, q) > 0 ? normalized(q) : Quatd{0, 0, 1, 0};
}

void aim(int joint, int next, const Vec3d& direction_ms, Skeleton& skeleton) {
  if (joint < 0 || next < 0) return;
  const std::vector<Transformd> rest_ms = reference_pose_ms(skeleton);
  const Vec3d along = rest_ms[next].translation - rest_ms[joint].translation;
  const double distance = length(along);
  if (!(distance > 0)) return;
  const Quatd rotation_ms =
      turn_between((1 / distance) * along, direction_ms) * rest_ms[joint].rotation;
  const int parent = skeleton.joints[joint].parent;
  skeleton.joints[joint].reference_ls.rotation =
      normalized(parent < 0 ? rotation_ms : conjugate(rest_ms[parent].rotation) * rotation_ms);
}

}  // namespace

Humanoid find_humanoid(const Skeleton& skeleton) { return HumanoidFinder(skeleton).run(); }

void rest_in_t_pose(const Humanoid& humanoid, Skeleton& skeleton) {
  for (const std::string side : {"left", "right"}) {
    const double out = (side == "left") == humanoid.faces_minus_z ? -1 : 1;
    const auto joint = [&](const char* part) { return humanoid.find(side + part); };
    aim(joint("UpperArm"), joint("LowerArm"), {out, 0, 0}, skeleton);
    aim(joint("LowerArm"), joint("Hand"), {out, 0, 0}, skeleton);
    aim(joint("UpperLeg"), joint("LowerLeg"), {0, -1, 0}, skeleton);
    aim(joint("LowerLeg"), joint("Foot"), {0, -1, 0}, skeleton);
  }
}

}  // namespace tassel
