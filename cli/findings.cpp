#include "findings.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <set>
#include <string_view>
#include <unordered_set>

#include "formats/dyng_json/dyng_enums.h"

namespace tassel::cli {
namespace {

JointFindings describe_joints(const Skeleton& skeleton, const std::vector<Chain>& chains) {
  JointFindings found{skeleton.size(), std::nullopt, {}};
  const auto name = [&](int joint) {
    return joint < 0 ? std::string() : skeleton.joints[static_cast<size_t>(joint)].name;
  };
  const std::vector<Transformd> pose_ms = reference_pose_ms(skeleton);
  for (const Chain& chain : chains) {
    found.chains.push_back({name(chain.joints.front()), name(chain.anchor),
                            static_cast<int>(chain.joints.size()), chain_length(chain, pose_ms)});
  }
  return found;
}

ConstraintFinding kind_of(const DyngLink& link) {
  return {"link", std::string(name_of(kLinkTypes, link.type)), 1};
}
ConstraintFinding kind_of(const DyngCone& cone) {
  return {"cone", std::string(name_of(kConeTypes, cone.type)), 1};
}
ConstraintFinding kind_of(const DyngEllipsoid&) { return {"ellipsoid", "", 1}; }

void count(std::vector<ConstraintFinding>& found, const ConstraintFinding& one) {
  for (ConstraintFinding& kind : found) {
    if (kind.kind == one.kind && kind.type == one.type) {
      ++kind.count;
      return;
    }
  }
  found.push_back(one);
}

std::string kind_of(const DyngRoundedShape& shape) {
  const int sides =
      (shape.x_box_extent != 0) + (shape.y_box_extent != 0) + (shape.z_box_extent != 0);
  if (sides == 0) return "sphere";
  return sides == 1 ? "capsule" : "box";
}

/// By how much a rotation turns, whatever its axis: 0 to 180 degrees.
double turn_in_degrees(const Quatd& q) {
  const double half_sine = length(Vec3d{q.x, q.y, q.z});
  return 2 * std::atan2(half_sine, std::abs(q.w)) * 180 / std::numbers::pi;
}

/// Gathers the ranges of parameters over lists of items.
class Ranges {
 public:
  template <class Items, class Value>
  void add(const std::string& name, const char* unit, const Items& items, Value value) {
    ParameterFinding found{name, unit, {}, {}};
    for (const auto& item : items) include(found, std::invoke(value, item));
    if (!found.components.empty()) found_.push_back(std::move(found));
  }

  template <class Items, class Value>
  void add_transform(const std::string& name, const Items& items, Value value) {
    add(name + ".offset", "m", items,
        [&](const auto& item) { return std::invoke(value, item).translation; });
    add(name + ".turn", "°", items,
        [&](const auto& item) { return turn_in_degrees(std::invoke(value, item).rotation); });
  }

  template <class Names, class Items, class Value>
  void add_words(const char* name, const Names& names, const Items& items, Value value) {
    std::set<std::string> words;
    for (const auto& item : items) words.emplace(name_of(names, std::invoke(value, item)));
    if (!words.empty()) found_.push_back({name, "", {}, {words.begin(), words.end()}});
  }

  std::vector<ParameterFinding> take() { return std::move(found_); }

 private:
  static void include(ParameterFinding& found, double value) { include_all(found, {value}); }
  static void include(ParameterFinding& found, const Vec3d& v) {
    include_all(found, {v.x, v.y, v.z});
  }
  static void include_all(ParameterFinding& found, std::initializer_list<double> values) {
    if (found.components.empty()) {
      for (const double value : values) found.components.push_back({value, value});
    }
    auto component = found.components.begin();
    for (const double value : values) {
      component->lowest = std::min(component->lowest, value);
      component->highest = std::max(component->highest, value);
      ++component;
    }
  }

