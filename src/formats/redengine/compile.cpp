#include <string>
#include <utility>
#include <vector>

#include "spec/dyng_findings.h"
#include "tassel/redengine.h"

namespace tassel {

namespace {

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

void append(std::vector<std::string>& list, const std::vector<Status>& findings) {
  for (const Status& finding : findings) list.push_back(finding.to_string());
}

/// Why the spec can't be run; empty where it can.
std::vector<std::string> find_reasons(const DyngSpec& spec, const AnimGraphFile* graph) {
  std::vector<std::string> reasons;
  if (!graph) {
    append(reasons, find_skeleton_faults(spec));
    reasons.emplace_back("no animation graph was given, so the chains are rigid");
  } else if (!graph->problems.empty()) {
    // What is wrong with the simulation itself is among the problems.
    append(reasons, graph->problems);
    append(reasons, find_skeleton_faults(spec));
  } else {
    append(reasons, validate(spec));
  }
  if (reasons.empty() && spec.simulation.particles.empty()) {
    reasons.emplace_back("the graph's simulation has no particles, so the chains are rigid");
  }
  return reasons;
}

}  // namespace

DyngSpec compile(const RigFile& rig, const AnimGraphFile* graph,
                 std::vector<std::string>* reasons) {
  DyngSpec spec;
  spec.skeleton = rig.skeleton;
  spec.reference_ms = rig.reference_ms;
  if (graph) spec.simulation = graph->simulation;
  spec.notes = rig.notes;
  if (graph) append(spec.notes, graph->notes);
  std::vector<std::string> found = find_reasons(spec, graph);
  if (!found.empty()) spec.simulation = {};
  append(spec.notes, found);
  if (reasons) *reasons = std::move(found);
  return spec;
}

}  // namespace tassel
