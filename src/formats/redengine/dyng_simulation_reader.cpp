#include "formats/redengine/dyng_simulation_reader.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/redengine/struct_reader.h"
#include "skeleton/in_quotes.h"
#include "spec/dyng_findings.h"

namespace tassel::red {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kDyngClass = "animDangleConstraint_SimulationDyng";
constexpr std::string_view kVectorInputClass = "animAnimNode_VectorInput";
constexpr std::string_view kGroupClass = "animDyngConstraintMulti";

constexpr std::array kUndecodedFlags = {
    "HACK_checkDangleTeleport"sv, "dangleAltersTransformsOfItsChildren"sv,
    "parentRotationAltersTransformsOfDangleAndItsChildren"sv,
    "parentRotationAltersTransformsOfNonDanglesAndItsChildren"sv};

DyngParticle read_particle(const StructReader& stored) {
  DyngParticle p;
  p.bone = stored.bone("bone");
  p.is_free = stored.flag("isFree", p.is_free);
  p.mass = stored.number("mass", p.mass);
  p.damping = stored.number("damping", p.damping);
  p.pull_force_factor = stored.number("pullForceFactor", p.pull_force_factor);
  p.collision_capsule_radius = stored.number("collisionCapsuleRadius", p.collision_capsule_radius);
  p.collision_capsule_height_extent =
      stored.number("collisionCapsuleHeightExtent", p.collision_capsule_height_extent);
  p.collision_capsule_axis_ls =
      stored.vector3("collisionCapsuleAxisLS", p.collision_capsule_axis_ls);
  p.projection = stored.choice("projectionType", kParticleProjections, p.projection);
  return p;
}

DyngLink read_link(const StructReader& stored) {
  DyngLink link;
  link.type = stored.choice("linkType", kLinkTypes, link.type);
  link.bone1 = stored.bone("bone1");
  link.bone2 = stored.bone("bone2");
  link.length_lower_bound_ratio_percentage =
      stored.number("lengthLowerBoundRatioPercentage", link.length_lower_bound_ratio_percentage);
  link.length_upper_bound_ratio_percentage =
      stored.number("lengthUpperBoundRatioPercentage", link.length_upper_bound_ratio_percentage);
  link.look_at_axis = stored.vector3("lookAtAxis", link.look_at_axis);
  return link;
}

DyngCone read_cone(const StructReader& stored) {
  DyngCone cone;
  cone.type = stored.choice("constraintType", kConeTypes, cone.type);
  cone.projection = stored.choice("projectionType", kConeProjections, cone.projection);
  cone.constrained_bone = stored.bone("constrainedBone");
  cone.cone_attachment_bone = stored.bone("coneAttachmentBone");
  cone.half_of_max_aperture_angle =
      stored.number("halfOfMaxApertureAngle", cone.half_of_max_aperture_angle);
  cone.cone_transform_ls = stored.transform("coneTransformLS");
  cone.collision_capsule_radius =
      stored.number("collisionCapsuleRadius", cone.collision_capsule_radius);
  cone.collision_capsule_height_extent =
      stored.number("collisionCapsuleHeightExtent", cone.collision_capsule_height_extent);
  return cone;
}

DyngEllipsoid read_ellipsoid(const StructReader& stored) {
  DyngEllipsoid ellipsoid;
  ellipsoid.bone = stored.bone("bone");
  ellipsoid.ellipsoid_transform_ls = stored.transform("ellipsoidTransformLS");
  ellipsoid.constraint_radius = stored.number("constraintRadius", ellipsoid.constraint_radius);
  ellipsoid.constraint_scale1 = stored.number("constraintScale1", ellipsoid.constraint_scale1);
  ellipsoid.constraint_scale2 = stored.number("constraintScale2", ellipsoid.constraint_scale2);
  return ellipsoid;
}

DyngRoundedShape read_shape(const StructReader& stored) {
  DyngRoundedShape shape;
  shape.bone = stored.bone("bone");
  shape.transform_ls = stored.transform("transformLS");
  shape.x_box_extent = stored.number("xBoxExtent", shape.x_box_extent);
  shape.y_box_extent = stored.number("yBoxExtent", shape.y_box_extent);
  shape.z_box_extent = stored.number("zBoxExtent", shape.z_box_extent);
  shape.rounded_corner_radius = stored.number("roundedCornerRadius", shape.rounded_corner_radius);
  return shape;
}

class SimulationReader {
 public:
  SimulationReader(const Resource& resource, const Value& constraint, AnimGraphFile& graph)
      : resource_(resource),
        graph_(graph),
        simulation_(graph.simulation),
        stored_(resource, &constraint, failure_),
        container_(stored_.structure("particlesContainer")) {}

