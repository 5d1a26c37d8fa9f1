// Poses into rows of lanes and back.
#pragma once

#include "math/lane_quads.h"

namespace tassel::TASSEL_ISA {

/// A joint's row count: translation x y z, rotation x y z w, and the first scale, which is carried
/// along so that two quads of numbers are read and written as they lie.
inline constexpr int kPoseRows = 8;
/// The quad of a transform's ten numbers that ends with its scales.
inline constexpr int kScaleQuad = 6;

/// A joint's kPoseRows rows from every lane's transform, and back.
template <int kLanes, class S>
void gather_pose(const S* const (&sources)[kLanes], S* rows) {
  gather_quad(sources, 0, rows);
  gather_quad(sources, 4, rows + 4 * kLanes);
}
template <int kLanes, class S>
void scatter_pose(const S* rows, S* const (&targets)[kLanes]) {
  scatter_quad(rows, 0, targets);
  scatter_quad(rows + 4 * kLanes, 4, targets);
}

}  // namespace tassel::TASSEL_ISA
