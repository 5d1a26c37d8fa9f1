#include "tassel/skeleton.h"

#include <cstddef>

#include "skeleton/in_quotes.h"
#include "skeleton/transform_checks.h"

namespace tassel {

namespace {

constexpr int kMaxJoints = 65'535;

std::string joint_place(int joint) { return "joints[" + std::to_string(joint) + "]"; }

double divided(double a, double b) { return b == 0 ? 0 : a / b; }

Vec3d divided(const Vec3d& a, const Vec3d& b) {
  return {divided(a.x, b.x), divided(a.y, b.y), divided(a.z, b.z)};
}

}  // namespace

int Skeleton::find(std::string_view name) const {
  for (int i = 0; i < size(); ++i) {
    if (joints[i].name == name) return i;
  }
  return -1;
}

Status validate(const Skeleton& skeleton) {
  if (skeleton.size() > kMaxJoints) {
    return {StatusCode::kInvalidArgument, "joints", "more than 65,535 joints"};
  }
  for (int i = 0; i < skeleton.size(); ++i) {
    const Joint& joint = skeleton.joints[i];
    if (joint.parent < -1 || joint.parent >= i) {
      return {StatusCode::kInvalidArgument, joint_place(i),
              "the parent of " + in_quotes(joint.name) + " isn't a joint before it"};
    }
    if (!is_finite(joint.reference_ls)) {
      return {StatusCode::kInvalidArgument, joint_place(i),
              "the transform of " + in_quotes(joint.name) + " isn't finite"};
    }
    if (!is_unit(joint.reference_ls.rotation)) {
      return {StatusCode::kInvalidArgument, joint_place(i),
              "the rotation of " + in_quotes(joint.name) + " isn't a unit quaternion"};
    }
  }
  return {};
}

void local_to_model(const Skeleton& skeleton, std::span<const Transformd> pose_ls,
                    std::span<Transformd> pose_ms) {
  for (int i = 0; i < skeleton.size(); ++i) {
    const int parent = skeleton.joints[i].parent;
    pose_ms[i] = parent < 0 ? pose_ls[i] : pose_ms[parent] * pose_ls[i];
  }
}

void local_to_model(const Skeleton& skeleton, std::span<const Transformd> pose_ls,
                    std::span<Affined> pose_ms) {
  for (int i = 0; i < skeleton.size(); ++i) {
    const int parent = skeleton.joints[i].parent;
    const Affined local = to_affine(pose_ls[i]);
    pose_ms[i] = parent < 0 ? local : pose_ms[parent] * local;
  }
}

void model_to_local(const Skeleton& skeleton, std::span<const Transformd> pose_ms,
                    std::span<Transformd> pose_ls) {
  for (int i = skeleton.size() - 1; i >= 0; --i) {  // Children first: in place stays right.
    const int parent = skeleton.joints[i].parent;
    if (parent < 0) {
      pose_ls[i] = pose_ms[i];
      continue;
    }
    const Transformd& p = pose_ms[parent];
    const Transformd& c = pose_ms[i];
    pose_ls[i] = {divided(rotate_back(p.rotation, c.translation - p.translation), p.scale),
                  conjugate(p.rotation) * c.rotation, divided(c.scale, p.scale)};
  }
}

std::vector<Transformd> reference_pose_ms(const Skeleton& skeleton) {
  std::vector<Transformd> pose(skeleton.joints.size());
  for (int i = 0; i < skeleton.size(); ++i) pose[i] = skeleton.joints[i].reference_ls;
  local_to_model(skeleton, pose, pose);
  return pose;
}

std::vector<Chain> find_chains(const Skeleton& skeleton, std::span<const unsigned char> in_chain) {
  std::vector<Chain> chains;
  std::vector<int> chain_ended_by(skeleton.joints.size(), -1);
  for (int i = 0; i < skeleton.size(); ++i) {
    if (!in_chain[i]) continue;
    const int parent = skeleton.joints[i].parent;
    const int continued = parent < 0 ? -1 : chain_ended_by[parent];
    if (continued >= 0) {
      chains[continued].joints.push_back(i);
      chain_ended_by[parent] = -1;
      chain_ended_by[i] = continued;
    } else {
      chain_ended_by[i] = static_cast<int>(chains.size());
      chains.push_back({parent, {i}});
    }
  }
  return chains;
}

int Humanoid::find(std::string_view name) const {
  for (const HumanoidBone& bone : bones) {
    if (bone.name == name) return bone.joint;
  }
  return -1;
}

double chain_length(const Chain& chain, std::span<const Transformd> pose_ms) {
  double sum = 0;
  for (std::size_t i = 1; i < chain.joints.size(); ++i) {
    sum += length(pose_ms[chain.joints[i]].translation - pose_ms[chain.joints[i - 1]].translation);
  }
  return sum;
}

}  // namespace tassel
