#include "skeleton/ancestry.h"

namespace tassel {

Ancestry::Ancestry(const Skeleton& skeleton)
    : size_(skeleton.joints.size(), 1), number_(skeleton.joints.size(), 0) {
  for (int i = skeleton.size() - 1; i >= 0; --i) {
    const int parent = skeleton.joints[i].parent;
    if (parent >= 0) size_[parent] += size_[i];
  }
  int next_root = 0;
  std::vector<int> next_child(skeleton.joints.size());
  for (int i = 0; i < skeleton.size(); ++i) {
    const int parent = skeleton.joints[i].parent;
    int& next = parent < 0 ? next_root : next_child[parent];
    number_[i] = next;
    next += size_[i];
    next_child[i] = number_[i] + 1;
  }
}

void mark_descendants(const Skeleton& skeleton, std::vector<bool>& marks) {
  for (int i = 0; i < skeleton.size(); ++i) {
    const int parent = skeleton.joints[i].parent;
    if (parent >= 0 && marks[parent]) marks[i] = true;
  }
}

}  // namespace tassel
