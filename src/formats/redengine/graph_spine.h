#pragma once
// The chain of nodes that a dangle graph is (§2.3).

#include <string>
#include <vector>

#include "formats/redengine/resource.h"
#include "tassel/status.h"

namespace tassel::red {

/// The node that the graph's output comes from, followed back to its source.
struct GraphSpine {
  const Value* dangle = nullptr;      ///< nullptr: the graph has none.
  std::vector<std::string> problems;  ///< Where the nodes aren't the spine.
  std::vector<std::string> notes;
};

/// Follows an animAnimGraph (object 0). Where its nodes aren't the spine, `dangle` is the first
/// in the file. Fails where a link isn't one.
[[nodiscard]] Status follow_spine(const Resource& resource, GraphSpine& spine);

}  // namespace tassel::red
