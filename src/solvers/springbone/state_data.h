#pragma once
// What a state holds, and its parts of a frame.

#include <cstddef>
#include <span>
#include <vector>

#include "solvers/springbone/step_call.h"

namespace tassel::springbone {

/// Poses are by slot of the schedule.
template <class S>
struct StateData {
  SpringBoneProgram program;
  int lanes = 1;
  int resets = 0;
  bool starts_anew = false;  ///< The next frame's pose is where the tails start from.
  AlignedVector<S> rows;     ///< [batch][StateRow][lane]
  Transformd world{};        ///< The last frame's, unscaled.
  Vec3d origin{};            ///< What tails and late shapes are relative to.
  std::vector<WorldShape<S>> late_shapes;
  std::vector<Transform<S>> locals;   ///< The last frame's input pose.
  double steps_ahead = 0;             ///< Steady: the part of a step that time has run ahead.
  std::vector<WorldShape<S>> shapes;  ///< The colliders', and behind them the late ones.
  std::vector<LocalShape<S>> colliders;

  // Work memory: holds nothing between frames.
  AlignedVector<S> preview;            ///< As `rows`.
  std::vector<Transform<S>> arriving;  ///< As `locals`.
  std::vector<Transform<S>> between;
  std::vector<Affine<S>> models;  ///< [1 + slot]
  std::vector<Affine<S>> centre_inverses;

  [[nodiscard]] const Layout<S>& layout() const { return layout_of<S>(program.data(), lanes); }
  /// Where a bone's number stands among rows; the next of a vector is `lanes` further on.
  [[nodiscard]] std::size_t index(int bone, StateRow row) const {
    const auto first = static_cast<std::size_t>(layout().bone_batch[bone]) * kStateRows + row;
    return first * lanes + layout().bone_lane[bone];
  }
  /// From the bone's centre, or where it has none from the character's place.
  [[nodiscard]] Vec3<S> tail(int bone, StateRow row) const {
    const S* at = rows.data() + index(bone, row);
    if (program.data().schedule.bone_centre[bone] >= 0) return {at[0], at[lanes], at[2 * lanes]};
    const Vec3d moved = origin - world.translation;
    return {at[0] + static_cast<S>(moved.x), at[lanes] + static_cast<S>(moved.y),
            at[2 * lanes] + static_cast<S>(moved.z)};
  }
  void set_vector(int bone, StateRow row, const Vec3<S>& v) {
    S* at = rows.data() + index(bone, row);
    at[0] = v.x;
    at[lanes] = v.y;
    at[2 * lanes] = v.z;
  }
  [[nodiscard]] Quat<S> rotation(const AlignedVector<S>& from, int bone) const {
    const S* at = from.data() + index(bone, kRotation);
    return {at[0], at[lanes], at[2 * lanes], at[3 * lanes]};
  }
};

/// Allocates everything, and places the bones at rest in the reference pose.
template <class S>
[[nodiscard]] StateData<S> make_state(const SpringBoneProgram& program, int lanes);

/// Puts every tail where `locals` and `world` have it with the bones at rest, without velocity.
template <class S>
void place_at_rest(StateData<S>& state);

/// What a step runs over, and what it is to do.
template <class S>
struct StepInput {
  std::span<const Transform<S>> locals;
  bool is_unscaled = false;        ///< Their scales are 1, all of them.
  Transformd world{};              ///< Of the character, this step.
  double dt = 0;                   ///< Seconds; 0 holds the tails.
  Transform<S>* output = nullptr;  ///< The pose that gets the rotations, if any.
};

/// Runs a step, seen from state.world. False where a result isn't finite.
template <class S>
[[nodiscard]] bool run_step(StateData<S>& state, const StepInput<S>& input);

/// The same on a copy of the state's rows, which state.preview holds afterwards.
template <class S>
[[nodiscard]] bool preview_step(StateData<S>& state, const StepInput<S>& input);

}  // namespace tassel::springbone
