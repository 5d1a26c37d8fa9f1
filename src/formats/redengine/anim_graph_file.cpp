#include <utility>

#include "formats/redengine/dyng_simulation_reader.h"
#include "formats/redengine/graph_spine.h"
#include "formats/redengine/resource_file.h"
#include "formats/redengine/resource_kind.h"
#include "formats/redengine/struct_reader.h"
#include "tassel/redengine.h"

namespace tassel {

namespace red {
namespace {

Status read_dangle(const Resource& resource, const Value& dangle, AnimGraphFile& graph) {
  Status failure;
  const Value* constraint = StructReader(resource, &dangle, failure).object("dangleConstraint");
  if (!failure.ok()) return failure;
  if (!constraint) {
    graph.problems.push_back(resource.place(dangle) + ": the Dangle node has no simulation");
    return {};
  }
  return read_simulation(resource, *constraint, graph);
}

/// Settings of the whole graph that the game knows and a dangle is run without.
Status note_graph_settings(const Resource& resource, AnimGraphFile& graph) {
  Status failure;
  const StructReader root(resource, &resource.object(0), failure);
  if (root.number("timeDeltaMultiplier", 1) != 1) {
    graph.notes.emplace_back("the graph's timeDeltaMultiplier isn't 1: it is left out of account");
  }
  if (root.flag("isPaused", false)) {
    graph.notes.emplace_back("the graph is stored as paused: it is run all the same");
  }
  return failure;
}

Status read_graph(const Resource& resource, AnimGraphFile& graph) {
  GraphSpine spine;
  if (Status status = follow_spine(resource, spine); !status.ok()) return status;
  graph.problems = std::move(spine.problems);
  graph.notes = resource.notes;
  graph.notes.insert(graph.notes.end(), spine.notes.begin(), spine.notes.end());
  if (Status status = note_graph_settings(resource, graph); !status.ok()) return status;
  return spine.dangle ? read_dangle(resource, *spine.dangle, graph) : Status{};
}

}  // namespace
}  // namespace red

Status read_anim_graph(std::span<const std::byte> bytes, AnimGraphFile& graph) {
  red::Resource resource;
  if (Status status = red::read_resource(bytes, red::kAnimGraphClass, resource); !status.ok()) {
    return status;
  }
  AnimGraphFile result;
  if (Status status = red::read_graph(resource, result); !status.ok()) return status;
  graph = std::move(result);
  return {};
}

}  // namespace tassel
