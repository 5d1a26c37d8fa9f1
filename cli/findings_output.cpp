#include "findings_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tassel::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string range_text(const ParameterFinding::Range& range) {
  const double lowest = range.lowest + 0.0;  // −0 is 0 to a person.
  const double highest = range.highest + 0.0;
  if (lowest == highest) return fmt::format("{:.6g}", lowest);
  return fmt::format("{:.6g} to {:.6g}", lowest, highest);
}

std::string value_text(const ParameterFinding& parameter) {
  const auto& parts = parameter.components;
  if (parts.empty()) return fmt::format("{}", fmt::join(parameter.words, ", "));
  if (parts.size() == 1) return range_text(parts.front());
  return fmt::format("({}, {}, {})", range_text(parts[0]), range_text(parts[1]),
                     range_text(parts[2]));
}

std::string shape_text(const ShapeFinding& shape) {
  std::string text =
      fmt::format("{} on {}, radius {:.6g} m", shape.kind, printable(shape.bone), shape.radius);
  const Vec3d& extents = shape.half_extents;
  if (shape.kind == "capsule") {
    const double half_length = std::max({extents.x, extents.y, extents.z});
    const char axis = extents.x != 0 ? 'X' : extents.y != 0 ? 'Y' : 'Z';
    text += fmt::format(", {:.6g} m to each side along {}", half_length, axis);
  } else if (shape.kind == "box") {
    text +=
        fmt::format(", half extents ({:.6g}, {:.6g}, {:.6g}) m", extents.x, extents.y, extents.z);
  }
  return text;
}

/// Lines of one finding, with a label in the first column of a group.
class Report {
 public:
  explicit Report(const Terminal& terminal) : terminal_(terminal) {}

