#pragma once
// Along a motion: what poses the joints that aren't simulated, and the bakes that run a dangle or
// a character's springs over it.

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tassel/dyng.h"
#include "tassel/skeleton.h"
#include "tassel/springbone.h"
#include "tassel/status.h"

namespace tassel {

/// A driver: the input pose at every time.
class Motion {
 public:
  virtual ~Motion() = default;
  [[nodiscard]] virtual double duration() const = 0;  ///< Seconds.
  /// Writes the input pose of every joint at `time` (held outside [0, duration]).
  virtual void sample(double time, std::span<Transformd> pose_ls) const = 0;
  /// Where the character stands in the world at `time`; identity for motions in place.
  [[nodiscard]] virtual Transformd world_ws(double /*time*/) const { return {}; }
  /// Whether the character travels, so that its world motion is felt (mode 1).
  [[nodiscard]] virtual bool travels() const { return false; }
};

/// The made-up motions, in a space with Z up, for a rig with REDengine's body joints (Head, Neck,
/// Spine3, …; one that lacks neck and head turns its roots instead). As in REDengine the character
/// faces +Y with its left at −X; a rig whose LeftShoulder lies at greater x than its RightShoulder
/// faces −Y. Each begins and ends at rest in the reference pose:
///   turn   the head turns left and right, fast enough for hair to fly
///   nod    the head nods
///   shake  quick small turns
///   walk   walks, stops and turns through the world (mode 1)
/// Null where the name is none of these.
[[nodiscard]] std::unique_ptr<Motion> make_motion(std::string_view name, const Skeleton& skeleton);

/// A clip of another skeleton carried onto this one by joint name: a joint takes its namesake's
/// change from its rest pose in model space; a joint without one follows its parent. Fails where
/// no name is shared. Both skeletons have the same axis up.
[[nodiscard]] Status make_clip_motion(const Skeleton& skeleton, const Skeleton& clip_skeleton,
                                      const Clip& clip, std::unique_ptr<Motion>& motion);

/// An animation of the skeleton itself. Fails where it isn't valid.
[[nodiscard]] Status make_animation_motion(const Skeleton& skeleton, const Animation& animation,
                                           std::unique_ptr<Motion>& motion);

/// Another skeleton's animation carried onto this one by joint name, as a clip is.
[[nodiscard]] Status make_namesake_motion(const Skeleton& skeleton, const Skeleton& source,
                                          const Animation& animation,
                                          std::unique_ptr<Motion>& motion);

/// Another humanoid's animation carried onto this one by the names of bones: each bone takes its
/// namesake's turn from its rest rotation in model space, and the hips their way too, in
/// proportion to their height. Both stand in the same pose at rest, as VRM has it (a T), though
/// not with the same axes; a humanoid that faces −Z is turned to face +Z and back. Fails where no
/// bone is shared.
[[nodiscard]] Status make_humanoid_motion(const Skeleton& skeleton, const Humanoid& humanoid,
                                          const Skeleton& source, const Humanoid& source_humanoid,
                                          const Animation& animation,
                                          std::unique_ptr<Motion>& motion);

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

/// Settles the dangle (Z up) on the motion's first pose, then runs it in game frames of 1/60 s, at
/// any key rate: keys between two frames are interpolated. The clip keeps its name and holds every
/// joint's local pose, the roots with the character's world motion. Last key exactly at the
/// motion's end. Fails where the spec doesn't cook, the rate is out of range, the motion lasts
/// longer than a day, or the clip would hold more than 8,000,000 joint poses.
[[nodiscard]] Status bake(const DyngSpec& spec, const Motion& motion, const BakeSettings& settings,
                          Clip& clip, BakeReport& report);

struct SpringBakeSettings {
  double keys_per_second = 60;  ///< > 0, at most 1000.
  SpringBoneSolver solver = SpringBoneSolver::kSteady;
  enum class Start {
    kSettled,  ///< Runs on the held first pose until the particles rest, at most 300 steps.
    kRest,     ///< The particles begin where the first pose has them at rest.
  };
  Start start = Start::kSettled;
  /// Makes the clip's end meet its beginning, in pose and velocity: runs the motion over and over
  /// until the state at its start repeats to 0.01 mm (at most 20 times), then fades the end of the
  /// last run, over a quarter of it and at most half a second, into what came before its start.
  bool loop = false;
  /// Called now and then with the share that is done, 0 to 1.
  std::function<void(double)> progress;
};

struct SpringBakeReport {
  int settling_steps = 0;
  bool at_rest = false;  ///< After settling.
  int steps = 0;         ///< Of the solver, all runs together.
  int resets = 0;        ///< Times the state stopped being finite.
  int runs = 1;          ///< Of the motion, the baked one among them.
  /// Looped: how far the farthest tail is at the end from where it was at the start, before the
  /// fade, metres.
  double loop_residue = 0;
};

/// Runs a character's springs over a motion. Steady: steps of 1/60 s, each over the motion's own
/// pose at its time, and keys between two steps interpolated. Exact: a step a key. The clip keeps
/// its name and holds every joint's local pose. Last key exactly at the motion's end. Fails where
/// the spec doesn't cook, the rate is out of range, the motion lasts longer than a day, or the
/// clip would hold more than 8,000,000 joint poses.
[[nodiscard]] Status bake(const SpringBoneSpec& spec, const Skeleton& skeleton,
                          const Motion& motion, const SpringBakeSettings& settings, Clip& clip,
                          SpringBakeReport& report);

/// A point that is watched.
struct Tip {
  int joint = -1;
  Vec3d point_ls{};
};

/// Drops a clip's keys while no tip strays: at every dropped key each tip is, in model space,
/// within `bound` metres of where it was, the tracks of `joints` interpolated between the keys
/// that are left and all others as they were. First and last key stay.
void reduce_keys(const Skeleton& skeleton, std::span<const int> joints, std::span<const Tip> tips,
                 double bound, Clip& clip);

}  // namespace tassel
