#include "solvers/springbone/state_data.h"

#include <algorithm>

#include "solvers/springbone/step_kernel.h"

namespace tassel::springbone {

namespace {

template <class S>
Vec3<S> narrowed(const Vec3d& v) {
  return {static_cast<S>(v.x), static_cast<S>(v.y), static_cast<S>(v.z)};
}

/// The world as a step sees it: from the place where the character is this frame.
template <class S>
Affine<S> seen_from_origin(const StateData<S>& state, const Transformd& world) {
  const Vec3d place = world.translation - state.world.translation;
  return to_affine(cast<S>(Transformd{place, world.rotation, world.scale}));
}

template <class S>
void place_models_at_rest(StateData<S>& state) {
  const ProgramData& program = state.program.data();
  state.models[0] = seen_from_origin(state, state.world);
  for (std::size_t i = 0; i < program.schedule.slots.size(); ++i) {
    const Slot& slot = program.schedule.slots[i];
    Transform<S> local = state.locals[i];
    if (slot.bone >= 0) local.rotation = cast<S>(program.rest_ls[i]).rotation;
    state.models[i + 1] = state.models[slot.parent + 1] * to_affine(local);
  }
}

template <class S>
Vec3<S> rest_tail(const StateData<S>& state, int bone) {
  const ProgramData& program = state.program.data();
  const Schedule& schedule = program.schedule;
  const Affine<S>& head = state.models[schedule.bone_slot[bone] + 1];
  const Vec3<S> tail = apply(head, narrowed<S>(program.tails_ls[bone]));
  if (schedule.bone_centre[bone] < 0) return tail;
  const Affine<S>& centre = state.models[schedule.centres[schedule.bone_centre[bone]] + 1];
  return determinant(centre) == S(0) ? Vec3<S>{} : apply(inverse(centre), tail);
}

/// Keeps the colliders that bones of a ring meet a step late.
template <class S>
void keep_late_shapes(StateData<S>& state) {
  const std::vector<int>& late = state.program.data().schedule.late;
  for (std::size_t i = 0; i < late.size(); ++i) state.late_shapes[i] = state.shapes[late[i]];
}

template <class S>
bool run_kernel(StateData<S>& state, const StepInput<S>& input, AlignedVector<S>& rows) {
  StepCall<S> call;
  call.schedule = &state.program.data().schedule;
  call.layout = &state.layout();
  call.colliders = state.colliders.data();
  call.dt = static_cast<S>(input.dt);
  call.holds = input.dt == 0;
  call.locals = input.locals.data();
  call.is_unscaled = input.is_unscaled;
  call.origin_moved = narrowed<S>(state.origin - state.world.translation);
  call.models = state.models.data();
  call.centre_inverses = state.centre_inverses.data();
  call.shapes = state.shapes.data();
  call.state = rows.data();
  call.output = input.output;
  state.models[0] = seen_from_origin(state, input.world);
  for (std::size_t i = 0; i < state.late_shapes.size(); ++i) {
    WorldShape<S>& late = state.shapes[state.colliders.size() + i];
    late = state.late_shapes[i];
    late.origin = late.origin + call.origin_moved;
  }
  kernel_of<S>(state.lanes)(call);
  return call.is_finite;
}

}  // namespace

template <class S>
StateData<S> make_state(const SpringBoneProgram& program, int lanes) {
  const ProgramData& data = program.data();
  StateData<S> state;
  state.program = program;
  state.lanes = lanes;
  const std::size_t rows = state.layout().batches.size() * kStateRows * lanes;
  state.rows.resize(rows);
  state.preview.resize(rows);
  for (const Transformd& rest : data.rest_ls) state.locals.push_back(cast<S>(rest));
  state.arriving = state.locals;
  state.between = state.locals;
  state.models.resize(data.rest_ls.size() + 1);
  state.centre_inverses.resize(data.schedule.centres.size());
  state.shapes.resize(data.colliders.size() + data.schedule.late.size());
  state.late_shapes.resize(data.schedule.late.size());
  for (const SpringCollider& c : data.colliders) {
    state.colliders.push_back({c.kind, c.inside, narrowed<S>(c.offset_ls), narrowed<S>(c.tail_ls),
                               narrowed<S>(c.normal_ls), static_cast<S>(c.radius)});
  }
  place_at_rest(state);
  return state;
}

template <class S>
void place_at_rest(StateData<S>& state) {
  const Schedule& schedule = state.program.data().schedule;
  place_models_at_rest(state);
  for (int bone = 0; bone < state.program.bone_count(); ++bone) {
    const Vec3<S> tail = rest_tail(state, bone);
    state.set_vector(bone, kTail, tail);
    state.set_vector(bone, kPreviousTail, tail);
    const Quat<S> rest = cast<S>(state.program.data().rest_ls[schedule.bone_slot[bone]]).rotation;
    state.set_vector(bone, kRotation, {rest.x, rest.y, rest.z});
    state.rows[state.index(bone, kRotation) + 3 * state.lanes] = rest.w;
  }
  for (std::size_t i = 0; i < schedule.late.size(); ++i) {
    state.shapes[schedule.late[i]] = isa_baseline::in_world(
        state.colliders[schedule.late[i]], state.models[schedule.late_slot[i] + 1]);
  }
  keep_late_shapes(state);
  state.origin = state.world.translation;
  state.steps_ahead = 0;
}

template <class S>
bool run_step(StateData<S>& state, const StepInput<S>& input) {
  const bool is_finite = run_kernel(state, input, state.rows);
  if (input.dt > 0) {
    state.origin = state.world.translation;
    keep_late_shapes(state);
  }
  return is_finite;
}

template <class S>
bool preview_step(StateData<S>& state, const StepInput<S>& input) {
  std::copy(state.rows.begin(), state.rows.end(), state.preview.begin());
  return run_kernel(state, input, state.preview);
}

template StateData<float> make_state(const SpringBoneProgram&, int);
template StateData<double> make_state(const SpringBoneProgram&, int);
template void place_at_rest(StateData<float>&);
template void place_at_rest(StateData<double>&);
template bool run_step(StateData<float>&, const StepInput<float>&);
template bool run_step(StateData<double>&, const StepInput<double>&);
template bool preview_step(StateData<float>&, const StepInput<float>&);
template bool preview_step(StateData<double>&, const StepInput<double>&);

}  // namespace tassel::springbone
