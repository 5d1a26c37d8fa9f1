#pragma once
// glTF's node hierarchy as a skeleton.

#include <vector>

#include "formats/json/json_reader.h"
#include "tassel/skeleton.h"

namespace tassel {

/// The nodes in Y up, parents first: in file order, except that a node's ancestors are moved in
/// front of it.
struct NodeTree {
  Skeleton skeleton;
  std::vector<int> joint_of_node;
};

/// Reads "nodes" of the document. Faults: a node with two parents, a cycle, a matrix that isn't
/// made of translation, rotation and scale, and more nodes than a skeleton has room for.
[[nodiscard]] NodeTree read_nodes(const JsonReader& document);

}  // namespace tassel
