#pragma once
// glTF's animations: the keys that move nodes.

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "formats/gltf/buffer_views.h"
#include "formats/gltf/node_reader.h"
#include "formats/json/json_reader.h"
#include "tassel/skeleton.h"

namespace tassel {

class AnimationReader {
 public:
  /// Everything must outlive this.
  AnimationReader(const JsonReader& document, const NodeTree& tree, BufferViews& views);

  /// One of the document's animations. Channels that move no node (morph weights, pointers of
  /// extensions) are left out. Faults where keys can't be used, and where all animations read so
  /// far have more than 50 million keys.
  [[nodiscard]] Animation read(const JsonReader& animation);

 private:
  void read_channel(const JsonReader& animation, const JsonReader& channel, Animation& result);
  void claim(const Track& track, const JsonReader& target);
  void read_sampler(const JsonReader& sampler, Track& track, Animation& result);
  [[nodiscard]] int read_times(const JsonReader& input, Animation& result);
  void read_values(const JsonReader& sampler, std::size_t keys, Track& track);

  const JsonReader& document_;
  const NodeTree& tree_;
  BufferViews& views_;
  std::vector<std::size_t> moved_by_;  ///< The last animation that moves each property.
  std::map<std::uint64_t, int> times_of_accessor_;  ///< Of this animation's lists of times.
  std::size_t animations_ = 0;
  std::uint64_t keys_ = 0;
};

}  // namespace tassel
