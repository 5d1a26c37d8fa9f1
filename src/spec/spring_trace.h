#pragma once
// A trace case for spring bones: how the scene moves, frame by frame.

#include <string>
#include <vector>

#include "tassel/math.h"

namespace tassel {

struct SpringCase {
  std::string file;  ///< Of the character, relative to the cases' data.
  double fps = 60;
  std::vector<Transformd> root;  ///< What the scene's roots hang from, a frame each.
};

}  // namespace tassel
