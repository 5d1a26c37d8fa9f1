#pragma once
// Joints by their names, for many lookups.

#include <string_view>
#include <unordered_map>

#include "tassel/skeleton.h"

namespace tassel {

/// Looks at the skeleton's own names: it must outlive this.
class JointIndex {
 public:
  explicit JointIndex(const Skeleton& skeleton) {
    for (int i = 0; i < skeleton.size(); ++i) joint_of_.emplace(skeleton.joints[i].name, i);
  }
  /// As Skeleton::find: the first joint of that name, or −1.
  [[nodiscard]] int find(std::string_view name) const {
    const auto found = joint_of_.find(name);
    return found == joint_of_.end() ? -1 : found->second;
  }

 private:
  std::unordered_map<std::string_view, int> joint_of_;
};

}  // namespace tassel
