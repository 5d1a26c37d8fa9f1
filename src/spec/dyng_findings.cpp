#include "spec/dyng_findings.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "skeleton/in_quotes.h"
#include "skeleton/transform_checks.h"
#include "spec/dyng_range.h"

namespace tassel {

namespace {

using List = DyngFinding::List;

constexpr int kMostIterations = 1000;
/// One more than is told, so that whoever tells sees that there are more.
constexpr std::size_t kMostFindings = kMostDyngFindings + 1;
constexpr double kLeastSubstepTime = 1e-6;
constexpr double kMostSubstepTime = 1000;
/// Solves of a constraint or a shape in a substep; the largest hairstyles have some hundreds.
constexpr double kMostSolves = 1e7;

constexpr const char* kNotANumber = "isn't a finite number within 1e30";

/// Goes through a simulation list by list; each check names the item at hand.
class SimulationCheck {
 public:
  explicit SimulationCheck(const DyngSimulation& simulation) : simulation_(simulation) {}

  std::vector<DyngFinding> run() {
    check_scalars();
    if (check_sizes()) {
      for (const DyngParticle& particle : simulation_.particles) check_particle(particle);
      check_constraints();
      for (const DyngRoundedShape& shape : simulation_.collision_rounded_shapes) check_shape(shape);
    }
    return std::move(findings_);
  }

 private:
  void check_scalars() {
    at(List::kSimulation, 0, "the simulation");
    const double substep_time = simulation_.substep_time;
    require("substepTime", substep_time >= kLeastSubstepTime && substep_time <= kMostSubstepTime,
            "isn't between 0.000001 and 1000");
    const int iterations = simulation_.solver_iterations;
    require("solverIterations", iterations >= 0 && iterations <= kMostIterations,
            "isn't between 0 and 1000");
    require("alpha", simulation_.alpha >= 0 && simulation_.alpha <= 1, "isn't between 0 and 1");
    require_finite("gravityWS", simulation_.gravity_ws);
    require_finite("externalForceWS", simulation_.external_force_ws);
  }

  bool check_sizes() {
    const bool particles_fit = simulation_.particles.size() <= kMostDyngParticles;
    const bool constraints_fit = simulation_.constraints.size() <= kMostDyngConstraints;
    const bool shapes_fit = simulation_.collision_rounded_shapes.size() <= kMostDyngShapes;
    require("particles", particles_fit, "are more than 65,535");
    require("constraints", constraints_fit, "are more than 200,000");
    require("collisionRoundedShapes", shapes_fit, "are more than 65,535");
    const int iterations = std::clamp(simulation_.solver_iterations, 0, kMostIterations);
    const double solves = static_cast<double>(simulation_.constraints.size()) +
                          static_cast<double>(simulation_.particles.size()) *
                              static_cast<double>(simulation_.collision_rounded_shapes.size());
    require("solverIterations", iterations * solves <= kMostSolves,
            "times the constraints, and times the particles that meet shapes, is more than "
            "10,000,000 a substep");
    return particles_fit && constraints_fit && shapes_fit;
  }

  void check_particle(const DyngParticle& particle) {
    at(List::kParticles, static_cast<int>(&particle - simulation_.particles.data()),
       "the particle on " + in_quotes(particle.bone));
    if (!particle_bones_.insert(particle.bone).second) {
      add("bone", StatusCode::kInvalidArgument, subject_ + " isn't the first one on that joint");
    }
    require_positive("mass", particle.mass);
    require_ratio("damping", particle.damping, particle.mass);
    require_ratio("pullForceFactor", particle.pull_force_factor, particle.mass);
    require_finite("collisionCapsuleRadius", particle.collision_capsule_radius);
    require_finite("collisionCapsuleHeightExtent", particle.collision_capsule_height_extent);
    require_finite("collisionCapsuleAxisLS", particle.collision_capsule_axis_ls);
    if (particle.projection == DyngParticleProjection::kDirected) {
      unsupported("projectionType", "is Directed, a projection that isn't decoded");
    }
  }

  void check_constraints() {
    for (std::size_t i = 0; i < simulation_.constraints.size(); ++i) {
      index_ = static_cast<int>(i);
      std::visit([this](const auto& constraint) { check(constraint); }, simulation_.constraints[i]);
    }
  }

  void check(const DyngLink& link) {
    at(List::kConstraints, index_,
       "the link from " + in_quotes(link.bone1) + " to " + in_quotes(link.bone2));
    require_particle("bone1", link.bone1);
    require_particle("bone2", link.bone2);
    require_not_negative("lengthLowerBoundRatioPercentage",
                         link.length_lower_bound_ratio_percentage);
    require_not_negative("lengthUpperBoundRatioPercentage",
                         link.length_upper_bound_ratio_percentage);
    require("lookAtAxis", fits(link.look_at_axis) && length(link.look_at_axis) > 0,
            "has no direction");
  }

