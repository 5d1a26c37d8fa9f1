#pragma once
// What a reader leaves out, mends or finds odd.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/json/json_reader.h"

namespace tassel {

/// Adds sentences to a list, each behind its JSON pointer: the first 1,000, then how many more.
class Notes {
 public:
  explicit Notes(std::vector<std::string>& notes) : notes_(notes) {}

  void add(const std::string& pointer, std::string_view what);
  void add(const JsonReader& place, std::string_view what) {
    if (!place.failed()) add(place.pointer(), what);
  }
  /// Says how many were too many. Once, at the end.
  void finish();

 private:
  std::vector<std::string>& notes_;
  std::size_t count_ = 0;
};

}  // namespace tassel
