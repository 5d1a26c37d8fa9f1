#include "solvers/dyng/block_call.h"

namespace tassel::dyng {

namespace {

template <class S>
bool is_finite(const Transform<S>* transforms, int count) {
  static_assert(sizeof(Transform<S>) == 10 * sizeof(S));
  return all_finite(reinterpret_cast<const S*>(transforms), 10 * count);
}

template <class S>
void store_vector(S (*rows)[kMaxLanes], int lane, const Vec3d& v) {
  rows[0][lane] = static_cast<S>(v.x);
  rows[1][lane] = static_cast<S>(v.y);
  rows[2][lane] = static_cast<S>(v.z);
}

}  // namespace

template <class S>
BlockCall<S> make_call(const ProgramData& program, const Layout<S>& layout, S* state, S* work) {
  const Cooked<S>& cooked = program.cooked<S>();
  BlockCall<S> call{};
  call.slot_count = layout.slot_count;
  call.operation_count = static_cast<int>(layout.operations.size());
  call.output_count = static_cast<int>(layout.outputs.size());
  call.shape_count = static_cast<int>(cooked.shapes.size());
  call.scaled = program.needs_scale;
  call.pulled = program.pulled;
  call.forced = program.forced;
  call.alpha = cooked.alpha;
  call.joints = layout.joints.data();
  call.used = layout.used.data();
  call.traits = layout.traits.data();
  call.slot_constants = layout.slot_constants.data();
  call.constants = layout.constants.data();
  call.operations = layout.operations.data();
  call.outputs = layout.outputs.data();
  call.shapes = cooked.shapes.data();
  call.state_rows = state_rows_of(program, layout);
  call.work_rows = work_rows_of(program, layout);
  call.state = state;
  call.work = work;
  return call;
}

template <class S>
void set_lane(BlockCall<S>& call, int lane, const ProgramData& program, const DyngFrame& frame,
              const PlannedFrame& planned, Transform<S>* pose, bool writes) {
  const Cooked<S>& cooked = program.cooked<S>();
  const Quatd& world = frame.world_ws.rotation;
  const Vec3d force = program.external_force_linked
                          ? frame.external_force_ws
                          : Vec3d{cooked.external_force_ws.x, cooked.external_force_ws.y,
                                  cooked.external_force_ws.z};
  call.poses[lane] = pose;
  call.writes[lane] = writes;
  call.substep_time[lane] = static_cast<S>(planned.substep_time);
  store_vector(call.gravity, lane, rotate_back(world, Vec3d{0, 0, -double{cooked.gravity_ws}}));
  store_vector(call.external, lane, rotate_back(world, force));
  store_vector(call.carry_translation, lane, planned.carry_translation);
  call.carry_rotation[0][lane] = static_cast<S>(planned.carry_rotation.x);
  call.carry_rotation[1][lane] = static_cast<S>(planned.carry_rotation.y);
  call.carry_rotation[2][lane] = static_cast<S>(planned.carry_rotation.z);
  call.carry_rotation[3][lane] = static_cast<S>(planned.carry_rotation.w);
}

template <class S>
void set_lanes(BlockCall<S>& call, int lanes, const ProgramData& program, const DyngFrame& frame,
               const PlannedFrame& planned, Transform<S>* pose) {
  set_lane(call, 0, program, frame, planned, pose, true);
  for (int lane = 1; lane < lanes; ++lane) {
    call.poses[lane] = call.poses[0];
    call.writes[lane] = call.writes[0];
    call.substep_time[lane] = call.substep_time[0];
    for (int axis = 0; axis < 3; ++axis) {
      call.gravity[axis][lane] = call.gravity[axis][0];
      call.external[axis][lane] = call.external[axis][0];
      call.carry_translation[axis][lane] = call.carry_translation[axis][0];
    }
    for (int i = 0; i < 4; ++i) call.carry_rotation[i][lane] = call.carry_rotation[i][0];
  }
}

template <class S>
bool admit(const ProgramData& program, const DyngFrame& frame, std::span<Transform<S>> pose_ms,
           DyngReport& report) {
  report = {};
  if (static_cast<int>(pose_ms.size()) != program.joint_count || !is_valid(frame)) {
    report.outcome = DyngReport::Outcome::kInvalidArgument;
    return false;
  }
  if (is_finite(pose_ms.data(), program.joint_count)) return true;

  report.outcome = DyngReport::Outcome::kPoseNotFinite;
  for (int joint = 0; joint < program.joint_count; ++joint) {
    if (!is_finite(&pose_ms[joint], 1)) pose_ms[joint] = program.cooked<S>().reference_ms[joint];
  }
  return false;
}

template BlockCall<float> make_call(const ProgramData&, const Layout<float>&, float*, float*);
template BlockCall<double> make_call(const ProgramData&, const Layout<double>&, double*, double*);
template void set_lane(BlockCall<float>&, int, const ProgramData&, const DyngFrame&,
                       const PlannedFrame&, Transformf*, bool);
template void set_lane(BlockCall<double>&, int, const ProgramData&, const DyngFrame&,
                       const PlannedFrame&, Transformd*, bool);
template void set_lanes(BlockCall<float>&, int, const ProgramData&, const DyngFrame&,
                        const PlannedFrame&, Transformf*);
template void set_lanes(BlockCall<double>&, int, const ProgramData&, const DyngFrame&,
                        const PlannedFrame&, Transformd*);
template bool admit(const ProgramData&, const DyngFrame&, std::span<Transformf>, DyngReport&);
template bool admit(const ProgramData&, const DyngFrame&, std::span<Transformd>, DyngReport&);

}  // namespace tassel::dyng
