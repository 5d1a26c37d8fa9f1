#pragma once
// Along a motion: what poses the joints that aren't simulated, and the bake that runs a dangle
// over it.

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tassel/dyng.h"
#include "tassel/skeleton.h"
#include "tassel/status.h"

namespace tassel {

/// A driver: the input pose at every time. Model space has Z up.
class Motion {
 public:
  virtual ~Motion() = default;
  [[nodiscard]] virtual double duration() const = 0;  ///< Seconds.
  /// Writes the input pose of every joint at `time` (held outside [0, duration]).
  virtual void sample(double time, std::span<Transformd> pose_ms) const = 0;
  /// Where the character stands in the world at `time`; identity for motions in place.
  [[nodiscard]] virtual Transformd world_ws(double /*time*/) const { return {}; }
  /// Whether the character travels, so that its world motion is felt (mode 1).
  [[nodiscard]] virtual bool travels() const { return false; }
};

/// The made-up motions, for a rig with REDengine's body joints (Head, Neck, Spine3, …; one that
/// lacks neck and head turns its roots instead). As in REDengine the character faces +Y with its
/// left at −X; a rig whose LeftShoulder lies at greater x than its RightShoulder faces −Y. Each
/// begins and ends at rest in the reference pose:
///   turn   the head turns left and right, fast enough for hair to fly
///   nod    the head nods
///   shake  quick small turns
///   walk   walks, stops and turns through the world (mode 1)
/// Null where the name is none of these.
[[nodiscard]] std::unique_ptr<Motion> make_motion(std::string_view name, const Skeleton& skeleton);

/// A clip of another skeleton carried onto this one by joint name: a joint takes its namesake's
/// change from its rest pose in model space; a joint without one follows its parent. Fails where
/// no name is shared. Both skeletons have Z up.
[[nodiscard]] Status make_clip_motion(const Skeleton& skeleton, const Skeleton& clip_skeleton,
                                      const Clip& clip, std::unique_ptr<Motion>& motion);

struct SettleReport {
  int substeps = 0;
  bool at_rest = false;  ///< false: the 300 substeps ran out first, or the last frame didn't step.
  DyngReport last;       ///< Of the last frame that was tried.
};
/// Runs a held pose until the particles rest (§4): every particle has moved less than 1 mm/s for
/// 0.2 simulated seconds, at most 300 substeps. Starts from the rigid pose. `pose_ms` holds a
/// transform for each of the program's joints.
template <class Scalar>
SettleReport settle(DyngState<Scalar>& state, std::span<const Transform<Scalar>> pose_ms,
                    const Transformd& world_ws = {});

struct BakeSettings {
  double keys_per_second = 60;  ///< > 0, at most 1000.
  /// Called now and then with the share that is done, 0 to 1.
  std::function<void(double)> progress;
};

struct BakeReport {
  SettleReport settled;
  int frames = 0;
  int resets = 0;   ///< Times the state stopped being finite and was put back on the input pose.
  int skipped = 0;  ///< Frames whose input pose wasn't finite: they ran no substep.
};

/// Settles the dangle on the motion's first pose, then runs it in game frames of 1/60 s, at any
/// key rate: keys between two frames are interpolated. The clip keeps its name and holds every
/// joint's local pose, the roots with the character's world motion. Last key exactly at the
/// motion's end. Fails where the spec doesn't cook, the rate is out of range, the motion lasts
/// longer than a day, or the clip would hold more than 8,000,000 joint poses.
[[nodiscard]] Status bake(const DyngSpec& spec, const Motion& motion, const BakeSettings& settings,
                          Clip& clip, BakeReport& report);

}  // namespace tassel
