#include "play/body_rig.h"

#include <array>
#include <string_view>

#include "math/trigonometry.h"

namespace tassel {

namespace {

struct Pivot {
  std::string_view joint;
  double share;
};

// Roughly how a neck bends: most of a turn is in its top.
constexpr std::array kPivots{Pivot{"Neck", 0.2}, Pivot{"Neck1", 0.3}, Pivot{"Head", 0.5}};

std::vector<double> shares_of(const Skeleton& skeleton) {
  std::vector<double> share(skeleton.joints.size(), 0.0);
  double sum = 0;
  for (const Pivot& pivot : kPivots) {
    const int joint = skeleton.find(pivot.joint);
    if (joint < 0) continue;
    share[joint] = pivot.share;
    sum += pivot.share;
  }
  for (int i = 0; i < skeleton.size(); ++i) {
    if (sum > 0) share[i] = share[i] / sum;
    // A rig without a neck or head (a skirt's, a car's) turns as a whole.
    if (sum == 0 && skeleton.joints[i].parent < 0) share[i] = 1;
  }
  return share;
}

bool shoulders_face_minus_y(const Skeleton& skeleton) {
  const int left = skeleton.find("LeftShoulder");
  const int right = skeleton.find("RightShoulder");
  if (left < 0 || right < 0) return false;
  const std::vector<Transformd> pose = reference_pose_ms(skeleton);
  return pose[left].translation.x > pose[right].translation.x;
}

}  // namespace

Quatd rotation_about(const Vec3d& axis, double radians) {
  const double s = sine(0.5 * radians);
  return {s * axis.x, s * axis.y, s * axis.z, cosine(0.5 * radians)};
}

BodyRig::BodyRig(const Skeleton& skeleton) : skeleton_(skeleton), share_(shares_of(skeleton)) {
  if (shoulders_face_minus_y(skeleton)) {
    facing_ = {0, -1, 0};
    left_ = {1, 0, 0};
  }
}

void BodyRig::turn_head(const Vec3d& axis_ms, double radians, std::span<Transformd> pose_ls) const {
  const std::span<Transformd> pose_ms = pose_ls;  // First in model space, then turned to local.
  for (int i = 0; i < skeleton_.size(); ++i) {
    const Joint& joint = skeleton_.joints[i];
    pose_ms[i] = joint.parent < 0 ? joint.reference_ls : pose_ms[joint.parent] * joint.reference_ls;
    if (share_[i] == 0) continue;
    const Quatd turn = rotation_about(axis_ms, share_[i] * radians);
    pose_ms[i].rotation = turn * pose_ms[i].rotation;
  }
  model_to_local(skeleton_, pose_ms, pose_ls);
}

}  // namespace tassel
