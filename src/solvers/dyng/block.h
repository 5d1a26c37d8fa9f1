#pragma once
// What a kernel is handed: views of a layout and of a block of lanes, as plain pointers, since a
// kernel's translation unit may share no inline function with the rest (see math/pack.h).

#include <cstdint>

#include "solvers/dyng/program.h"

namespace tassel::dyng {

/// Where a block's rows begin. A row is one Scalar of every lane.
struct StateRows {
  int position;     ///< 3 a slot; the kernel's x.
  int velocity;     ///< 3 a slot.
  int translation;  ///< 3 a slot: the animated pose of the last frame.
  int rotation;     ///< 4 a slot.
  int scale;        ///< 3 a slot, where the program needs scales.
  int shape;        ///< 7 a shape: translation, rotation in model space.
  int gravity;      ///< 3
  int external;     ///< 3
  int count;
};

/// Rows that live for a frame only.
struct WorkRows {
  int pose;        ///< 8 a slot (see pose_rows.h): this frame's input pose, later its output.
  int pose_scale;  ///< 3 a slot, where the program needs scales.
  int animated_translation;  ///< Interpolated for a substep.
  int animated_rotation;
  int animated_scale;
  int current_shape;  ///< 7 a shape: this frame's.
  int shape;          ///< 6 a shape: interpolated centre and axis.
  int before;         ///< 3 a slot: position before the substep.
  int count;
};

constexpr StateRows state_rows(int slots, int shapes, bool scaled) {
  StateRows rows{};
  int next = 0;
  const auto take = [&next](int count) {
    const int first = next;
    next += count;
    return first;
  };
  rows.position = take(3 * slots);
  rows.velocity = take(3 * slots);
  rows.translation = take(3 * slots);
  rows.rotation = take(4 * slots);
  rows.scale = take(scaled ? 3 * slots : 0);
  rows.shape = take(7 * shapes);
  rows.gravity = take(3);
  rows.external = take(3);
  rows.count = next;
  return rows;
}

constexpr WorkRows work_rows(int slots, int shapes, bool scaled) {
  WorkRows rows{};
  int next = 0;
  const auto take = [&next](int count) {
    const int first = next;
    next += count;
    return first;
  };
  const int scales = scaled ? 3 * slots : 0;
  rows.pose = take(8 * slots);
  rows.pose_scale = take(scales);
  rows.animated_translation = take(3 * slots);
  rows.animated_rotation = take(4 * slots);
  rows.animated_scale = take(scales);
  rows.current_shape = take(7 * shapes);
  rows.shape = take(6 * shapes);
  rows.before = take(3 * slots);
  rows.count = next;
  return rows;
}

/// What a frame decides before anything moves (§5.1), the same for every lane of a kernel's call.
struct Plan {
  bool runs = false;         ///< Time dilation lets the substeps run.
  bool to_pose = false;      ///< Particles go on their input pose first.
  bool reset_frame = false;  ///< Constraints only; no velocity at the end.
  bool carries = false;      ///< The particles are carried through the character's world motion.
  int substeps = 0;
  int passes = 0;

  bool operator==(const Plan&) const = default;
};

/// One call of a kernel.
template <class S>
struct BlockCall {
  Plan plan;

  int slot_count;
  int operation_count;
  int output_count;
  int shape_count;
  bool scaled;
  bool pulled;  ///< Some particle is pulled to its animated position.
  bool forced;  ///< There may be an external force.
  S alpha;
  const std::uint16_t* joints;
  const std::uint8_t* used;
  const SlotTraits* traits;
  const S* slot_constants;
  const S* constants;
  const Operation* operations;
  const Operation* outputs;
  const Shape<S>* shapes;

  StateRows state_rows;
  WorkRows work_rows;
  S* state;
  S* work;

  // By lane.
  Transform<S>* poses[kMaxLanes];
  bool writes[kMaxLanes];  ///< false: a lane whose pose isn't to be written.
  S substep_time[kMaxLanes];
  S gravity[3][kMaxLanes];         ///< In model space, this frame.
  S external[3][kMaxLanes];        ///< In model space, this frame, newtons.
  S carry_rotation[4][kMaxLanes];  ///< Old model space to new.
  S carry_translation[3][kMaxLanes];
  bool became_non_finite[kMaxLanes];  ///< Out.
};

template <class S>
using Kernel = void (*)(BlockCall<S>&);

/// The kernel for a width, `chains`: one chain a lane (constants by lane), else one dangle a lane.
/// Picks the best instruction set of the machine that runs the width.
[[nodiscard]] Kernel<float> float_kernel(int lanes, bool chains);
[[nodiscard]] Kernel<double> double_kernel();

/// Whether all of `count` numbers are finite.
[[nodiscard]] bool all_finite(const float* numbers, int count);
[[nodiscard]] bool all_finite(const double* numbers, int count);

}  // namespace tassel::dyng
