#pragma once
// Bones in lanes.

#include "solvers/springbone/program.h"

namespace tassel::springbone {

/// A bone's constants, in the order of BoneRow.
struct BoneConstants {
  double rows[kBoneRows] = {};
};

/// `bones` holds each bone's constants, and `limits` the kind of its limit.
template <class S>
[[nodiscard]] Layout<S> make_layout(const Schedule& schedule, std::span<const BoneConstants> bones,
                                    std::span<const LimitKind> limits, int lanes);

}  // namespace tassel::springbone
