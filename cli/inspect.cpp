// `tassel inspect`: what is in rigs, graphs and specs.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_set>

#include "commands.h"
#include "files.h"
#include "findings.h"
#include "findings_output.h"

namespace tassel::cli {
namespace {

struct Options {
  std::vector<std::string> files;
  bool json = false;
};

template <class Content>
struct Named {
  std::string file;
  Content content;
};

struct Inspection {
  std::vector<Findings> findings;
  std::vector<Named<RigFile>> rigs;
  std::vector<Named<AnimGraphFile>> graphs;
};

/// Why a file is none of the three kinds. The two readers agree on what is wrong with its bytes;
/// where they don't, it is a sound resource of another class.
[[noreturn]] void refuse(const std::string& file, std::span<const std::byte> bytes) {
  RigFile rig;
  AnimGraphFile graph;
  const Status not_rig = read_rig(bytes, rig);
  const Status not_graph = read_anim_graph(bytes, graph);
  const bool agree = not_rig.to_string() == not_graph.to_string();
  throw Failure(ExitCode::kUnreadable, fmt::format("{}: {}{}", file, not_rig.to_string(),
                                                   agree ? "" : ", nor an animation graph"));
}

void inspect_file(const std::string& file, Inspection& inspection) {
  const std::vector<std::byte> bytes = read_file(file);
  switch (recognise(bytes)) {
    case RedFileKind::kRig: {
      Named<RigFile> rig{file, {}};
      require(read_rig(bytes, rig.content), file);
      inspection.findings.push_back(describe(file, rig.content));
      inspection.rigs.push_back(std::move(rig));
      return;
    }
    case RedFileKind::kAnimGraph: {
      Named<AnimGraphFile> graph{file, {}};
      require(read_anim_graph(bytes, graph.content), file);
      inspection.findings.push_back(describe(file, graph.content));
      inspection.graphs.push_back(std::move(graph));
      return;
    }
    case RedFileKind::kDyngSpec: {
      const auto* first = reinterpret_cast<const char*>(bytes.data());
      DyngSpec spec;
      require(from_json({first, bytes.size()}, spec), file);
      inspection.findings.push_back(describe(file, spec));
      return;
    }
    case RedFileKind::kUnknown:
      refuse(file, bytes);
  }
}

bool holds_every_particle(const RigFile& rig, const AnimGraphFile& graph) {
  std::unordered_set<std::string_view> names;
  for (const Joint& joint : rig.skeleton.joints) names.insert(joint.name);
  const auto& particles = graph.simulation.particles;
  return std::all_of(particles.begin(), particles.end(),
                     [&](const DyngParticle& particle) { return names.contains(particle.bone); });
}

Findings describe_pair(const Named<RigFile>& rig, const Named<AnimGraphFile>& graph) {
  std::vector<std::string> reasons;
  const DyngSpec spec = compile(rig.content, &graph.content, &reasons);
  Findings found = describe(rig.file, spec);
  found.kind = "compiled";
  found.files.push_back(graph.file);
  found.notes.resize(spec.notes.size() - reasons.size());
  found.problems = std::move(reasons);
  return found;
}

/// One graph serves rigs of several body types under any file names, so joints decide: a graph
/// goes with every rig that has the joints of all its particles, and with an only rig anyway.
void compile_pairs(Inspection& inspection, Progress& progress) {
  for (const auto& graph : inspection.graphs) {
    for (const auto& rig : inspection.rigs) {
      if (inspection.rigs.size() == 1 || holds_every_particle(rig.content, graph.content)) {
        progress.begin("compiling " + rig.file + " with " + graph.file);
        inspection.findings.push_back(describe_pair(rig, graph));
      }
    }
  }
}

void inspect_files(const std::vector<std::string>& files, Inspection& inspection,
                   Progress& progress) {
  for (size_t i = 0; i < files.size(); ++i) {
    const std::string place =
        files.size() == 1 ? "" : fmt::format("{} of {}: ", i + 1, files.size());
    progress.begin("reading " + place + files[i]);
    inspect_file(files[i], inspection);
  }
}

std::string report(const Options& options, const Context& context) {
  Progress progress(context.errors);
  Inspection inspection;
  inspect_files(options.files, inspection, progress);
  compile_pairs(inspection, progress);
  progress.begin("gathering what was found");
  return options.json ? to_json(inspection.findings) : to_text(inspection.findings, context.output);
}

void run(const Options& options, const Context& context) {
  context.output.print(report(options, context));
}

}  // namespace

void add_inspect(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("inspect", "Show what is in a rig, a graph or a spec");
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->files, "Rigs, animation graphs, compiled specs")
      ->required()
      ->type_name("");
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer(
      "A rig and a graph given together are also compiled together. What can't be simulated is\n"
      "shown with the reasons, and the exit code is 0.\n"
      "\n"
      "Example:\n"
      "  tassel inspect hair.rig hair.animgraph\n");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tassel::cli
