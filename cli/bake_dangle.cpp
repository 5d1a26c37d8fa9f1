// `tassel bake` of a rig and a graph: along a motion, into a GLB that moves.

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "bake.h"
#include "files.h"
#include "findings.h"
#include "tassel/gltf.h"
#include "tassel/play.h"

namespace tassel::cli {
namespace {

bool is_clip_file(const std::string& motion) { return !make_motion(motion, {}); }

void check(const BakeOptions& options) {
  if (is_clip_file(options.motion) && !std::filesystem::exists(options.motion)) {
    throw Failure(ExitCode::kUsage,
                  fmt::format("--motion {}: must be turn, nod, shake, walk or a file that is there",
                              options.motion));
  }
  std::vector<std::string> inputs = options.inputs;
  if (is_clip_file(options.motion)) inputs.push_back(options.motion);
  check_output(options.output, inputs);
}

struct NamedMotion {
  std::string name;
  std::unique_ptr<Motion> motion;
};

NamedMotion load_clip_motion(const BakeOptions& options, const Skeleton& skeleton,
                             Progress& progress) {
  progress.begin("reading " + options.motion);
  const std::vector<std::byte> bytes = read_file(options.motion);
  Skeleton clip_skeleton;
  Clip clip;
  require(read_glb_clip(bytes, "", options.fps, clip_skeleton, clip), options.motion);
  NamedMotion loaded{clip.name.empty() ? "motion" : clip.name, nullptr};
  require(make_clip_motion(skeleton, clip_skeleton, clip, loaded.motion), options.motion);
  return loaded;
}

NamedMotion load_motion(const BakeOptions& options, const Skeleton& skeleton, Progress& progress) {
  if (is_clip_file(options.motion)) return load_clip_motion(options, skeleton, progress);
  return {options.motion, make_motion(options.motion, skeleton)};
}

DyngSpec load_spec(const BakeOptions& options, Progress& progress) {
  const RigFile rig = read_rig_file(options.inputs[0], progress);
  const AnimGraphFile graph = read_graph_file(options.inputs[1], progress);
  std::vector<std::string> reasons;
  DyngSpec spec = compile(rig, &graph, &reasons);
  if (!reasons.empty()) {
    throw Failure(ExitCode::kNothingSimulated,
                  fmt::format("{} with {}: nothing can be simulated, since", options.inputs[0],
                              options.inputs[1]),
                  std::move(reasons));
  }
  return spec;
}

/// The file that a fault of the GLB comes from, by the member that it stands in.
const std::string& source_of(const Status& fault, const BakeOptions& options) {
  const std::string& place = fault.place();
  if (place.starts_with("skeleton")) return options.inputs[0];
  if (place.starts_with("shapes")) return options.inputs[1];
  if (place.starts_with("clip") && is_clip_file(options.motion)) return options.motion;
  return options.output;
}

std::vector<std::byte> draw(const DyngSpec& spec, const Clip& clip, const BakeOptions& options) {
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

Baked bake_file(const BakeOptions& options, const Terminal& errors) {
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

}  // namespace

void bake_dangle(const BakeOptions& options, const Context& context) {
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

}  // namespace tassel::cli
