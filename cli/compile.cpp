// `tassel compile`: a rig and a graph into a spec.

#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "files.h"

namespace tassel::cli {
namespace {

struct Options {
  std::string rig;
  std::string graph;
  std::string output;
};

std::string summary(const DyngSpec& spec) {
  const DyngSimulation& simulation = spec.simulation;
  const auto size = [](const auto& list) { return static_cast<long long>(list.size()); };
  const std::string joints = counted(spec.skeleton.size(), "joint");
  if (simulation.particles.empty()) return joints + ", nothing is simulated";
  return fmt::format("{}, {}, {}, {}", joints, counted(size(simulation.particles), "particle"),
                     counted(size(simulation.constraints), "constraint"),
                     counted(size(simulation.collision_rounded_shapes), "shape"));
}

DyngSpec compile_files(const Options& options, Progress& progress) {
  const RigFile rig = read_rig_file(options.rig, progress);
  if (options.graph.empty()) return compile(rig, nullptr);
  const AnimGraphFile graph = read_graph_file(options.graph, progress);
  progress.begin("compiling");
  return compile(rig, &graph);
}

DyngSpec write_spec(const Options& options, const Terminal& errors) {
  Progress progress(errors);
  std::vector<std::string> inputs{options.rig};
  if (!options.graph.empty()) inputs.push_back(options.graph);
  check_output(options.output, inputs);
  DyngSpec spec = compile_files(options, progress);
  write_file(options.output, to_json(spec), progress);
  return spec;
}

void run(const Options& options, const Context& context) {
  const DyngSpec spec = write_spec(options, context.errors);
  context.output.print(
      fmt::format("{}: {}\n", context.output.heading(printable(options.output)), summary(spec)));
  context.output.print(indented_lines(spec.notes));
}

}  // namespace

void add_compile(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("compile", "Turn a rig and a graph into a spec (JSON)");
  const auto options = std::make_shared<Options>();
  command->add_option("RIG", options->rig, "The skeleton: a .rig")->required()->type_name("");
  command->add_option("GRAPH", options->graph, "What swings on it: an .animgraph")->type_name("");
  command->add_option("-o,--output", options->output, "Where the spec goes")
      ->required()
      ->type_name("SPEC.json");
  command->footer(
      "What Tassel doesn't simulate is left rigid, with a note that says why. A spec in which\n"
      "nothing is simulated is written all the same, and the exit code is 0.\n"
      "\n"
      "Example:\n"
      "  tassel compile hair.rig hair.animgraph -o hair.json\n");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tassel::cli
