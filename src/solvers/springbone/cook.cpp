#include <cmath>

#include "math/trigonometry.h"
#include "solvers/springbone/layout.h"
#include "solvers/springbone/program.h"

namespace tassel {

namespace springbone {

namespace {

/// Below a ten-thousandth of a millimetre a bone has no length, and rests.
constexpr double kShortest = 1e-7;

/// A unit vector across the unit vector `v`.
Vec3d across(const Vec3d& v) {
  const Vec3d other = std::abs(v.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d c = cross(v, other);
  return (1 / length(c)) * c;
}

/// The shortest turn of +Y to the unit vector `v`; half a turn about X where they are opposite.
Quatd turn_from_y(const Vec3d& v) {
  if (1 + v.y < 1e-12) return {1, 0, 0, 0};
  return normalized(Quatd{v.z, 0, 0 - v.x, 1 + v.y});
}

void put(const Vec3d& v, double* rows) {
  rows[0] = v.x;
  rows[1] = v.y;
  rows[2] = v.z;
}
void put(const Quatd& q, double* rows) {
  put(Vec3d{q.x, q.y, q.z}, rows);
  rows[3] = q.w;
}

void put_limit(const SpringLimit& limit, const Vec3d& axis, double* rows) {
  const bool spherical = limit.kind == SpringLimit::Kind::kSpherical;
  const double angle = spherical ? limit.pitch : limit.angle;
  put(turn_from_y(axis) * normalized(limit.rotation_ls), rows + kLimitRotation);
  rows[kLimitCosine] = cosine(angle);
  rows[kLimitSine] = sine(angle);
  rows[kLimitYawSine] = sine(limit.yaw);
}

BoneConstants constants_of(const SpringBone& bone, const Transformd& rest_ls, double bone_length) {
  BoneConstants constants;
  double* rows = constants.rows;
  const Vec3d offset = scale(rest_ls.scale, bone.tail_ls);
  Vec3d axis{0, 1, 0};
  if (bone_length > 0 && dot(offset, offset) > 0) axis = (1 / length(offset)) * offset;
  put(rotate(rest_ls.rotation, axis), rows + kRestDirection);
  put(rest_ls.rotation, rows + kRestRotation);
  put(axis, rows + kAxis);
  put(across(axis), rows + kFlipAxis);
  rows[kLength] = bone_length;
  rows[kKeep] = 1 - bone.drag_force;
  rows[kStiffness] = bone.stiffness;
  put(bone.gravity_power * bone.gravity_dir_ws, rows + kGravity);
  rows[kHitRadius] = bone.hit_radius;
  if (bone.limit) put_limit(*bone.limit, axis, rows);
  return constants;
}

LimitKind kind_of(const SpringBone& bone) {
  if (!bone.limit) return LimitKind::kNone;
  switch (bone.limit->kind) {
    case SpringLimit::Kind::kCone:
      return LimitKind::kCone;
    case SpringLimit::Kind::kHinge:
      return LimitKind::kHinge;
    case SpringLimit::Kind::kSpherical:
      break;
  }
  return LimitKind::kSpherical;
}

std::shared_ptr<const ProgramData> make_program(const SpringBoneSpec& spec,
                                                const Skeleton& skeleton) {
  auto program = std::make_shared<ProgramData>();
  program->joint_count = skeleton.size();
  program->schedule = make_schedule(spec, skeleton);
  program->colliders = spec.colliders;
  for (const Slot& slot : program->schedule.slots) {
    Transformd rest = skeleton.joints[slot.joint].reference_ls;
    rest.rotation = normalized(rest.rotation);
    program->rest_ls.push_back(rest);
  }
  std::vector<Affined> rest_ms(program->rest_ls.size());
  for (std::size_t i = 0; i < rest_ms.size(); ++i) {
    const int parent = program->schedule.slots[i].parent;
    const Affined local = to_affine(program->rest_ls[i]);
    rest_ms[i] = parent < 0 ? local : rest_ms[parent] * local;
  }
  std::vector<BoneConstants> bones;
  std::vector<LimitKind> limits;
  for (const BoneOfSpring& entry : list_bones(spec)) {
    const SpringBone& bone = *entry.bone;
    const int slot = program->schedule.bone_slot[bones.size()];
    const double reach = length(apply_linear(rest_ms[slot], bone.tail_ls));
    program->lengths.push_back(reach > kShortest ? reach : 0);
    program->tails_ls.push_back(bone.tail_ls);
    bones.push_back(constants_of(bone, program->rest_ls[slot], program->lengths.back()));
    limits.push_back(kind_of(bone));
  }
  program->double_1 = make_layout<double>(program->schedule, bones, limits, 1);
  program->float_1 = make_layout<float>(program->schedule, bones, limits, 1);
  program->float_4 = make_layout<float>(program->schedule, bones, limits, 4);
  program->float_8 = make_layout<float>(program->schedule, bones, limits, 8);
  program->float_16 = make_layout<float>(program->schedule, bones, limits, 16);
  return program;
}

}  // namespace

}  // namespace springbone

Status cook(const SpringBoneSpec& spec, const Skeleton& skeleton, SpringBoneProgram& program) {
  if (Status status = validate(skeleton); !status.ok()) return status;
  const std::vector<Status> findings = validate(spec, skeleton);
  if (!findings.empty()) return findings.front();
  program.data_ = springbone::make_program(spec, skeleton);
  return {};
}

int SpringBoneProgram::joint_count() const { return data_->joint_count; }
int SpringBoneProgram::bone_count() const { return static_cast<int>(data_->lengths.size()); }
int SpringBoneProgram::bone_joint(int bone) const {
  return data_->schedule.slots[data_->schedule.bone_slot[bone]].joint;
}
double SpringBoneProgram::bone_length(int bone) const { return data_->lengths[bone]; }

}  // namespace tassel
