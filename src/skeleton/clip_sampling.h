#pragma once
// What is between a clip's keys, and where its keys stand.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tassel/skeleton.h"

namespace tassel {

inline constexpr double kMaxKeysPerSecond = 1000;
inline constexpr double kMaxDuration = 86'400;
/// Joint poses in one clip, 80 bytes each: 160,000 frames of a 50-joint rig.
inline constexpr double kMaxClipPoses = 8'000'000;

/// Great-circle interpolation of unit quaternions, the short way round.
[[nodiscard]] Quatd slerp(const Quatd& a, const Quatd& b, double fraction);

/// Translation and scale along a line, rotation by slerp.
[[nodiscard]] Transformd interpolate(const Transformd& a, const Transformd& b, double fraction);

/// k / keys_per_second while it is before `duration` by more than a thousandth of an interval, then
/// `duration` itself; 0 alone where the duration is 0. Fails where the numbers are out of range or
/// the clip would pass kMaxClipPoses.
[[nodiscard]] Status make_key_times(double duration, double keys_per_second, int joint_count,
                                    std::vector<double>& times);

/// Fails where the clip's sizes don't fit the skeleton, it has no key, its times don't increase
/// from 0, or a number isn't finite. Place: "times[i]" or "poses_ls[i]".
[[nodiscard]] Status validate(const Clip& clip, const Skeleton& skeleton);

/// The pose of a valid clip at `time`, held before its first and after its last key.
void sample(const Clip& clip, double time, std::span<Transformd> pose_ls);

}  // namespace tassel
