#include "solvers/springbone/schedule.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <tuple>

namespace tassel::springbone {

namespace {

/// By joint of the skeleton; the schedule's own numbers come at the end.
class Planner {
 public:
  Planner(const SpringBoneSpec& spec, const Skeleton& skeleton)
      : spec_(spec),
        skeleton_(skeleton),
        bones_(list_bones(spec)),
        bone_of_(skeleton.joints.size(), -1),
        is_used_(skeleton.joints.size(), false),
        level_(skeleton.joints.size(), -1),
        is_collider_used_(spec.colliders.size(), false) {}

  Schedule plan() {
    mark_used();
    find_levels();
    order_slots();
    order_colliders();
    order_centres();
    list_shapes();
    return std::move(schedule_);
  }

 private:
  void mark_used() {
    for (std::size_t i = 0; i < bones_.size(); ++i) {
      bone_of_[bones_[i].bone->joint] = static_cast<int>(i);
      use(bones_[i].bone->joint);
    }
    for (const Spring& spring : spec_.springs) {
      if (spring.bones.empty()) continue;
      use(spring.center);
      for (const int collider : spring.colliders) {
        is_collider_used_[collider] = true;
        use(spec_.colliders[collider].joint);
      }
    }
  }

  void use(int joint) {
    for (; joint >= 0 && !is_used_[joint]; joint = skeleton_.joints[joint].parent) {
      is_used_[joint] = true;
    }
  }

  /// A bone's level is one above its parent's and its colliders'; a rigid joint's is its parent's.
  void find_levels() {
    waits_for_.assign(bones_.size(), 0);
    wakes_.assign(skeleton_.joints.size(), {});
    children_.assign(skeleton_.joints.size(), {});
    for (int i = 0; i < skeleton_.size(); ++i) {
      if (!is_used_[i]) continue;
      const int parent = skeleton_.joints[i].parent;
      if (parent >= 0) children_[parent].push_back(i);
    }
    settle_still_joints();
    for (std::size_t i = 0; i < bones_.size(); ++i) {
      for (const int joint : moving_collider_joints(static_cast<int>(i))) {
        wakes_[joint].push_back(static_cast<int>(i));
        ++waits_for_[i];
      }
    }
    for (std::size_t i = 0; i < bones_.size(); ++i) {
      const int parent = skeleton_.joints[bones_[i].bone->joint].parent;
      if (parent < 0 || level_[parent] >= 0) reach(static_cast<int>(i));
    }
    while (true) {
      run_queue();
      if (held_up_.empty()) break;
      break_ring(*held_up_.begin());
    }
  }

  void settle_still_joints() {
    for (int i = 0; i < skeleton_.size(); ++i) {
      const int parent = skeleton_.joints[i].parent;
      const bool parent_is_still = parent < 0 || level_[parent] == 0;
      if (is_used_[i] && bone_of_[i] < 0 && parent_is_still) level_[i] = 0;
    }
  }

  [[nodiscard]] std::vector<int> moving_collider_joints(int bone) const {
    std::vector<int> joints;
    for (const int collider : bones_[bone].spring->colliders) {
      const int joint = spec_.colliders[collider].joint;
      if (level_[joint] < 0) joints.push_back(joint);
    }
    std::sort(joints.begin(), joints.end());
    joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
    return joints;
  }

  /// The bone's parent has its level.
  void reach(int bone) {
    is_reached_.insert(bone);
    if (waits_for_[bone] == 0) {
      ready_.push(bone);
    } else {
      held_up_.insert(bone);
    }
  }

  void run_queue() {
    while (!ready_.empty()) {
      const int bone = ready_.front();
      ready_.pop();
      const int parent = skeleton_.joints[bones_[bone].bone->joint].parent;
      int level = parent < 0 ? 0 : level_[parent];
      for (const int collider : bones_[bone].spring->colliders) {
        level = std::max(level, level_[spec_.colliders[collider].joint]);
      }
      assign(bones_[bone].bone->joint, level + 1);
    }
  }

