#include <algorithm>

#include "skeleton/name_index.h"
#include "solvers/dyng/islands.h"
#include "solvers/dyng/layout.h"
#include "solvers/dyng/program.h"
#include "tassel/dyng.h"

namespace tassel {

namespace dyng {

namespace {

/// The joints of things that name a bone.
template <class Thing>
std::vector<int> joints_of(const std::vector<Thing>& things, const NameIndex& index) {
  std::vector<int> joints;
  for (const Thing& thing : things) joints.push_back(index.find(thing.bone));
  return joints;
}

template <class S>
Cooked<S> cook_scalar(const DyngSpec& spec, const std::vector<int>& joints,
                      const std::vector<int>& shape_joints, const std::vector<Island>& islands) {
  const DyngSimulation& simulation = spec.simulation;
  Cooked<S> cooked;
  cooked.gravity_ws = static_cast<S>(simulation.gravity_ws);
  const Vec3d& force = simulation.external_force_ws;
  cooked.external_force_ws = {static_cast<S>(force.x), static_cast<S>(force.y),
                              static_cast<S>(force.z)};
  cooked.alpha = static_cast<S>(simulation.alpha);
  for (std::size_t i = 0; i < shape_joints.size(); ++i) {
    const DyngRoundedShape& shape = simulation.collision_rounded_shapes[i];
    cooked.shapes.push_back({static_cast<std::uint16_t>(shape_joints[i]),
                             cast<S>(shape.transform_ls), static_cast<S>(shape.z_box_extent),
                             static_cast<S>(shape.rounded_corner_radius)});
  }
  for (const Transformd& t : spec.reference_ms) cooked.reference_ms.push_back(cast<S>(t));

  cooked.layouts[0] = lay_out<S>(spec, joints, islands, 1);
  if constexpr (sizeof(S) == sizeof(float)) {
    for (const int lanes : {4, 8, 16}) {
      cooked.layouts[layout_index(lanes)] = lay_out<S>(spec, joints, islands, lanes);
    }
  }
  return cooked;
}

bool is_off_origin(const Transformd& t) {
  return t.translation.x != 0 || t.translation.y != 0 || t.translation.z != 0;
}

bool needs_scale(const DyngConstraint& constraint) {
  if (const auto* cone = std::get_if<DyngCone>(&constraint)) {
    return is_off_origin(cone->cone_transform_ls);
  }
  if (const auto* ellipsoid = std::get_if<DyngEllipsoid>(&constraint)) {
    return is_off_origin(ellipsoid->ellipsoid_transform_ls);
  }
  return false;
}

}  // namespace

}  // namespace dyng

Status cook(const DyngSpec& spec, DyngProgram& program) {
  std::vector<Status> findings = validate(spec);
  if (!findings.empty()) return std::move(findings.front());

  auto data = std::make_shared<dyng::ProgramData>();
  const DyngSimulation& simulation = spec.simulation;
  data->joint_count = spec.skeleton.size();
  data->passes = simulation.solver_iterations;
  data->substep_time = simulation.substep_time;
  data->external_force_linked = simulation.external_force_linked;
  data->needs_scale =
      std::any_of(simulation.constraints.begin(), simulation.constraints.end(), dyng::needs_scale);
  data->pulled = std::any_of(simulation.particles.begin(), simulation.particles.end(),
                             [](const DyngParticle& p) { return p.pull_force_factor != 0; });
  const Vec3d& force = simulation.external_force_ws;
  data->forced = simulation.external_force_linked || force.x != 0 || force.y != 0 || force.z != 0;
  const NameIndex index(spec.skeleton.joints, &Joint::name);
  data->particle_joints = dyng::joints_of(simulation.particles, index);
  const std::vector<int> shape_joints = dyng::joints_of(simulation.collision_rounded_shapes, index);

  const std::vector<dyng::Island> islands = dyng::find_islands(spec, data->particle_joints);
  data->island_count = static_cast<int>(islands.size());
  data->in_double = dyng::cook_scalar<double>(spec, data->particle_joints, shape_joints, islands);
  data->in_float = dyng::cook_scalar<float>(spec, data->particle_joints, shape_joints, islands);
  program.data_ = std::move(data);
  return {};
}

int DyngProgram::joint_count() const { return data_->joint_count; }
int DyngProgram::particle_count() const { return static_cast<int>(data_->particle_joints.size()); }
int DyngProgram::particle_joint(int particle) const { return data_->particle_joints[particle]; }
double DyngProgram::substep_time() const { return data_->substep_time; }

}  // namespace tassel
