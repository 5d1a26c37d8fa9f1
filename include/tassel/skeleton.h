#pragma once
// Joints and their poses, and clips that move them.
//
// A pose is a span of transforms, one a joint, in the skeleton's order. `_ls` is relative to the
// parent joint, `_ms` to the model (the space that root joints are posed in).

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tassel/math.h"
#include "tassel/status.h"

namespace tassel {

struct Joint {
  std::string name;
  int parent = -1;            ///< Index of the parent joint; −1 for a root.
  Transformd reference_ls{};  ///< Rest (bind) pose, relative to the parent.
};

/// Plain data; `validate` says whether it is usable.
struct Skeleton {
  std::vector<Joint> joints;  ///< Parents come before their children.

  [[nodiscard]] int size() const { return static_cast<int>(joints.size()); }
  /// Index of the joint of that name, or −1. The first one where a name stands twice.
  [[nodiscard]] int find(std::string_view name) const;
};

/// Fails where a parent isn't before its child, a transform isn't finite, a rotation isn't unit
/// to within 1e-3, or there are more than 65,535 joints. Place: "joints[i]".
[[nodiscard]] Status validate(const Skeleton& skeleton);

/// Composes local transforms down the tree. Both spans hold skeleton.size() transforms and may be
/// the same memory.
void local_to_model(const Skeleton& skeleton, std::span<const Transformd> pose_ls,
                    std::span<Transformd> pose_ms);

/// The inverse of local_to_model. A zero scale in a parent gives zero in its children. The spans
/// may be the same memory.
void model_to_local(const Skeleton& skeleton, std::span<const Transformd> pose_ms,
                    std::span<Transformd> pose_ls);

/// The same by matrices, as glTF composes: a parent's non-uniform scale shears a turned child.
void local_to_model(const Skeleton& skeleton, std::span<const Transformd> pose_ls,
                    std::span<Affined> pose_ms);

/// The reference pose in model space.
[[nodiscard]] std::vector<Transformd> reference_pose_ms(const Skeleton& skeleton);

/// A run of joints, root to tip, that hangs from an anchor.
struct Chain {
  int anchor = -1;          ///< The joint it hangs from; −1 where it starts at a root.
  std::vector<int> joints;  ///< Each the parent of the next. Never empty.
};

/// Splits the joints that `in_chain` marks (skeleton.size() flags) into chains, in the order of
/// their first joints. A joint with several marked children carries its chain on into the first
/// of them; each other child starts a chain of its own, anchored at the fork.
[[nodiscard]] std::vector<Chain> find_chains(const Skeleton& skeleton,
                                             std::span<const unsigned char> in_chain);

/// Sum of the distances between a chain's neighbouring joints in a pose, metres.
[[nodiscard]] double chain_length(const Chain& chain, std::span<const Transformd> pose_ms);

/// A motion sampled at common times: what a bake yields and a format writes.
struct Clip {
  std::string name;
  std::vector<double> times;  ///< Seconds, strictly increasing, first 0.
  /// times.size() × joint_count transforms, local, time by time.
  std::vector<Transformd> poses_ls;
  int joint_count = 0;

  [[nodiscard]] std::span<const Transformd> pose_ls(int key) const {
    return {poses_ls.data() + static_cast<size_t>(key) * joint_count,
            static_cast<size_t>(joint_count)};
  }
};

enum class Interpolation { kStep, kLinear, kCubicSpline };

/// How one property of one joint moves between keys of its own.
struct Track {
  enum class Property { kTranslation, kRotation, kScale };
  int joint = -1;
  Property property = Property::kTranslation;
  Interpolation interpolation = Interpolation::kLinear;
  int times = -1;  ///< Which of the animation's lists of times.
  /// Key by key three numbers, or a unit quaternion's four; with cubic splines each key has
  /// in-tangent, value and out-tangent, tangents per second (glTF 2.0, appendix C).
  std::vector<float> values;
};

/// A motion by its keys, as a file holds it.
struct Animation {
  std::string name;
  double duration = 0;                    ///< Seconds, of the last key.
  std::vector<std::vector<float>> times;  ///< Each strictly increasing from 0 or later, not empty.
  std::vector<Track> tracks;              ///< At most one a joint and property.
};

/// Fails where a track's joint, times or number of values don't fit, times don't increase, a
/// number isn't finite, or a rotation key isn't unit to within 5 %. Place: "tracks[i]".
[[nodiscard]] Status validate(const Animation& animation, const Skeleton& skeleton);

/// The pose of a valid animation at `time`, held before the first and after the last key of each
/// track; what no track moves is in its reference pose.
void sample_pose(const Animation& animation, const Skeleton& skeleton, double time,
                 std::span<Transformd> pose_ls);

/// Joints that play a part in a human body, under VRM 1.0's names ("hips", "leftUpperArm").
struct HumanoidBone {
  std::string name;
  int joint = -1;
};
struct Humanoid {
  std::vector<HumanoidBone> bones;  ///< Each name and each joint once; empty: not a humanoid.
  /// +Z, or −Z as VRM 0.x has it.
  bool faces_minus_z = false;

  /// The joint of that bone, or −1.
  [[nodiscard]] int find(std::string_view name) const;
};

}  // namespace tassel