  std::vector<ParameterFinding> found_;
};

template <class Kind>
std::vector<Kind> of_kind(const std::vector<DyngConstraint>& constraints) {
  std::vector<Kind> found;
  for (const DyngConstraint& constraint : constraints) {
    if (const auto* match = std::get_if<Kind>(&constraint)) found.push_back(*match);
  }
  return found;
}

std::vector<ParameterFinding> describe_parameters(const DyngSimulation& simulation) {
  Ranges ranges;
  const std::vector<DyngSimulation> whole{simulation};
  ranges.add("substepTime", "s", whole, &DyngSimulation::substep_time);
  ranges.add("solverIterations", "", whole, &DyngSimulation::solver_iterations);
  ranges.add("alpha", "", whole, &DyngSimulation::alpha);
  ranges.add("rotateParentToLookAtDangle", "", whole,
             &DyngSimulation::rotate_parent_to_look_at_dangle);
  ranges.add("gravityWS", "m/s²", whole, &DyngSimulation::gravity_ws);
  if (!simulation.external_force_linked) {
    ranges.add("externalForceWS", "N", whole, &DyngSimulation::external_force_ws);
  }

  const auto& particles = simulation.particles;
  ranges.add("particle.mass", "kg", particles, &DyngParticle::mass);
  ranges.add("particle.damping", "kg/s", particles, &DyngParticle::damping);
  ranges.add("particle.pullForceFactor", "N/m", particles, &DyngParticle::pull_force_factor);
  ranges.add("particle.collisionCapsuleRadius", "m", particles,
             &DyngParticle::collision_capsule_radius);
  ranges.add("particle.collisionCapsuleHeightExtent", "m", particles,
             &DyngParticle::collision_capsule_height_extent);
  ranges.add("particle.collisionCapsuleAxisLS", "m", particles,
             &DyngParticle::collision_capsule_axis_ls);
  ranges.add_words("particle.projectionType", kParticleProjections, particles,
                   &DyngParticle::projection);

  const auto links = of_kind<DyngLink>(simulation.constraints);
  ranges.add("link.lengthLowerBoundRatioPercentage", "%", links,
             &DyngLink::length_lower_bound_ratio_percentage);
  ranges.add("link.lengthUpperBoundRatioPercentage", "%", links,
             &DyngLink::length_upper_bound_ratio_percentage);
  ranges.add("link.lookAtAxis", "", links, &DyngLink::look_at_axis);

  const auto cones = of_kind<DyngCone>(simulation.constraints);
  ranges.add("cone.halfOfMaxApertureAngle", "°", cones, &DyngCone::half_of_max_aperture_angle);
  ranges.add_transform("cone.coneTransformLS", cones, &DyngCone::cone_transform_ls);
  ranges.add("cone.collisionCapsuleRadius", "m", cones, &DyngCone::collision_capsule_radius);
  ranges.add("cone.collisionCapsuleHeightExtent", "m", cones,
             &DyngCone::collision_capsule_height_extent);
  ranges.add_words("cone.projectionType", kConeProjections, cones, &DyngCone::projection);

  const auto ellipsoids = of_kind<DyngEllipsoid>(simulation.constraints);
  ranges.add("ellipsoid.constraintRadius", "m", ellipsoids, &DyngEllipsoid::constraint_radius);
  ranges.add("ellipsoid.constraintScale1", "", ellipsoids, &DyngEllipsoid::constraint_scale1);
  ranges.add("ellipsoid.constraintScale2", "", ellipsoids, &DyngEllipsoid::constraint_scale2);
  ranges.add_transform("ellipsoid.ellipsoidTransformLS", ellipsoids,
                       &DyngEllipsoid::ellipsoid_transform_ls);

  const auto& shapes = simulation.collision_rounded_shapes;
  ranges.add("shape.roundedCornerRadius", "m", shapes, &DyngRoundedShape::rounded_corner_radius);
  ranges.add_transform("shape.transformLS", shapes, &DyngRoundedShape::transform_ls);
  ranges.add("shape.xBoxExtent", "m", shapes, &DyngRoundedShape::x_box_extent);
  ranges.add("shape.yBoxExtent", "m", shapes, &DyngRoundedShape::y_box_extent);
  ranges.add("shape.zBoxExtent", "m", shapes, &DyngRoundedShape::z_box_extent);
  return ranges.take();
}

SimulationFindings describe_simulation(const DyngSimulation& simulation) {
  SimulationFindings found;
  found.external_force_linked = simulation.external_force_linked;
  for (const DyngParticle& particle : simulation.particles) {
    ++(particle.is_free ? found.free_particles : found.fixed_particles);
  }
  for (const DyngConstraint& constraint : simulation.constraints) {
    count(found.constraints, std::visit([](const auto& c) { return kind_of(c); }, constraint));
  }
  for (const DyngRoundedShape& shape : simulation.collision_rounded_shapes) {
    found.shapes.push_back({kind_of(shape),
                            shape.bone,
                            shape.rounded_corner_radius,
                            {shape.x_box_extent, shape.y_box_extent, shape.z_box_extent}});
  }
  found.parameters = describe_parameters(simulation);
  return found;
}

}  // namespace

Findings describe(const std::string& file, const RigFile& rig) {
  std::vector<unsigned char> in_chain(rig.skeleton.joints.size(), 0);
  const auto base = static_cast<size_t>(std::max(rig.base_joint_count, 0));
  for (size_t joint = base; joint < in_chain.size(); ++joint) in_chain[joint] = 1;
  JointFindings joints = describe_joints(rig.skeleton, find_chains(rig.skeleton, in_chain));
  joints.base = rig.base_joint_count;
  return {"rig", {file}, std::move(joints), std::nullopt, {}, rig.notes, {}};
}

Findings describe(const std::string& file, const AnimGraphFile& graph) {
  return {"graph",     {file}, std::nullopt, describe_simulation(graph.simulation), graph.problems,
          graph.notes, {}};
}

Findings describe(const std::string& file, const DyngSpec& spec) {
  std::vector<std::string> problems;
  for (const Status& finding : validate(spec)) problems.push_back(finding.to_string());
  // A parent that is no joint before its child leaves no chain to describe.
  std::optional<JointFindings> joints;
  if (validate(spec.skeleton).ok()) {
    joints = describe_joints(spec.skeleton, simulated_chains(spec));
  }
  return {"spec",
          {file},
          std::move(joints),
          describe_simulation(spec.simulation),
          std::move(problems),
          spec.notes,
          {}};
}

std::vector<Chain> simulated_chains(const DyngSpec& spec) {
  const std::vector<Joint>& joints = spec.skeleton.joints;
  std::unordered_set<std::string_view> simulated;
  for (const DyngParticle& particle : spec.simulation.particles) simulated.insert(particle.bone);
  std::vector<unsigned char> in_chain(joints.size(), 0);
  for (size_t joint = 0; joint < joints.size(); ++joint) {
    const int parent = joints[joint].parent;
    const bool below = parent >= 0 && in_chain[static_cast<size_t>(parent)] != 0;
    if (below || simulated.contains(joints[joint].name)) in_chain[joint] = 1;
  }
  return find_chains(spec.skeleton, in_chain);
}

}  // namespace tassel::cli
