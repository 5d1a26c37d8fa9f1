#pragma once
// Looking for words in what is said about a file.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tassel/status.h"

namespace tassel {

inline bool says(const Status& status, std::string_view words) {
  return status.what().find(words) != std::string::npos;
}

inline bool any_says(const std::vector<std::string>& sentences, std::string_view words) {
  return std::any_of(sentences.begin(), sentences.end(), [&](const std::string& sentence) {
    return sentence.find(words) != std::string::npos;
  });
}

}  // namespace tassel
