#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/dyng_findings.h"
#include "spec/in_quotes.h"
#include "tassel/dyng.h"

namespace tassel {

namespace {

std::string item_place(std::string_view list, std::size_t index, std::string_view field) {
  return std::string(list) + "[" + std::to_string(index) + "]" + std::string(field);
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
  if (status.ok()) return status;
  return {status.code(), "reference" + status.place().substr(std::string_view("joints").size()),
          "in the reference pose, " + status.what()};
}

class JointCheck {
 public:
  explicit JointCheck(const Skeleton& skeleton) {
    for (const Joint& joint : skeleton.joints) joints_.insert(joint.name);
  }

  void require_joint(const std::string& bone, std::string place, const std::string& subject) {
    if (joints_.contains(bone)) return;
    findings_.emplace_back(
        StatusCode::kInvalidArgument, std::move(place),
        subject + " is on " + in_quotes(bone) + ", which isn't a joint of the rig");
  }

  std::vector<Status> take_findings() { return std::move(findings_); }

 private:
  std::set<std::string_view> joints_;
  std::vector<Status> findings_;
};

std::vector<Status> find_missing_joints(const DyngSpec& spec) {
  JointCheck check(spec.skeleton);
  const DyngSimulation& simulation = spec.simulation;
  for (std::size_t i = 0; i < simulation.particles.size(); ++i) {
    check.require_joint(simulation.particles[i].bone, item_place("particles", i, ".bone"),
                        "a particle");
  }
  // A constraint's bones need no look: each must have a particle, which is checked for all.
  for (std::size_t i = 0; i < simulation.collision_rounded_shapes.size(); ++i) {
    check.require_joint(simulation.collision_rounded_shapes[i].bone,
                        item_place("collisionRoundedShapes", i, ".bone"), "a collision shape");
  }
  return check.take_findings();
}

}  // namespace

std::vector<Status> find_skeleton_faults(const DyngSpec& spec) {
  std::vector<Status> findings;
  Status skeleton = validate(spec.skeleton);
  if (!skeleton.ok()) {
    findings.push_back(std::move(skeleton));
  } else if (Status reference = validate_reference(spec); !reference.ok()) {
    findings.push_back(std::move(reference));
  }
  for (Status& finding : find_missing_joints(spec)) findings.push_back(std::move(finding));
  return findings;
}

std::vector<Status> validate(const DyngSpec& spec) {
  std::vector<Status> findings = find_skeleton_faults(spec);
  for (DyngFinding& finding : find_simulation_faults(spec.simulation)) {
    findings.push_back(to_status(std::move(finding)));
  }
  return findings;
}

}  // namespace tassel