  Status read() {
    read_scalars();
    report_undecoded_flags();
    read_external_force();
    read_items(container_.array("particles"), kMostDyngParticles, particles_, simulation_.particles,
               read_particle);
    read_items(stored_.array("collisionRoundedShapes"), kMostDyngShapes, shapes_,
               simulation_.collision_rounded_shapes, read_shape);
    read_constraints();
    if (failure_.ok()) report_findings();
    return std::move(failure_);
  }

 private:
  void add_problem(const Value& at, const std::string& what) {
    if (graph_.problems.size() > kMostDyngFindings) return;
    if (graph_.problems.size() == kMostDyngFindings) {
      graph_.problems.emplace_back(kMoreDyngFindings);
      return;
    }
    graph_.problems.push_back(resource_.place(at) + ": " + what);
  }

  void read_scalars() {
    DyngSimulation& s = simulation_;
    s.substep_time = stored_.number("substepTime", s.substep_time);
    s.solver_iterations = static_cast<int>(std::clamp<std::int64_t>(
        stored_.integer("solverIterations", s.solver_iterations), INT_MIN, INT_MAX));
    s.alpha = stored_.number("alpha", s.alpha);
    s.rotate_parent_to_look_at_dangle =
        stored_.flag("rotateParentToLookAtDangle", s.rotate_parent_to_look_at_dangle);
    s.gravity_ws = container_.number("gravityWS", s.gravity_ws);
    s.external_force_ws = container_.vector3("externalForceWS", s.external_force_ws);
  }

  void report_undecoded_flags() {
    for (const std::string_view flag : kUndecodedFlags) {
      if (!stored_.flag(flag, false)) continue;
      add_problem(*resource_.field(*stored_.value(), flag),
                  std::string(flag) + " is set, and what it does isn't decoded");
    }
    const std::string_view json_shapes = stored_.file("jsonCollisionShapes");
    if (json_shapes.empty()) return;
    add_problem(*resource_.field(*stored_.value(), "jsonCollisionShapes"),
                "jsonCollisionShapes names " + in_quotes(json_shapes) +
                    ": collision shapes in a file of their own aren't decoded");
  }

  void read_external_force() {
    const Value* node = container_.structure("externalForceWsLink").object("node");
    if (!node) return;
    const StructReader input(resource_, node, failure_);
    simulation_.external_force_linked = true;
    if (node->text == kVectorInputClass && input.name("group") == "DangleExternalInput" &&
        input.name("name") == "fictitiousAccelerationWs") {
      return;
    }
    add_problem(*node, "the external force is linked to a node of the class " +
                           in_quotes(node->text) +
                           ": only the input DangleExternalInput.fictitiousAccelerationWs is run");
  }

  /// Reads one more item than the limit at most: that is enough to be found too many.
  template <class Item, class Read>
  void read_items(const Value* array, std::size_t most, std::vector<const Value*>& places,
                  std::vector<Item>& items, const Read& read_item) {
    const std::size_t count = array ? std::min<std::size_t>(array->count, most + 1) : 0;
    for (std::uint32_t i = 0; i < count && failure_.ok(); ++i) {
      const Value& element = resource_.element(*array, i);
      if (element.kind != ValueKind::kStruct) {
        failure_ = {StatusCode::kUnreadable, resource_.place(element), "this isn't a struct"};
        return;
      }
      places.push_back(&element);
      items.push_back(read_item(StructReader(resource_, &element, failure_)));
    }
  }

  /// A group of constraints that is being gone through.
  struct Group {
    const Value* inner;
    std::uint32_t next = 0;
  };

