#pragma once
// Items of a list by their names, for many lookups.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tassel {

/// Looks at the list's own names: it must outlive this, unchanged.
class NameIndex {
 public:
  template <class Item>
  NameIndex(const std::vector<Item>& items, std::string Item::*name) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      index_of_.emplace(items[i].*name, static_cast<int>(i));
    }
  }
  /// The first item of that name, or −1.
  [[nodiscard]] int find(std::string_view name) const {
    const auto found = index_of_.find(name);
    return found == index_of_.end() ? -1 : found->second;
  }

 private:
  std::unordered_map<std::string_view, int> index_of_;
};

}  // namespace tassel
