#include "play/run_trace.h"

#include <algorithm>

namespace tassel {

namespace {

template <class To, class From>
Vec3<To> cast_vector(const Vec3<From>& v) {
  return {static_cast<To>(v.x), static_cast<To>(v.y), static_cast<To>(v.z)};
}

}  // namespace

template <class Scalar>
void run_trace(const DyngProgram& program, const DyngInput& input, int lanes,
               const std::function<void(const DyngTraceFrame&)>& visit) {
  DyngState<Scalar> state(program, input.initial_substeps, lanes);
  std::vector<Transform<Scalar>> pose(static_cast<std::size_t>(program.joint_count()));
  DyngTraceFrame result;
  result.pose_ms.resize(pose.size());
  result.positions_ms.resize(static_cast<std::size_t>(program.particle_count()));
  result.velocities_ms.resize(result.positions_ms.size());

  for (const DyngInputFrame& frame : input.frames) {
    std::transform(frame.pose_ms.begin(), frame.pose_ms.end(), pose.begin(),
                   [](const Transformd& t) { return cast<Scalar>(t); });
    const DyngReport report = step(state, frame.frame, std::span(pose));
    result.outcome = report.outcome;
    result.substeps = report.substeps;
    result.substep_time = report.substep_time;
    for (int i = 0; i < program.particle_count(); ++i) {
      result.positions_ms[i] = cast_vector<double>(state.position_ms(i));
      result.velocities_ms[i] = cast_vector<double>(state.velocity_ms(i));
    }
    std::transform(pose.begin(), pose.end(), result.pose_ms.begin(),
                   [](const Transform<Scalar>& t) { return cast<double>(t); });
    visit(result);
  }
}

template void run_trace<float>(const DyngProgram&, const DyngInput&, int,
                               const std::function<void(const DyngTraceFrame&)>&);
template void run_trace<double>(const DyngProgram&, const DyngInput&, int,
                                const std::function<void(const DyngTraceFrame&)>&);

}  // namespace tassel
