#include "formats/redengine/graph_spine.h"

#include <array>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include "formats/redengine/struct_reader.h"
#include "skeleton/in_quotes.h"

namespace tassel::red {

namespace {

constexpr std::string_view kOutput = "animAnimNode_Output";
constexpr std::string_view kDangle = "animAnimNode_Dangle";
constexpr std::string_view kSharedMetaPose = "animAnimNode_SharedMetaPose";
constexpr std::string_view kVectorInput = "animAnimNode_VectorInput";

/// What stands behind the output, from the one next to it to the source.
constexpr std::array<std::string_view, 5> kSpine = {"animAnimNode_PoseMsToLs", kDangle,
                                                    "animAnimNode_PoseLsToMs", kSharedMetaPose,
                                                    "animAnimNode_ReferencePoseTerminator"};

/// Hands its pose on while the dangle runs.
bool is_pass_through(const Value& node) {
  return node.text == "animAnimNode_SkipPerformanceModeBegin" ||
         node.text == "animAnimNode_SkipPerformanceModeEnd";
}

class SpineWalk {
 public:
  SpineWalk(const Resource& resource, GraphSpine& spine) : resource_(resource), spine_(spine) {}

  Status walk() {
    if (!find_first_dangle()) {
      spine_.problems.emplace_back("the graph has no Dangle node, so it simulates nothing");
      return {};
    }
    if (const Value* output = find_output()) follow_from(*output);
    if (spine_.problems.empty()) note_other_nodes();
    return std::move(failure_);
  }

 private:
  void add_problem(const Value& at, const std::string& what) {
    spine_.problems.push_back(resource_.place(at) + ": " + what);
  }

  StructReader reader(const Value& object) { return {resource_, &object, failure_}; }

  bool find_first_dangle() {
    for (const ValueIndex object : resource_.objects) {
      if (resource_.values[object].text != kDangle) continue;
      spine_.dangle = &resource_.values[object];
      return true;
    }
    return false;
  }

  const Value* find_output() {
    const Value* root = reader(resource_.object(0)).object("rootNode");
    if (!root) {
      if (failure_.ok()) add_problem(resource_.object(0), "the graph has no root node");
      return nullptr;
    }
    if (const Value* output = reader(*root).structure("outputNode").object("node")) return output;
    const Value* output = nullptr;
    root_nodes_ = reader(*root).array("nodes");
    for (const Value* node : listed_nodes()) {
      if (node->text != kOutput) continue;
      if (output) {
        add_problem(*node, "the graph has more than one Output node");
        return nullptr;
      }
      output = node;
    }
    if (!output && failure_.ok()) add_problem(*root, "the graph has no Output node");
    return output;
  }

  std::vector<const Value*> listed_nodes() {
    std::vector<const Value*> nodes;
    for (std::uint32_t i = 0; root_nodes_ && i < root_nodes_->count && failure_.ok(); ++i) {
      const Value* node = object_of(resource_, resource_.element(*root_nodes_, i), failure_);
      if (node) nodes.push_back(node);
    }
    return nodes;
  }

  void follow_from(const Value& output) {
    visited_.insert(&output);
    const Value* node = &output;
    for (const std::string_view expected : kSpine) {
      const Value* next = node_behind(*node);
      if (!failure_.ok()) return;
      if (!next) {
        add_problem(*node, in_quotes(node->text) + " leads nowhere, and " + std::string(expected) +
                               " should stand behind it");
        return;
      }
      if (next->text != expected) {
        add_problem(*next, "behind " +
                               std::string(node->text == kOutput ? "the output" : node->text) +
                               " stands " + in_quotes(next->text) + ", and only the spine's " +
                               std::string(expected) + " is run there");
        return;
      }
      node = next;
      check_node(*node);
    }
  }

  /// Over nodes that only hand on.
  const Value* node_behind(const Value& node) {
    const Value* next = linked(node, node.text == kOutput ? "node" : "inputLink");
    while (next && is_pass_through(*next) && visited_.insert(next).second) {
      next = linked(*next, "inputLink");
    }
    if (next) visited_.insert(next);
    return next;
  }

  const Value* linked(const Value& node, std::string_view link) {
    return reader(node).structure(link).object("node");
  }

  void check_node(const Value& node) {
    if (node.text == kDangle) spine_.dangle = &node;
    if (node.text == kSharedMetaPose && linked(node, "weightLink")) {
      add_problem(node, "the SharedMetaPose has a weight, which isn't decoded");
    }
  }

  /// Nodes that nothing on the spine links to don't move the dangle.
  void note_other_nodes() {
    std::size_t others = 0;
    for (const Value* node : listed_nodes()) {
      if (node->text != kVectorInput && !visited_.contains(node)) ++others;
    }
    if (others == 0) return;
    spine_.notes.push_back(resource_.place(*root_nodes_) +
                           ": nodes that the output doesn't come from were left out, " +
                           std::to_string(others) + " in all");
  }

  const Resource& resource_;
  GraphSpine& spine_;
  Status failure_;
  const Value* root_nodes_ = nullptr;
  std::set<const Value*> visited_;
};

}  // namespace

Status follow_spine(const Resource& resource, GraphSpine& spine) {
  return SpineWalk(resource, spine).walk();
}

}  // namespace tassel::red
