#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "math/trigonometry.h"
#include "skeleton/ancestry.h"
#include "spec/dyng_range.h"
#include "spec/springbone_range.h"
#include "tassel/springbone.h"

namespace tassel {

namespace {

constexpr std::size_t kMostFindings = 1'000;

std::string element(const std::string& list, std::size_t index) {
  return list + "[" + std::to_string(index) + "]";
}

class SpringBoneCheck {
 public:
  SpringBoneCheck(const SpringBoneSpec& spec, const Skeleton& skeleton)
      : spec_(spec),
        joint_count_(skeleton.size()),
        ancestry_(skeleton),
        spring_of_joint_(skeleton.joints.size(), -1),
        is_moved_(skeleton.joints.size(), false) {
    for (const Spring& spring : spec.springs) {
      for (const SpringBone& bone : spring.bones) {
        if (is_joint(bone.joint)) is_moved_[bone.joint] = true;
      }
    }
    mark_descendants(skeleton, is_moved_);
  }

  std::vector<Status> run() {
    for (std::size_t i = 0; i < spec_.colliders.size() && !is_full(); ++i) {
      check(spec_.colliders[i], element("colliders", i));
    }
    for (std::size_t i = 0; i < spec_.springs.size() && !is_full(); ++i) {
      check(spec_.springs[i], static_cast<int>(i));
    }
    if (findings_.size() > kMostFindings) {
      findings_.resize(kMostFindings);
      findings_.emplace_back(StatusCode::kInvalidArgument, "",
                             "there are more problems than these");
    }
    return std::move(findings_);
  }

 private:
  [[nodiscard]] bool is_full() const { return findings_.size() > kMostFindings; }
  [[nodiscard]] bool is_joint(int joint) const { return joint >= 0 && joint < joint_count_; }

  void require(bool holds, const std::string& place, const char* member, std::string what) {
    if (holds || is_full()) return;
    findings_.emplace_back(StatusCode::kInvalidArgument, place + member, std::move(what));
  }
  void require_joint(int joint, const std::string& place, const char* member) {
    require(is_joint(joint), place, member,
            "joint " + std::to_string(joint) + " isn't one of the skeleton's");
  }
  void require_number(double value, const std::string& place, const char* member) {
    require(fits(value), place, member, "the number isn't finite, or is larger than 1e30");
  }
  void require_number(const Vec3d& value, const std::string& place, const char* member) {
    require(fits(value), place, member, "a number isn't finite, or is larger than 1e30");
  }
  void require_radius(double radius, const std::string& place, const char* member) {
    require(radius >= 0 && fits(radius), place, member, "a radius is from 0 to 1e30");
  }
  void require_angle(double angle, double most, const std::string& place, const char* member,
                     const char* range) {
    require(angle >= 0 && angle <= most, place, member, range);
  }

  void check(const SpringCollider& collider, const std::string& place) {
    require_joint(collider.joint, place, ".joint");
    require_number(collider.offset_ls, place, ".offset_ls");
    if (collider.kind == SpringCollider::Kind::kPlane) {
      require(is_plane_normal(collider.normal_ls), place, ".normal_ls",
              "the normal has no direction, or a number in it isn't finite");
      return;
    }
    require_radius(collider.radius, place, ".radius");
    if (collider.kind == SpringCollider::Kind::kCapsule) {
      require_number(collider.tail_ls, place, ".tail_ls");
    }
  }

  void check(const Spring& spring, int index) {
    const std::string place = element("springs", static_cast<std::size_t>(index));
    require(!spring.bones.empty(), place, ".bones", "a spring has at least one bone");
    for (std::size_t i = 0; i < spring.bones.size() && !is_full(); ++i) {
      const std::string bone_place = element(place + ".bones", i);
      check_joint(spring, i, index, bone_place);
      check_numbers(spring.bones[i], bone_place);
    }
    for (std::size_t i = 0; i < spring.colliders.size() && !is_full(); ++i) {
      const int collider = spring.colliders[i];
      require(collider >= 0 && static_cast<std::size_t>(collider) < spec_.colliders.size(),
              element(place + ".colliders", i), "",
              "collider " + std::to_string(collider) + " isn't in the spec");
    }
    if (spring.center != -1) check_center(spring, place);
  }

  void check_joint(const Spring& spring, std::size_t bone, int index, const std::string& place) {
    const int joint = spring.bones[bone].joint;
    require_joint(joint, place, ".joint");
    if (!is_joint(joint)) return;
    const int other = std::exchange(spring_of_joint_[joint], index);
    require(other < 0, place, ".joint",
            "joint " + std::to_string(joint) + " belongs to a bone of springs[" +
                std::to_string(other) + "] already");
    if (bone == 0 || !is_joint(spring.bones[bone - 1].joint)) return;
    require(ancestry_.is_above(spring.bones[bone - 1].joint, joint), place, ".joint",
            "joint " + std::to_string(joint) + " isn't below the joint of the bone before it");
  }

  void check_numbers(const SpringBone& bone, const std::string& place) {
    require_number(bone.tail_ls, place, ".tail_ls");
    require_radius(bone.hit_radius, place, ".hit_radius");
    require_number(bone.stiffness, place, ".stiffness");
    require_number(bone.gravity_power, place, ".gravity_power");
    require_number(bone.gravity_dir_ws, place, ".gravity_dir_ws");
    require(bone.drag_force >= 0 && bone.drag_force <= 1, place, ".drag_force",
            "a drag force is from 0 to 1");
    if (bone.limit) check(*bone.limit, place);
  }

  void check(const SpringLimit& limit, const std::string& place) {
    require(is_unit(limit.rotation_ls), place, ".limit.rotation_ls",
            "the rotation isn't a unit quaternion");
    if (limit.kind == SpringLimit::Kind::kSpherical) {
      require_angle(limit.pitch, kPi, place, ".limit.pitch", "a pitch is from 0 to pi");
      require_angle(limit.yaw, kPi / 2, place, ".limit.yaw", "a yaw is from 0 to pi / 2");
    } else {
      require_angle(limit.angle, kPi, place, ".limit.angle", "an angle is from 0 to pi");
    }
  }

  void check_center(const Spring& spring, const std::string& place) {
    require_joint(spring.center, place, ".center");
    if (!is_joint(spring.center) || spring.bones.empty()) return;
    const int first = spring.bones[0].joint;
    const bool is_above = is_joint(first) && ancestry_.is_above(spring.center, first);
    require(is_above || !is_moved_[spring.center], place, ".center",
            "a bone moves the centre, which isn't above the spring's first joint");
  }

  const SpringBoneSpec& spec_;
  int joint_count_;
  Ancestry ancestry_;
  std::vector<int> spring_of_joint_;
  std::vector<bool> is_moved_;  ///< A joint, by a bone at it or above it.
  std::vector<Status> findings_;
};

}  // namespace

std::vector<Status> validate(const SpringBoneSpec& spec, const Skeleton& skeleton) {
  if (Status status = validate(skeleton); !status.ok()) {
    return {{status.code(), "skeleton." + status.place(), status.what()}};
  }
  return SpringBoneCheck(spec, skeleton).run();
}

}  // namespace tassel