  /// Groups hold constraints and groups: gone through in file order, which is that of solving.
  void read_constraints() {
    std::vector<Group> open;
    read_or_open(stored_.object("dyngConstraint"), open);
    while (!open.empty() && failure_.ok() && constraints_.size() <= kMostDyngConstraints) {
      Group& group = open.back();
      if (group.next == group.inner->count) {
        open.pop_back();
        continue;
      }
      const Value& handle = resource_.element(*group.inner, group.next++);
      read_or_open(object_of(resource_, handle, failure_), open);
    }
  }

  /// Opens each group once only: a hostile file has one within itself, or fans out without end.
  void read_or_open(const Value* constraint, std::vector<Group>& open) {
    if (!constraint) return;
    if (constraint->text != kGroupClass) return read_constraint(*constraint);
    if (!groups_.insert(constraint).second) {
      add_problem(*constraint, "the group of constraints stands in the graph twice");
      return;
    }
    const Value* inner = StructReader(resource_, constraint, failure_).array("innerConstraints");
    if (inner) open.push_back({inner});
  }

  /// A constraint may stand in the list many times; what it holds is read once.
  void read_constraint(const Value& constraint) {
    const StructReader stored(resource_, &constraint, failure_);
    if (const auto known = constraint_of_.find(&constraint); known != constraint_of_.end()) {
      simulation_.constraints.push_back(simulation_.constraints[known->second]);
    } else if (constraint.text == "animDyngConstraintLink") {
      simulation_.constraints.emplace_back(read_link(stored));
    } else if (constraint.text == "animDyngConstraintCone") {
      simulation_.constraints.emplace_back(read_cone(stored));
    } else if (constraint.text == "animDyngConstraintEllipsoid") {
      simulation_.constraints.emplace_back(read_ellipsoid(stored));
    } else {
      add_problem(constraint, "a constraint of the class " + in_quotes(constraint.text) +
                                  ", which isn't decoded");
      return;
    }
    constraint_of_.emplace(&constraint, constraints_.size());
    constraints_.push_back(&constraint);
  }

  void report_findings() {
    for (const DyngFinding& finding : find_simulation_faults(simulation_)) {
      add_problem(stored_value(finding), finding.what);
    }
  }

  /// The field that a finding is about, or what should hold it.
  const Value& stored_value(const DyngFinding& finding) const {
    const Value& item = stored_item(finding);
    if (const Value* field = resource_.field(item, finding.field)) return *field;
    const Value* in_container =
        container_.value() ? resource_.field(*container_.value(), finding.field) : nullptr;
    const bool is_scalar = finding.list == DyngFinding::List::kSimulation;
    return is_scalar && in_container ? *in_container : item;
  }

  const Value& stored_item(const DyngFinding& finding) const {
    switch (finding.list) {
      case DyngFinding::List::kParticles:
        return *particles_[finding.index];
      case DyngFinding::List::kConstraints:
        return *constraints_[finding.index];
      case DyngFinding::List::kCollisionRoundedShapes:
        return *shapes_[finding.index];
      case DyngFinding::List::kSimulation:
        break;
    }
    return *stored_.value();
  }

  const Resource& resource_;
  AnimGraphFile& graph_;
  DyngSimulation& simulation_;
  Status failure_;
  StructReader stored_;
  StructReader container_;
  std::vector<const Value*> particles_;    ///< Where each of the simulation's is stored.
  std::vector<const Value*> constraints_;  ///< Likewise.
  std::vector<const Value*> shapes_;       ///< Likewise.
  std::set<const Value*> groups_;          ///< Of constraints, that were opened.
  std::map<const Value*, std::size_t> constraint_of_;  ///< Where in the spec's list each one is.
};

}  // namespace

Status read_simulation(const Resource& resource, const Value& constraint, AnimGraphFile& graph) {
  if (constraint.text != kDyngClass) {
    graph.problems.push_back(resource.place(constraint) + ": the dangle is simulated by " +
                             in_quotes(constraint.text) + ", and only " + std::string(kDyngClass) +
                             " is run");
    return {};
  }
  return SimulationReader(resource, constraint, graph).read();
}

}  // namespace tassel::red
