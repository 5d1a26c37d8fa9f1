#pragma once
// A spring-bone case through the solver.

#include <functional>
#include <span>

#include "spec/spring_trace.h"
#include "tassel/springbone.h"

namespace tassel {

/// One step a frame, every joint that isn't a bone's in its rest pose; `visit` gets each frame's
/// output pose, which is valid for the call, and what the frame did.
template <class Scalar>
void run_spring_trace(
    const SpringBoneProgram& program, const Skeleton& skeleton, const SpringCase& spring_case,
    const std::function<void(std::span<const Transformd>, const SpringBoneReport&)>& visit);

}  // namespace tassel