  /// Gives a bone and the rigid joints that ride on it their level.
  void assign(int bone_joint, int level) {
    std::vector<int> open{bone_joint};
    while (!open.empty()) {
      const int joint = open.back();
      open.pop_back();
      level_[joint] = level;
      for (const int bone : wakes_[joint]) wake(bone);
      for (const int child : children_[joint]) {
        if (bone_of_[child] >= 0) {
          reach(bone_of_[child]);
        } else {
          open.push_back(child);
        }
      }
    }
  }

  void wake(int bone) {
    if (--waits_for_[bone] > 0 || !is_reached_.contains(bone) || held_up_.erase(bone) == 0) return;
    ready_.push(bone);
  }

  /// Bones wait for each other in a ring: this one goes first, with what it waits for as it was.
  void break_ring(int bone) {
    for (const int joint : moving_collider_joints(bone)) {
      std::erase(wakes_[joint], bone);
      is_late_.insert({bone, joint});
    }
    waits_for_[bone] = 0;
    held_up_.erase(bone);
    ready_.push(bone);
  }

  /// What the bones of one level must share to run side by side.
  using Group = std::tuple<int, std::vector<int>, int>;
  [[nodiscard]] Group group_of(int bone) const {
    const BoneOfSpring& b = bones_[bone];
    const int limit = b.bone->limit ? 1 + static_cast<int>(b.bone->limit->kind) : 0;
    std::vector<int> shapes;
    for (const int collider : b.spring->colliders) {
      const bool late = is_late_.contains({bone, spec_.colliders[collider].joint});
      shapes.push_back(2 * collider + (late ? 1 : 0));
    }
    return {b.spring->center, std::move(shapes), limit};
  }

  void order_slots() {
    std::map<Group, int> groups;
    std::vector<int> group(bones_.size());
    for (std::size_t i = 0; i < bones_.size(); ++i) {
      const int next = static_cast<int>(groups.size());
      group[i] = groups.try_emplace(group_of(static_cast<int>(i)), next).first->second;
    }
    std::vector<int> joints;
    for (int i = 0; i < skeleton_.size(); ++i) {
      if (is_used_[i]) joints.push_back(i);
    }
    const auto key = [&](int joint) {
      const int bone = bone_of_[joint];
      return bone < 0 ? std::tuple{level_[joint], 1, 0, joint}
                      : std::tuple{level_[joint], 0, group[bone], bone};
    };
    std::sort(joints.begin(), joints.end(), [&](int a, int b) { return key(a) < key(b); });

    slot_of_.assign(skeleton_.joints.size(), -1);
    schedule_.bone_slot.assign(bones_.size(), -1);
    const int level_count = joints.empty() ? 0 : level_[joints.back()] + 1;
    schedule_.levels.resize(level_count + 1);
    for (const int joint : joints) {
      const int slot = static_cast<int>(schedule_.slots.size());
      const int parent = skeleton_.joints[joint].parent;
      slot_of_[joint] = slot;
      if (bone_of_[joint] >= 0) schedule_.bone_slot[bone_of_[joint]] = slot;
      schedule_.slots.push_back({joint, parent < 0 ? -1 : slot_of_[parent], bone_of_[joint]});
    }
    const auto first = [&](const std::tuple<int, int>& wanted) {
      const auto found = std::partition_point(joints.begin(), joints.end(), [&](int joint) {
        return std::tuple{level_[joint], bone_of_[joint] < 0 ? 1 : 0} < wanted;
      });
      return static_cast<int>(found - joints.begin());
    };
    for (int level = 0; level <= level_count; ++level) {
      schedule_.levels[level].first_bone = first({level, 0});
      schedule_.levels[level].first_rigid = first({level, 1});
    }
  }

