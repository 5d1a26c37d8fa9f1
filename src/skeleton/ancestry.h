#pragma once
// Which joint is above which, asked many times.

#include <vector>

#include "tassel/skeleton.h"

namespace tassel {

/// Numbers a valid skeleton's joints so that a joint and all below it have neighbouring numbers.
class Ancestry {
 public:
  explicit Ancestry(const Skeleton& skeleton);

  /// Whether `joint` is a descendant of `above`. No joint is above itself.
  [[nodiscard]] bool is_above(int above, int joint) const {
    return number_[joint] > number_[above] && number_[joint] < number_[above] + size_[above];
  }

 private:
  std::vector<int> size_;  ///< Joints in the subtree, its root among them.
  std::vector<int> number_;
};

/// Marks all that is below a marked joint.
void mark_descendants(const Skeleton& skeleton, std::vector<bool>& marks);

}  // namespace tassel
