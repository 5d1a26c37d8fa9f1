// The solver's speed on the hh_033 shape, two substeps a frame. docs/performance.md keeps figures.

#include <benchmark/benchmark.h>

#include "scenes/hair_scene.h"
#include "tassel/dyng.h"

namespace tassel {
namespace {

constexpr int kPoses = 64;

DyngProgram hair_program(const DyngSpec& spec) {
  DyngProgram program;
  const Status status = cook(spec, program);
  if (!status.ok()) std::abort();
  return program;
}

template <class Scalar>
std::vector<std::vector<Transform<Scalar>>> hair_poses(const DyngSpec& spec, double phase) {
  std::vector<std::vector<Transform<Scalar>>> poses;
  for (int i = 0; i < kPoses; ++i) {
    std::vector<Transform<Scalar>> pose;
    for (const Transformd& t : scenes::hair_pose(spec, i / 60.0, phase)) {
      pose.push_back(cast<Scalar>(t));
    }
    poses.push_back(std::move(pose));
  }
  return poses;
}

template <class Scalar>
void one_dangle(benchmark::State& run) {
  const DyngSpec spec = scenes::hair();
  const DyngProgram program = hair_program(spec);
  DyngState<Scalar> state(program, 5.0 / 3, static_cast<int>(run.range(0)));
  const auto poses = hair_poses<Scalar>(spec, 0);
  std::vector<Transform<Scalar>> pose;
  std::size_t frame = 0;
  int substeps = 0;
  for (auto _ : run) {
    pose = poses[frame++ % kPoses];
    substeps = step(state, DyngFrame{}, std::span(pose)).substeps;
  }
  run.counters["substeps"] = substeps;
  run.counters["lanes"] = state.lanes();
  run.counters["state_bytes"] = static_cast<double>(state.byte_size());
}
BENCHMARK_TEMPLATE(one_dangle, double)->Arg(1);
BENCHMARK_TEMPLATE(one_dangle, float)->Arg(1)->Arg(4)->Arg(8)->Arg(16)->Arg(0);

/// Time is for the whole crowd; the counter is one dangle's share.
template <class Scalar>
void crowd(benchmark::State& run) {
  const DyngSpec spec = scenes::hair();
  const DyngProgram program = hair_program(spec);
  const int count = 1024;
  DyngCrowd<Scalar> crowd(program, count, 5.0 / 3, static_cast<int>(run.range(0)));
  const auto phases = {hair_poses<Scalar>(spec, 0), hair_poses<Scalar>(spec, 1.3)};
  std::vector<std::vector<Transform<Scalar>>> poses(count);
  std::vector<Transform<Scalar>*> pointers(count);
  const std::vector<DyngFrame> frames(count);
  std::vector<DyngReport> reports(count);
  std::size_t frame = 0;
  for (auto _ : run) {
    run.PauseTiming();
    for (int i = 0; i < count; ++i) {
      poses[i] = phases.begin()[i % 2][(frame + static_cast<std::size_t>(i)) % kPoses];
      pointers[i] = poses[i].data();
    }
    ++frame;
    run.ResumeTiming();
    step<Scalar>(crowd, frames, pointers, reports);
  }
  run.counters["lanes"] = crowd.lanes();
  run.counters["per_dangle"] =
      benchmark::Counter(static_cast<double>(run.iterations()) * count,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  run.counters["state_bytes"] = static_cast<double>(crowd.byte_size());
}
BENCHMARK_TEMPLATE(crowd, float)->Arg(1)->Arg(4)->Arg(8)->Arg(16)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tassel
