#include "inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "character_file.h"
#include "commands.h"
#include "files.h"

namespace tassel::cli {
namespace {

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

void inspect_file(const std::string& file, Inspection& inspection, Progress& progress) {
  progress.begin("reading " + file);
  const std::vector<std::byte> bytes = read_file(file);
  if (is_character(bytes) || is_bvh(bytes)) {
    inspection.findings.push_back(describe(file, read_motion_file(file, progress).character));
    return;
  }
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

}  // namespace

std::vector<Findings> inspect_files(const std::vector<std::string>& files, Progress& progress) {
  Inspection inspection;
  for (std::size_t i = 0; i < files.size(); ++i) inspect_file(files[i], inspection, progress);
  compile_pairs(inspection, progress);
  progress.begin("gathering what was found");
  return std::move(inspection.findings);
}

}  // namespace tassel::cli
