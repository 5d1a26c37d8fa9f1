#pragma once
// A body in a skeleton that says so only by the names of its joints.

#include "tassel/skeleton.h"

namespace tassel {

/// The bones that names tell: CMU's and Mixamo's (LeftUpLeg, Spine1), mocopi's (l_up_leg,
/// torso_3) and VRM's or Unity's own (LeftUpperLeg, Chest), whatever their case, separators and
/// prefix ("mixamorig:"). What is between hips and neck is shared out as spine, chest and upper
/// chest where names don't. Empty where there are no hips.
[[nodiscard]] Humanoid find_humanoid(const Skeleton& skeleton);

/// Turns the limbs of a reference pose without rotations: arms straight out, legs straight down,
/// as VRM's bodies rest. Feet and hands turn with them.
void rest_in_t_pose(const Humanoid& humanoid, Skeleton& skeleton);

}  // namespace tassel