  void check(const DyngCone& cone) {
    at(List::kConstraints, index_, "the cone on " + in_quotes(cone.constrained_bone));
    require_particle("constrainedBone", cone.constrained_bone);
    require_particle("coneAttachmentBone", cone.cone_attachment_bone);
    const double angle = cone.half_of_max_aperture_angle;
    require("halfOfMaxApertureAngle", angle >= 0 && angle <= 180, "isn't between 0 and 180");
    require_transform("coneTransformLS", cone.cone_transform_ls);
    require_no_capsule("collisionCapsuleRadius", cone.collision_capsule_radius);
    require_no_capsule("collisionCapsuleHeightExtent", cone.collision_capsule_height_extent);
  }

  void check(const DyngEllipsoid& ellipsoid) {
    at(List::kConstraints, index_, "the ellipsoid on " + in_quotes(ellipsoid.bone));
    require_particle("bone", ellipsoid.bone);
    require_transform("ellipsoidTransformLS", ellipsoid.ellipsoid_transform_ls);
    if (ellipsoid.constraint_radius == 0) {
      unsupported("constraintRadius", "has radius 0, which isn't decoded");
    } else {
      require_positive("constraintRadius", ellipsoid.constraint_radius);
    }
    require_positive("constraintScale1", ellipsoid.constraint_scale1);
    require_positive("constraintScale2", ellipsoid.constraint_scale2);
  }

  void check_shape(const DyngRoundedShape& shape) {
    at(List::kCollisionRoundedShapes,
       static_cast<int>(&shape - simulation_.collision_rounded_shapes.data()),
       "the collision shape on " + in_quotes(shape.bone));
    require_transform("transformLS", shape.transform_ls);
    require_no_box("xBoxExtent", shape.x_box_extent);
    require_no_box("yBoxExtent", shape.y_box_extent);
    require_not_negative("zBoxExtent", shape.z_box_extent);
    require_not_negative("roundedCornerRadius", shape.rounded_corner_radius);
  }

  void at(List list, int index, std::string subject) {
    list_ = list;
    index_ = index;
    subject_ = std::move(subject);
  }

  void add(std::string_view field, StatusCode code, std::string what) {
    if (findings_.size() == kMostFindings) return;
    findings_.push_back({list_, index_, field, code, std::move(what)});
  }

  void unsupported(std::string_view field, const std::string& what) {
    add(field, StatusCode::kUnsupported, subject_ + " " + what);
  }

  /// "<subject>: its <field> <what>" where the condition doesn't hold.
  void require(std::string_view field, bool condition, const std::string& what) {
    if (condition) return;
    add(field, StatusCode::kInvalidArgument, subject_ + ": its " + std::string(field) + " " + what);
  }

  void require_finite(std::string_view field, double value) {
    require(field, fits(value), kNotANumber);
  }

  void require_finite(std::string_view field, const Vec3d& value) {
    require(field, fits(value), kNotANumber);
  }

  void require_positive(std::string_view field, double value) {
    require(field, value > 0 && fits(value) && fits(1 / value), "isn't a number above 0");
  }

  void require_not_negative(std::string_view field, double value) {
    require(field, value >= 0 && fits(value), "isn't a number from 0 up");
  }

  void require_ratio(std::string_view field, double value, double mass) {
    require_finite(field, value);
    require(field, !fits(value) || !(mass > 0) || fits(value / mass), "is too large for its mass");
  }

  void require_transform(std::string_view field, const Transformd& transform) {
    require(field, fits(transform), kNotANumber);
    require(field, !fits(transform) || is_unit(transform.rotation),
            "has a rotation that isn't a unit quaternion");
  }

  void require_particle(std::string_view field, const std::string& bone) {
    if (particle_bones_.contains(bone)) return;
    add(field, StatusCode::kInvalidArgument,
        subject_ + " needs a particle on " + in_quotes(bone) + ", and there is none");
  }

  void require_no_capsule(std::string_view field, double size) {
    require_finite(field, size);
    if (size == 0 || !fits(size)) return;
    unsupported(field, "collides as a capsule (its " + std::string(field) +
                           " isn't 0), which isn't decoded");
  }

  void require_no_box(std::string_view field, double extent) {
    require_finite(field, extent);
    if (extent == 0 || !fits(extent)) return;
    unsupported(field, "is a box, or a capsule along X or Y (its " + std::string(field) +
                           " isn't 0): only spheres and Z capsules are decoded");
  }

  const DyngSimulation& simulation_;
  List list_ = List::kSimulation;
  int index_ = 0;
  std::string subject_;
  std::set<std::string_view> particle_bones_;
  std::vector<DyngFinding> findings_;
};

std::string list_name(List list) {
  switch (list) {
    case List::kParticles:
      return "particles";
    case List::kConstraints:
      return "constraints";
    case List::kCollisionRoundedShapes:
      return "collisionRoundedShapes";
    case List::kSimulation:
      break;
  }
  return {};
}

}  // namespace

Status to_status(DyngFinding finding) {
  const std::string list = list_name(finding.list);
  const std::string item = list.empty() ? "" : list + "[" + std::to_string(finding.index) + "].";
  return {finding.code, item + std::string(finding.field), std::move(finding.what)};
}

std::vector<DyngFinding> find_simulation_faults(const DyngSimulation& simulation) {
  return SimulationCheck(simulation).run();
}

}  // namespace tassel
