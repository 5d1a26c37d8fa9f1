#pragma once
// `tassel bake`: what it is asked for, and its two kinds of input.

#include <string>
#include <vector>

#include "commands.h"

namespace tassel::cli {

struct BakeOptions {
  std::vector<std::string> inputs;  ///< A character; or a rig and a graph.
  std::string motion;               ///< A file, or for a dangle the name of a made-up motion.
  std::string output;
  double fps = 60;

  // Of a character.
  std::string clip;
  bool all = false;
  std::string solver = "steady";
  std::string start = "settled";
  bool loop = false;
  bool strip_springs = false;
  double reduce = 0;  ///< Metres that a tip may stray; 0: every key stays.

  // Of a dangle.
  bool draw_shapes = false;
};

void bake_dangle(const BakeOptions& options, const Context& context);
void bake_character(const BakeOptions& options, const Context& context);

}  // namespace tassel::cli
