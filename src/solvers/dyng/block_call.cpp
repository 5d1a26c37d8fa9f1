#include "solvers/dyng/block_call.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace tassel::dyng {

namespace {

/// A float is finite where its exponent bits aren't all set. In integers, so that a compiler may
/// look at many at once.
template <class S>
bool is_finite(const Transform<S>* transforms, int count) {
  using Bits = std::conditional_t<sizeof(S) == 4, std::uint32_t, std::uint64_t>;
  static_assert(sizeof(Transform<S>) == 10 * sizeof(S));
  constexpr Bits kExponent = sizeof(S) == 4 ? Bits{0x7f800000} : static_cast<Bits>(0x7ffULL << 52);
  const auto* bytes = reinterpret_cast<const unsigned char*>(transforms);
  Bits found = 0;
  for (int i = 0; i < 10 * count; ++i) {
    Bits bits;
    std::memcpy(&bits, bytes + static_cast<std::size_t>(i) * sizeof(S), sizeof(S));
    found |= (bits & kExponent) == kExponent;
  }
  return found == 0;
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
  const Vec3d force =
      program.external_force_linked
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
template bool admit(const ProgramData&, const DyngFrame&, std::span<Transformf>, DyngReport&);
template bool admit(const ProgramData&, const DyngFrame&, std::span<Transformd>, DyngReport&);

}  // namespace tassel::dyng