  void order_colliders() {
    std::vector<int>& colliders = schedule_.colliders;
    for (std::size_t i = 0; i < spec_.colliders.size(); ++i) {
      if (is_collider_used_[i]) colliders.push_back(static_cast<int>(i));
    }
    const auto level_of = [&](int collider) { return level_[spec_.colliders[collider].joint]; };
    std::sort(colliders.begin(), colliders.end(), [&](int a, int b) {
      return std::tuple{level_of(a), a} < std::tuple{level_of(b), b};
    });
    for (const int collider : colliders) {
      schedule_.collider_slot.push_back(slot_of_[spec_.colliders[collider].joint]);
    }
    for (std::size_t level = 0; level < schedule_.levels.size(); ++level) {
      const auto first = std::partition_point(
          colliders.begin(), colliders.end(),
          [&](int collider) { return level_of(collider) < static_cast<int>(level); });
      schedule_.levels[level].first_collider = static_cast<int>(first - colliders.begin());
    }
  }

  void order_centres() {
    std::set<std::tuple<int, int>> centres;  // By level, then slot.
    for (const Spring& spring : spec_.springs) {
      if (spring.center >= 0 && !spring.bones.empty()) {
        centres.insert({level_[spring.center], slot_of_[spring.center]});
      }
    }
    std::map<int, int> index_of;
    std::size_t level = 0;
    for (const auto& [centre_level, slot] : centres) {
      const int index = static_cast<int>(schedule_.centres.size());
      while (level <= static_cast<std::size_t>(centre_level)) {
        schedule_.levels[level++].first_centre = index;
      }
      index_of[slot] = index;
      schedule_.centres.push_back(slot);
    }
    while (level < schedule_.levels.size()) {
      schedule_.levels[level++].first_centre = static_cast<int>(schedule_.centres.size());
    }
    for (const BoneOfSpring& bone : bones_) {
      const int centre = bone.spring->center;
      schedule_.bone_centre.push_back(centre < 0 ? -1 : index_of.at(slot_of_[centre]));
    }
  }

  void list_shapes() {
    std::map<int, int> late;
    for (std::size_t i = 0; i < bones_.size(); ++i) {
      std::vector<int>& shapes = schedule_.bone_shapes.emplace_back();
      for (const int collider : bones_[i].spring->colliders) {
        int shape = collider;
        if (is_late_.contains({static_cast<int>(i), spec_.colliders[collider].joint})) {
          const auto [found, is_new] =
              late.try_emplace(collider, static_cast<int>(schedule_.late.size()));
          if (is_new) {
            schedule_.late.push_back(collider);
            schedule_.late_slot.push_back(slot_of_[spec_.colliders[collider].joint]);
          }
          shape = static_cast<int>(spec_.colliders.size()) + found->second;
        }
        shapes.push_back(shape);
      }
    }
  }

  const SpringBoneSpec& spec_;
  const Skeleton& skeleton_;
  std::vector<BoneOfSpring> bones_;
  std::vector<int> bone_of_;
  std::vector<bool> is_used_;
  std::vector<int> level_;
  std::vector<bool> is_collider_used_;
  std::vector<std::vector<int>> children_;  ///< Used ones.
  std::vector<int> waits_for_;              ///< Bone by bone: joints of colliders without a level.
  std::vector<std::vector<int>> wakes_;     ///< Joint by joint: the bones that wait for it.
  std::queue<int> ready_;
  std::set<int> is_reached_;  ///< Bones whose parent has its level.
  std::set<int> held_up_;     ///< Of these, the ones that wait for a collider.
  std::set<std::pair<int, int>> is_late_;
  std::vector<int> slot_of_;
  Schedule schedule_;
};

}  // namespace

std::vector<BoneOfSpring> list_bones(const SpringBoneSpec& spec) {
  std::vector<BoneOfSpring> bones;
  for (const Spring& spring : spec.springs) {
    for (const SpringBone& bone : spring.bones) bones.push_back({&bone, &spring});
  }
  return bones;
}

Schedule make_schedule(const SpringBoneSpec& spec, const Skeleton& skeleton) {
  return Planner(spec, skeleton).plan();
}

}  // namespace tassel::springbone
