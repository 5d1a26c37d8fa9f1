// `tassel bench`: how fast this machine is, as a short table. bench/ has the long one.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

#include "commands.h"
#include "scenes/hair_scene.h"
#include "tassel/play.h"

namespace tassel::cli {
namespace {

constexpr int kPoses = 60;
constexpr int kCrowd = 1024;
constexpr double kSteadySubsteps = 5.0 / 3;  ///< 1/60 s of substeps of 10 ms.

using Pose = std::vector<Transformf>;

/// A second of a head turn.
std::vector<Pose> poses(const DyngSpec& spec) {
  std::vector<Pose> all;
  for (int i = 0; i < kPoses; ++i) {
    Pose& pose = all.emplace_back();
    for (const Transformd& t : scenes::hair_pose(spec, i / 60.0, 0)) {
      pose.push_back(cast<float>(t));
    }
  }
  return all;
}

/// The shortest of `rounds` runs, in microseconds.
double best_of(int rounds, const std::function<void()>& prepare,
               const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  double best = 1e30;
  for (int i = 0; i < rounds; ++i) {
    prepare();
    const Clock::time_point start = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  return best;
}

double one_dangle(const DyngProgram& program, const std::vector<Pose>& source, int lanes) {
  DyngState<float> state(program, kSteadySubsteps, lanes);
  std::vector<Pose> work;
  return best_of(
             20, [&] { work = source; },
             [&] {
               for (Pose& pose : work) step(state, DyngFrame{}, std::span(pose));
             }) /
         kPoses;
}

double crowd_share(const DyngProgram& program, const std::vector<Pose>& source) {
  DyngCrowd<float> crowd(program, kCrowd, kSteadySubsteps);
  const std::vector<DyngFrame> frames(kCrowd);
  std::vector<Pose> work(kCrowd);
  std::vector<std::span<Transformf>> spans(kCrowd);
  std::vector<DyngReport> reports(kCrowd);
  std::size_t frame = 0;
  const auto prepare = [&] {
    ++frame;
    for (std::size_t i = 0; i < kCrowd; ++i) {
      work[i] = source[(frame + 7 * i) % kPoses];
      spans[i] = work[i];
    }
  };
  return best_of(60, prepare, [&] { step<float>(crowd, frames, spans, reports); }) / kCrowd;
}

double cooking(const DyngSpec& spec) {
  DyngProgram program;
  return best_of(
      50, [] {}, [&] { require(cook(spec, program), "the benchmark's hairstyle"); });
}

double settling(const DyngProgram& program, const Pose& pose) {
  std::unique_ptr<DyngState<float>> state;
  return best_of(
      20, [&] { state = std::make_unique<DyngState<float>>(program, kSteadySubsteps); },
      [&] { settle<float>(*state, pose); });
}

void run(const Context& context) {
  const DyngSpec spec = scenes::hair();
  DyngProgram program;
  require(cook(spec, program), "the benchmark's hairstyle");
  const std::vector<Pose> source = poses(spec);
  const DyngState<float> preferred(program);
  const DyngCrowd<float> crowd(program, kCrowd);

  const auto row = [&](std::string_view what, double microseconds, std::string_view unit) {
    context.output.print(fmt::format("  {:<44}{:>9.2f} {}\n", what, microseconds, unit));
  };
  context.output.print(context.output.heading(
      fmt::format("{} particles, {} shapes, two substeps a frame", program.particle_count(),
                  spec.simulation.collision_rounded_shapes.size())));
  context.output.print("\n");
  row("one dangle, plain float", one_dangle(program, source, 1), "µs a frame");
  row(fmt::format("one dangle, {} chains side by side", preferred.lanes()),
      one_dangle(program, source, 0), "µs a frame");
  row(fmt::format("{} dangles, {} side by side", kCrowd, crowd.lanes()),
      crowd_share(program, source), "µs each a frame");
  row("settling on a held pose", settling(program, source.front()), "µs");
  row("cooking the spec", cooking(spec), "µs");
  context.output.print(
      fmt::format("  {:<44}{:>9} bytes\n", "state of one dangle", preferred.byte_size()));
}

}  // namespace

void add_bench(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("bench", "Measure the solver on this machine");
  command->footer(
      "One core, the best of several runs. docs/performance.md keeps figures.\n"
      "\n"
      "Example:\n"
      "  tassel bench\n");
  command->callback([&context] { run(context); });
}

}  // namespace tassel::cli