  void title(std::string_view text) {
    if (!text_.empty()) text_ += '\n';
    text_ += terminal_.heading(text) + '\n';
  }
  void line(std::string_view label, std::string_view value) {
    text_ += fmt::format("  {:<12}{}\n", label, value);
  }
  void group(std::string_view label) { text_ += fmt::format("  {}\n", label); }
  void item(std::string_view value) { text_ += fmt::format("    {}\n", value); }
  void sentences(std::string_view label, const std::vector<std::string>& sentences, bool warn) {
    if (sentences.empty()) return;
    group(warn ? terminal_.warning(label) : std::string(label));
    text_ += indented_lines(sentences);
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  const Terminal& terminal_;
  std::string text_;
};

void report_joints(const JointFindings& joints, Report& report) {
  report.line("joints", joints.base ? fmt::format("{}: {} base, {} in chains", joints.count,
                                                  *joints.base, joints.count - *joints.base)
                                    : std::to_string(joints.count));
  report.line("chains", std::to_string(joints.chains.size()));
  constexpr size_t kMostPadding = 40;
  size_t widest = 0;
  for (const ChainFinding& chain : joints.chains) {
    widest = std::clamp(printable(chain.first_joint).size(), widest, kMostPadding);
  }
  for (const ChainFinding& chain : joints.chains) {
    const std::string anchor =
        chain.anchor.empty() ? "from a root" : "from " + printable(chain.anchor);
    report.item(fmt::format("{:<{}}  {}, {:.3f} m, {}", printable(chain.first_joint), widest,
                            counted(chain.joint_count, "joint"), chain.length, anchor));
  }
}

void report_parameters(const std::vector<ParameterFinding>& parameters, int width, Report& report) {
  for (const ParameterFinding& parameter : parameters) {
    report.item(fmt::format("{:<{}}  {}{}{}", parameter.name, width, value_text(parameter),
                            parameter.unit.empty() ? "" : " ", parameter.unit));
  }
}

void report_simulation(const SimulationFindings& simulation, Report& report) {
  const int particles = simulation.free_particles + simulation.fixed_particles;
  report.line("particles", fmt::format("{}: {} free, {} fixed", particles,
                                       simulation.free_particles, simulation.fixed_particles));
  int constraints = 0;
  for (const ConstraintFinding& kind : simulation.constraints) constraints += kind.count;
  report.line("constraints", std::to_string(constraints));
  for (const ConstraintFinding& kind : simulation.constraints) {
    report.item(counted(kind.count, kind.kind) + (kind.type.empty() ? "" : ", " + kind.type));
  }
  report.line("shapes", std::to_string(simulation.shapes.size()));
  for (const ShapeFinding& shape : simulation.shapes) report.item(shape_text(shape));
  report.group("parameters");
  report_parameters(simulation.parameters, 40, report);
  if (simulation.external_force_linked) {
    report.item(fmt::format("{:<40}  supplied by the game", "externalForceWsLink"));
  }
}

std::string collider_text(const ColliderFinding& collider) {
  std::string text = fmt::format("{} on {}", collider.kind, printable(collider.joint));
  if (collider.kind != "plane") text += fmt::format(", radius {:.6g} m", collider.radius);
  if (collider.length > 0) text += fmt::format(", {:.6g} m long", collider.length);
  return text;
}

void report_springs(const CharacterFindings& character, Report& report) {
  report.line("springs", std::to_string(character.springs.size()));
  for (const SpringFinding& spring : character.springs) {
    const std::string name = spring.name.empty() ? "" : printable(spring.name) + ", ";
    const std::string centre =
        spring.centre.empty() ? "" : ", relative to " + printable(spring.centre);
    report.item(fmt::format("{}from {}: {}, {:.3f} m, {}{}", name, printable(spring.first_joint),
                            counted(spring.bone_count, "bone"), spring.length,
                            counted(spring.collider_count, "collider"), centre));
  }
  report.line("colliders", std::to_string(character.colliders.size()));
  for (const ColliderFinding& collider : character.colliders) {
    report.item(collider_text(collider));
  }
  if (character.parameters.empty()) return;
  report.group("parameters");
  report_parameters(character.parameters, 14, report);
}

void report_character(const CharacterFindings& character, Report& report) {
  report.line("meshes",
              fmt::format("{}, {}, {}", character.mesh_count,
                          counted(static_cast<long long>(character.triangle_count), "triangle"),
                          counted(character.skin_count, "skin")));
  if (character.humanoid_bone_count > 0) {
    report.line("humanoid", counted(character.humanoid_bone_count, "bone"));
  }
  report.line("animations", std::to_string(character.animations.size()));
  for (const AnimationFinding& animation : character.animations) {
    report.item(fmt::format("{}: {:.2f} s, moves {}",
                            animation.name.empty() ? "without a name" : printable(animation.name),
                            animation.duration, counted(animation.joint_count, "joint")));
  }
  report_springs(character, report);
}

/// A pair's own files are reported above it: what compiling adds is the verdict.
void report_pair(const Findings& found, Report& report) {
  if (!found.problems.empty()) return report.sentences("rigid, since", found.problems, true);
  const auto [shortest, longest] = std::minmax_element(
      found.joints->chains.begin(), found.joints->chains.end(),
      [](const ChainFinding& a, const ChainFinding& b) { return a.length < b.length; });
  const std::string low = fmt::format("{:.3f}", shortest->length);
  const std::string high = fmt::format("{:.3f}", longest->length);
  report.line(
      "simulated",
      fmt::format("{} in {}, {} m long", counted(found.simulation->free_particles, "free particle"),
                  counted(static_cast<long long>(found.joints->chains.size()), "chain"),
                  low == high ? low : low + " to " + high));
}

void report_findings(const Findings& found, Report& report) {
  if (found.kind == "compiled") {
    report.title(fmt::format("{} with {}", printable(found.files[0]), printable(found.files[1])));
    report_pair(found, report);
  } else {
    report.title(fmt::format("{}: {}", printable(found.files[0]), found.kind));
    if (found.joints && !found.character) report_joints(*found.joints, report);
    if (found.character) report.line("nodes", std::to_string(found.joints->count));
    if (found.character) report_character(*found.character, report);
    if (found.simulation) report_simulation(*found.simulation, report);
    report.sentences("can't be simulated, since", found.problems, true);
    report.sentences("notes", found.notes, false);
  }
}

Json joints_json(const JointFindings& joints) {
  Json chains = Json::array();
  for (const ChainFinding& chain : joints.chains) {
    chains.push_back({{"firstJoint", chain.first_joint},
                      {"anchor", chain.anchor.empty() ? Json(nullptr) : Json(chain.anchor)},
                      {"joints", chain.joint_count},
                      {"length", chain.length}});
  }
  const Json base = joints.base ? Json(*joints.base) : Json(nullptr);
  return {{"joints", joints.count}, {"baseJoints", base}, {"chains", std::move(chains)}};
}

Json parameter_json(const ParameterFinding& parameter) {
  if (parameter.components.empty()) return {{"values", parameter.words}};
  Json lowest = Json::array();
  Json highest = Json::array();
  for (const auto& range : parameter.components) {
    lowest.push_back(range.lowest);
    highest.push_back(range.highest);
  }
  const bool scalar = parameter.components.size() == 1;
  return {{"min", scalar ? lowest[0] : lowest},
          {"max", scalar ? highest[0] : highest},
          {"unit", parameter.unit}};
}

Json simulation_json(const SimulationFindings& simulation) {
  Json shapes = Json::array();
  for (const ShapeFinding& shape : simulation.shapes) {
    const Vec3d& half = shape.half_extents;
    shapes.push_back({{"kind", shape.kind},
                      {"bone", shape.bone},
                      {"radius", shape.radius},
                      {"halfExtents", Json::array({half.x, half.y, half.z})}});
  }
  Json constraints = Json::array();
  for (const ConstraintFinding& kind : simulation.constraints) {
    constraints.push_back({{"kind", kind.kind},
                           {"type", kind.type.empty() ? Json(nullptr) : Json(kind.type)},
                           {"count", kind.count}});
  }
  Json parameters = Json::object();
  for (const ParameterFinding& parameter : simulation.parameters) {
    parameters[parameter.name] = parameter_json(parameter);
  }
  return {
      {"particles", {{"free", simulation.free_particles}, {"fixed", simulation.fixed_particles}}},
      {"constraints", std::move(constraints)},
      {"shapes", std::move(shapes)},
      {"externalForceLinked", simulation.external_force_linked},
      {"parameters", std::move(parameters)}};
}

Json character_json(const Findings& found) {
  const CharacterFindings& character = *found.character;
  Json animations = Json::array();
  for (const AnimationFinding& animation : character.animations) {
    animations.push_back({{"name", animation.name},
                          {"duration", animation.duration},
                          {"joints", animation.joint_count}});
  }
  Json springs = Json::array();
  for (const SpringFinding& spring : character.springs) {
    springs.push_back({{"name", spring.name},
                       {"firstJoint", spring.first_joint},
                       {"bones", spring.bone_count},
                       {"length", spring.length},
                       {"colliders", spring.collider_count},
                       {"center", spring.centre.empty() ? Json(nullptr) : Json(spring.centre)}});
  }
  Json colliders = Json::array();
  for (const ColliderFinding& collider : character.colliders) {
    colliders.push_back({{"kind", collider.kind},
                         {"node", collider.joint},
                         {"radius", collider.radius},
                         {"length", collider.length}});
  }
  Json parameters = Json::object();
  for (const ParameterFinding& parameter : character.parameters) {
    parameters[parameter.name] = parameter_json(parameter);
  }
  return {{"nodes", found.joints->count},
          {"meshes", character.mesh_count},
          {"triangles", character.triangle_count},
          {"skins", character.skin_count},
          {"humanoidBones", character.humanoid_bone_count},
          {"animations", std::move(animations)},
          {"springs", std::move(springs)},
          {"colliders", std::move(colliders)},
          {"parameters", std::move(parameters)}};
}

Json finding_json(const Findings& found) {
  Json json = {{"kind", found.kind}, {"files", found.files}};
  if (found.joints && !found.character) json.update(joints_json(*found.joints));
  if (found.character) json.update(character_json(found));
  if (found.simulation) json.update(simulation_json(*found.simulation));
  json["problems"] = found.problems;
  json["notes"] = found.notes;
  return json;
}

}  // namespace

std::string to_text(std::span<const Findings> findings, const Terminal& terminal) {
  Report report(terminal);
  for (const Findings& found : findings) report_findings(found, report);
  return report.text();
}

std::string to_json(std::span<const Findings> findings) {
  Json json = {{"findings", Json::array()}};
  for (const Findings& found : findings) json["findings"].push_back(finding_json(found));
  // Names in a file may be any bytes; JSON text is UTF-8, so others become U+FFFD.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace tassel::cli
