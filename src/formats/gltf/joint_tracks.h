#pragma once
// A joint's poses as glTF's tracks.

#include <span>
#include <vector>

#include "tassel/math.h"

namespace tassel {

struct JointTrack {
  std::vector<float> values;  ///< Key by key three numbers, or a quaternion's four.
  bool moves = false;         ///< Whether it leaves the joint's own transform.
};

struct JointTracks {
  JointTrack translation;
  JointTrack rotation;  ///< Unit, and of the two signs the one nearer to the key before.
  JointTrack scale;
};

/// `own` is the joint's transform where nothing moves it, `poses_ls` its local pose at each key.
[[nodiscard]] JointTracks tracks_of(const Transformd& own, std::span<const Transformd> poses_ls);

}  // namespace tassel
