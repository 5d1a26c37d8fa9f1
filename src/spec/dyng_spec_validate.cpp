#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "skeleton/in_quotes.h"
#include "skeleton/name_index.h"
#include "spec/dyng_findings.h"
#include "spec/dyng_range.h"
#include "tassel/dyng.h"

namespace tassel {

namespace {

std::string item_place(std::string_view list, std::size_t index, std::string_view field) {
  return std::string(list) + "[" + std::to_string(index) + "]" + std::string(field);
}

Status validate_size(const std::vector<Transformd>& reference_ms) {
  const auto large = std::find_if_not(reference_ms.begin(), reference_ms.end(),
                                      [](const Transformd& t) { return fits(t); });
  if (large == reference_ms.end()) return {};
  return {StatusCode::kInvalidArgument,
          item_place("reference", static_cast<std::size_t>(large - reference_ms.begin()), ""),
          "the reference pose isn't within 1e30"};
}

/// The reference pose, judged as a skeleton's own transforms are.
Status validate_reference(const DyngSpec& spec) {
  if (spec.reference_ms.size() != spec.skeleton.joints.size()) {
    return {StatusCode::kInvalidArgument, "reference",
            "the reference pose has " + std::to_string(spec.reference_ms.size()) +
                " transforms for " + std::to_string(spec.skeleton.size()) + " joints"};
  }
  Skeleton posed = spec.skeleton;
  for (int i = 0; i < posed.size(); ++i) posed.joints[i].reference_ls = spec.reference_ms[i];
  const Status status = validate(posed);
  if (status.ok()) return validate_size(spec.reference_ms);
  return {status.code(), "reference" + status.place().substr(std::string_view("joints").size()),
          "in the reference pose, " + status.what()};
}

/// The bones that aren't joints, list by list.
class JointCheck {
 public:
  explicit JointCheck(const DyngSpec& spec)
      : simulation_(spec.simulation),
        joints_(spec.skeleton.joints, &Joint::name),
        particles_(spec.simulation.particles, &DyngParticle::bone) {}

  std::vector<Status> run() {
    for (std::size_t i = 0; i < simulation_.particles.size(); ++i) {
      require_joint(simulation_.particles[i].bone, item_place("particles", i, ".bone"),
                    "a particle is on ");
    }
    for (std::size_t i = 0; i < simulation_.constraints.size(); ++i) {
      std::visit([&](const auto& constraint) { check(constraint, i); }, simulation_.constraints[i]);
    }
    for (std::size_t i = 0; i < simulation_.collision_rounded_shapes.size(); ++i) {
      require_joint(simulation_.collision_rounded_shapes[i].bone,
                    item_place("collisionRoundedShapes", i, ".bone"), "a collision shape is on ");
    }
    return std::move(findings_);
  }

 private:
  void check(const DyngLink& link, std::size_t i) {
    require_end(link.bone1, item_place("constraints", i, ".bone1"), "a link names ");
    require_end(link.bone2, item_place("constraints", i, ".bone2"), "a link names ");
  }
  void check(const DyngCone& cone, std::size_t i) {
    require_end(cone.constrained_bone, item_place("constraints", i, ".constrainedBone"),
                "a cone names ");
    require_end(cone.cone_attachment_bone, item_place("constraints", i, ".coneAttachmentBone"),
                "a cone names ");
  }
  void check(const DyngEllipsoid& ellipsoid, std::size_t i) {
    require_end(ellipsoid.bone, item_place("constraints", i, ".bone"), "an ellipsoid names ");
  }

  /// Where a particle is, it has been asked for its joint: once is enough.
  void require_end(const std::string& bone, std::string place, const std::string& what) {
    if (particles_.find(bone) < 0) require_joint(bone, std::move(place), what);
  }

  void require_joint(const std::string& bone, std::string place, const std::string& what) {
    if (joints_.find(bone) >= 0 || findings_.size() > kMostDyngFindings) return;
    findings_.emplace_back(StatusCode::kInvalidArgument, std::move(place),
                           what + in_quotes(bone) + ", which isn't a joint of the rig");
  }

  const DyngSimulation& simulation_;
  NameIndex joints_;
  NameIndex particles_;
  std::vector<Status> findings_;
};

/// The skeleton and its reference pose, without what stands on them.
std::vector<Status> find_pose_faults(const DyngSpec& spec) {
  Status status = validate(spec.skeleton);
  if (status.ok()) status = validate_reference(spec);
  if (status.ok()) return {};
  return {std::move(status)};
}

void append(std::vector<Status>& findings, std::vector<Status> more) {
  std::move(more.begin(), more.end(), std::back_inserter(findings));
}

std::vector<Status> capped(std::vector<Status> findings) {
  if (findings.size() > kMostDyngFindings) {
    findings.resize(kMostDyngFindings);
    findings.emplace_back(StatusCode::kInvalidArgument, "", std::string(kMoreDyngFindings));
  }
  return findings;
}

}  // namespace

std::vector<Status> find_skeleton_faults(const DyngSpec& spec) {
  std::vector<Status> findings = find_pose_faults(spec);
  append(findings, JointCheck(spec).run());
  return capped(std::move(findings));
}

std::vector<Status> validate(const DyngSpec& spec) {
  std::vector<Status> findings = find_pose_faults(spec);
  for (DyngFinding& finding : find_simulation_faults(spec.simulation)) {
    findings.push_back(to_status(std::move(finding)));
  }
  append(findings, JointCheck(spec).run());
  return capped(std::move(findings));
}

}  // namespace tassel
