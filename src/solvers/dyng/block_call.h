#pragma once
// Puts a kernel's call together, for a state of its own and for a crowd's blocks alike.

#include <span>

#include "solvers/dyng/block.h"
#include "solvers/dyng/clock.h"

namespace tassel::dyng {

/// The layout that runs `lanes` wide: one chain a lane, or one dangle a lane.
template <class S>
[[nodiscard]] const Layout<S>& layout_of(const ProgramData& program, int lanes, bool chains) {
  return program.cooked<S>().layouts[chains ? layout_index(lanes) : 0];
}

template <class S>
[[nodiscard]] StateRows state_rows_of(const ProgramData& program, const Layout<S>& layout) {
  return state_rows(layout.slot_count, static_cast<int>(program.cooked<S>().shapes.size()),
                    program.needs_scale);
}

template <class S>
[[nodiscard]] WorkRows work_rows_of(const ProgramData& program, const Layout<S>& layout) {
  return work_rows(layout.slot_count, static_cast<int>(program.cooked<S>().shapes.size()),
                   program.needs_scale);
}

/// All that doesn't depend on the frame.
template <class S>
[[nodiscard]] BlockCall<S> make_call(const ProgramData& program, const Layout<S>& layout, S* state,
                                     S* work);

/// What one lane brings into a frame.
template <class S>
void set_lane(BlockCall<S>& call, int lane, const ProgramData& program, const DyngFrame& frame,
              const PlannedFrame& planned, Transform<S>* pose, bool writes);

/// The same in each of `lanes` lanes, which all write.
template <class S>
void set_lanes(BlockCall<S>& call, int lanes, const ProgramData& program, const DyngFrame& frame,
               const PlannedFrame& planned, Transform<S>* pose);

/// Whether a frame can run on this pose; fills the report's outcome where it can't, and then
/// gives joints that aren't finite their reference transform.
template <class S>
[[nodiscard]] bool admit(const ProgramData& program, const DyngFrame& frame,
                         std::span<Transform<S>> pose_ms, DyngReport& report);

template <class S>
[[nodiscard]] Kernel<S> kernel_of(int lanes, bool chains) {
  if constexpr (sizeof(S) == sizeof(double)) {
    return double_kernel();
  } else {
    return float_kernel(lanes, chains);
  }
}

}  // namespace tassel::dyng
