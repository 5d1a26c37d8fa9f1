#include "play/run_spring_trace.h"

#include <vector>

namespace tassel {

template <class S>
void run_spring_trace(
    const SpringBoneProgram& program, const Skeleton& skeleton, const SpringCase& spring_case,
    const std::function<void(std::span<const Transformd>, const SpringBoneReport&)>& visit) {
  SpringBoneState<S> state(program);
  SpringBoneFrame frame;
  frame.solver = SpringBoneSolver::kExact;
  frame.dt = 1 / spring_case.fps;
  std::vector<Transform<S>> pose(skeleton.joints.size());
  std::vector<Transformd> output(skeleton.joints.size());
  for (const Transformd& root : spring_case.root) {
    for (std::size_t i = 0; i < pose.size(); ++i) {
      pose[i] = cast<S>(skeleton.joints[i].reference_ls);
    }
    frame.world_ws = root;
    const SpringBoneReport report = step(state, frame, std::span(pose));
    for (std::size_t i = 0; i < pose.size(); ++i) output[i] = cast<double>(pose[i]);
    visit(output, report);
  }
}

template void run_spring_trace<float>(
    const SpringBoneProgram&, const Skeleton&, const SpringCase&,
    const std::function<void(std::span<const Transformd>, const SpringBoneReport&)>&);
template void run_spring_trace<double>(
    const SpringBoneProgram&, const Skeleton&, const SpringCase&,
    const std::function<void(std::span<const Transformd>, const SpringBoneReport&)>&);

}  // namespace tassel
