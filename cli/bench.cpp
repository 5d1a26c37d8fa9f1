// `tassel bench`: how fast this machine is, as a short table. bench/ has the long one.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <span>

#include "commands.h"
#include "files.h"
#include "formats/redengine/cr2w_tables.h"
#include "scenes/hair_scene.h"
#include "tassel/play.h"

namespace tassel::cli {
namespace {

constexpr int kPoses = 60;
constexpr int kCrowd = 1024;
constexpr double kSteadySubsteps = 5.0 / 3;  ///< 1/60 s of substeps of 10 ms.

using Pose = std::vector<Transformf>;

struct Options {
  std::string rig;
  std::string graph;
};

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

/// A rig and a graph as files hold them.
struct Pair {
  std::vector<std::byte> rig;
  std::vector<std::byte> graph;
};

DyngSpec compile_pair(const Pair& pair, const Options& options) {
  RigFile rig;
  AnimGraphFile graph;
  require(read_rig(pair.rig, rig), options.rig);
  require(read_anim_graph(pair.graph, graph), options.graph);
  return compile(rig, &graph);
}

double compiling(const Pair& pair, const Options& options) {
  DyngSpec spec;
  return best_of(
      20, [] {}, [&] { spec = compile_pair(pair, options); });
}

Pair read_pair(const Options& options, Progress& progress) {
  Pair pair;
  progress.begin("reading " + options.rig);
  pair.rig = read_file(options.rig);
  progress.begin("reading " + options.graph);
  pair.graph = read_file(options.graph);
  return pair;
}

/// A row a figure, with its goal where it has one.
class Table {
 public:
  void add(std::string_view what, double figure, std::string_view unit) {
    text_ += fmt::format("  {:<36}{:>9.2f} {}\n", what, figure, unit);
  }
  void add(std::string_view what, double figure, std::string_view unit, double goal) {
    text_ += fmt::format("  {:<36}{:>9.2f} {:<16} goal {:>7.2f}  {}\n", what, figure, unit, goal,
                         figure <= goal ? "met" : "missed");
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void measure_hairstyle(const DyngSpec& spec, const DyngProgram& program, Progress& progress,
                       Table& table) {
  const std::vector<Pose> source = poses(spec);
  const DyngState<float> preferred(program);
  const DyngCrowd<float> crowd(program, kCrowd);
  progress.begin("measuring one dangle");
  table.add("one dangle, plain float", one_dangle(program, source, 1), "µs a frame");
  table.add(fmt::format("one dangle, {} chains side by side", preferred.lanes()),
            one_dangle(program, source, 0), "µs a frame", 2);
  progress.begin("measuring a crowd");
  table.add(fmt::format("{} dangles, {} side by side", kCrowd, crowd.lanes()),
            crowd_share(program, source), "µs each a frame", 0.6);
  progress.begin("measuring the rest");
  table.add("settling on a held pose", settling(program, source.front()), "µs", 500);
  table.add("cooking the spec", cooking(spec), "µs");
  table.add("state of one dangle", static_cast<double>(preferred.byte_size()) / 1024, "KiB", 8);
}

/// The goal is one for binary files.
void measure_pair(const Pair& pair, const Options& options, Progress& progress, Table& table) {
  progress.begin("measuring the pair");
  const double microseconds = compiling(pair, options);
  if (red::is_cr2w(pair.rig) && red::is_cr2w(pair.graph)) {
    table.add("compiling the binary pair", microseconds, "µs", 1000);
  } else {
    table.add("compiling the pair", microseconds, "µs");
  }
}

std::string measure(const Options& options, const Context& context) {
  Progress progress(context.errors);
  const bool has_pair = !options.rig.empty();
  const Pair pair = has_pair ? read_pair(options, progress) : Pair{};
  const DyngSpec spec = scenes::hair();
  DyngProgram program;
  require(cook(spec, program), "the benchmark's hairstyle");
  Table table;
  measure_hairstyle(spec, program, progress, table);
  if (has_pair) measure_pair(pair, options, progress, table);
  const std::string heading =
      fmt::format("{} particles, {} shapes, two substeps a frame", program.particle_count(),
                  spec.simulation.collision_rounded_shapes.size());
  return context.output.heading(heading) + "\n" + table.text();
}

}  // namespace

void add_bench(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("bench", "Measure the solver on this machine");
  const auto options = std::make_shared<Options>();
  CLI::Option* rig = command->add_option("RIG", options->rig, "A .rig to compile");
  CLI::Option* graph =
      command->add_option("GRAPH", options->graph, "The .animgraph to compile with it");
  rig->type_name("")->needs(graph);
  graph->type_name("");
  command->footer(
      "One core, the best of several runs. A rig and a graph add how long compiling them takes.\n"
      "docs/performance.md keeps figures.\n"
      "\n"
      "Example:\n"
      "  tassel bench hair.rig hair.animgraph\n");
  command->callback([options, &context] { context.output.print(measure(*options, context)); });
}

}  // namespace tassel::cli
