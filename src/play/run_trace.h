#pragma once
// Runs recorded frames through a dangle.

#include <functional>

#include "spec/dyng_trace.h"

namespace tassel {

/// One frame of the input at a time; `visit` gets each frame's result, which is valid for the
/// call. `lanes` as in DyngState. Every input pose holds program.joint_count() transforms.
template <class Scalar>
void run_trace(const DyngProgram& program, const DyngInput& input, int lanes,
               const std::function<void(const DyngTraceFrame&)>& visit);

}  // namespace tassel
