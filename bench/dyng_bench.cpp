// The solver's speed on the hh_033 shape, two substeps a frame. docs/performance.md keeps figures.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "scenes/hair_scene.h"
#include "tassel/play.h"
#include "tassel/redengine.h"

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
  std::vector<std::span<Transform<Scalar>>> spans(count);
  const std::vector<DyngFrame> frames(count);
  std::vector<DyngReport> reports(count);
  std::size_t frame = 0;
  for (auto _ : run) {
    run.PauseTiming();
    for (int i = 0; i < count; ++i) {
      poses[i] = phases.begin()[i % 2][(frame + static_cast<std::size_t>(i)) % kPoses];
      spans[i] = poses[i];
    }
    ++frame;
    run.ResumeTiming();
    step<Scalar>(crowd, frames, spans, reports);
  }
  run.counters["lanes"] = crowd.lanes();
  run.counters["per_dangle"] =
      benchmark::Counter(static_cast<double>(run.iterations()) * count,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  run.counters["state_bytes"] = static_cast<double>(crowd.byte_size());
}
BENCHMARK_TEMPLATE(crowd, float)->Arg(1)->Arg(4)->Arg(8)->Arg(16)->Unit(benchmark::kMicrosecond);

void settling(benchmark::State& run) {
  const DyngSpec spec = scenes::hair();
  const DyngProgram program = hair_program(spec);
  const auto pose = hair_poses<float>(spec, 0).front();
  for (auto _ : run) {
    DyngState<float> state(program, 5.0 / 3);
    benchmark::DoNotOptimize(settle<float>(state, pose).substeps);
  }
}
BENCHMARK(settling)->Unit(benchmark::kMicrosecond);

void cooking(benchmark::State& run) {
  const DyngSpec spec = scenes::hair();
  for (auto _ : run) benchmark::DoNotOptimize(hair_program(spec).particle_count());
}
BENCHMARK(cooking)->Unit(benchmark::kMicrosecond);

std::vector<std::byte> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

/// From bytes to a spec.
void compiling(benchmark::State& run, const std::string& rig_path, const std::string& graph_path) {
  const std::vector<std::byte> rig_bytes = read(rig_path);
  const std::vector<std::byte> graph_bytes = read(graph_path);
  if (rig_bytes.empty() || graph_bytes.empty()) {
    run.SkipWithError("the shared data folder isn't here");
    return;
  }
  for (auto _ : run) {
    RigFile rig;
    AnimGraphFile graph;
    if (!read_rig(rig_bytes, rig).ok() || !read_anim_graph(graph_bytes, graph).ok()) std::abort();
    benchmark::DoNotOptimize(compile(rig, &graph).simulation.particles.size());
  }
}
BENCHMARK_CAPTURE(compiling, binary_hh_033,
                  std::string(TASSEL_SHARED_DATA_DIR) + "/redengine/hair/fhair47_pt2.rig",
                  std::string(TASSEL_SHARED_DATA_DIR) + "/redengine/hair/fhair47_pt2.animgraph")
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(compiling, json_sample,
                  std::string(TASSEL_SAMPLES_DIR) + "/hair/tassel_hair.rig.json",
                  std::string(TASSEL_SAMPLES_DIR) + "/hair/tassel_hair.animgraph.json")
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tassel
