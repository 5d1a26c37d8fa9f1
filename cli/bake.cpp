// `tassel bake`: a rig and a graph along a motion, into a GLB that moves.

#include <fmt/format.h>

#include <charconv>
#include <memory>

#include "commands.h"
#include "files.h"
#include "findings.h"
#include "skeleton/clip_sampling.h"
#include "tassel/gltf.h"
#include "tassel/play.h"

namespace tassel::cli {
namespace {

struct Options {
  std::string rig;
  std::string graph;
  std::string motion;
  std::string output;
  double fps = 60;
  bool draw_shapes = false;
};

bool is_clip_file(const std::string& motion) { return motion.ends_with(".glb"); }

double parse_rate(const std::string& text) {
  double rate = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && rate > 0 && rate <= kMaxKeysPerSecond) return rate;
  throw Failure(ExitCode::kUsage, fmt::format("--fps {}: must be a number above 0 and at most {}",
                                              text, kMaxKeysPerSecond));
}

void check(const Options& options) {
  if (!is_clip_file(options.motion) && !make_motion(options.motion, {})) {
    throw Failure(
        ExitCode::kUsage,
        fmt::format("--motion {}: must be turn, nod, shake, walk or a .glb file", options.motion));
  }
  std::vector<std::string> inputs{options.rig, options.graph};
  if (is_clip_file(options.motion)) inputs.push_back(options.motion);
  check_output(options.output, inputs);
}

struct NamedMotion {
  std::string name;
  std::unique_ptr<Motion> motion;
};

NamedMotion load_clip_motion(const Options& options, const Skeleton& skeleton, Progress& progress) {
  progress.begin("reading " + options.motion);
  const std::vector<std::byte> bytes = read_file(options.motion);
  Skeleton clip_skeleton;
  Clip clip;
  require(read_glb_clip(bytes, "", options.fps, clip_skeleton, clip), options.motion);
  NamedMotion loaded{clip.name.empty() ? "motion" : clip.name, nullptr};
  require(make_clip_motion(skeleton, clip_skeleton, clip, loaded.motion), options.motion);
  return loaded;
}

NamedMotion load_motion(const Options& options, const Skeleton& skeleton, Progress& progress) {
  if (is_clip_file(options.motion)) return load_clip_motion(options, skeleton, progress);
  return {options.motion, make_motion(options.motion, skeleton)};
}

DyngSpec load_spec(const Options& options, Progress& progress) {
  const RigFile rig = read_rig_file(options.rig, progress);
  const AnimGraphFile graph = read_graph_file(options.graph, progress);
  std::vector<std::string> reasons;
  DyngSpec spec = compile(rig, &graph, &reasons);
  if (!reasons.empty()) {
    throw Failure(
        ExitCode::kNothingSimulated,
        fmt::format("{} with {}: nothing can be simulated, since", options.rig, options.graph),
        std::move(reasons));
  }
  return spec;
}

/// The file that a fault of the GLB comes from, by the member that it stands in.
const std::string& source_of(const Status& fault, const Options& options) {
  const std::string& place = fault.place();
  if (place.starts_with("skeleton")) return options.rig;
  if (place.starts_with("shapes")) return options.graph;
  if (place.starts_with("clip") && is_clip_file(options.motion)) return options.motion;
  return options.output;
}

std::vector<std::byte> draw(const DyngSpec& spec, const Clip& clip, const Options& options) {
  const std::vector<Chain> chains = simulated_chains(spec);
  GlbContent content{&spec.skeleton, &clip, chains, {}};
  if (options.draw_shapes) content.shapes = spec.simulation.collision_rounded_shapes;
  std::vector<std::byte> glb;
  const Status status = write_glb(content, glb);
  require(status, source_of(status, options));
  return glb;
}

/// What a bake has made, to be told about.
struct Baked {
  DyngSpec spec;
  Clip clip;
  BakeReport report;
};

Baked bake_file(const Options& options, const Terminal& errors) {
  Progress progress(errors);
  check(options);
  Baked baked;
  baked.spec = load_spec(options, progress);
  const auto [name, motion] = load_motion(options, baked.spec.skeleton, progress);
  baked.clip.name = name;
  progress.begin("simulating");
  const BakeSettings settings{options.fps, [&](double share) { progress.update(share); }};
  // A compiled spec runs: what is left to be wrong is the motion's length at this key rate.
  require(bake(baked.spec, *motion, settings, baked.clip, baked.report),
          fmt::format("--motion {} --fps {}", options.motion, options.fps), ExitCode::kUsage);
  progress.begin("drawing");
  const std::vector<std::byte> glb = draw(baked.spec, baked.clip, options);
  write_file(options.output, glb, progress);
  return baked;
}

std::string summary(const Baked& baked) {
  const SettleReport& settled = baked.report.settled;
  const std::vector<double>& times = baked.clip.times;
  return fmt::format("{}, {:.2f} s in {}, {} after {}",
                     counted(static_cast<long long>(simulated_chains(baked.spec).size()), "strand"),
                     times.back(), counted(static_cast<long long>(times.size()), "key"),
                     settled.at_rest ? "at rest" : "not quite at rest",
                     counted(settled.substeps, "settling step"));
}

void run(const Options& options, const Context& context) {
  const Baked baked = bake_file(options, context.errors);
  context.output.print(
      fmt::format("{}: {}\n", context.output.heading(printable(options.output)), summary(baked)));
  std::vector<std::string> notes = baked.spec.notes;
  if (baked.report.resets > 0) {
    notes.push_back(fmt::format("the simulation left the range of numbers, so it was put back {}",
                                counted(baked.report.resets, "time")));
  }
  context.output.print(indented_lines(notes));
}

}  // namespace

void add_bake(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("bake", "Make a GLB of the dangle swinging to a motion");
  const auto options = std::make_shared<Options>();
  command->add_option("RIG", options->rig, "The skeleton: a .rig")->required()->type_name("");
  command->add_option("GRAPH", options->graph, "What swings on it: an .animgraph")
      ->required()
      ->type_name("");
  command
      ->add_option("--motion", options->motion,
                   "turn, nod, shake, walk, or a .glb: its first animation")
      ->required()
      ->type_name("MOTION");
  command
      ->add_option_function<std::string>(
          "--fps", [options](const std::string& text) { options->fps = parse_rate(text); },
          "Keys a second in the GLB: 60, or up to 1000")
      ->type_name("NUMBER");
  command->add_flag("--draw-shapes", options->draw_shapes, "Draw the collision capsules too");
  command->add_option("-o,--output", options->output, "Where the GLB goes")
      ->required()
      ->type_name("OUT.glb");
  command->footer(
      "The GLB opens in any glTF 2.0 viewer: a drawn strand per chain, and one animation.\n"
      "Where nothing can be simulated, no file is written and the exit code is 4.\n"
      "\n"
      "Example:\n"
      "  tassel bake hair.rig hair.animgraph --motion turn -o hair.glb\n");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tassel::cli
