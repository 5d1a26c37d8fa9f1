// A clip of one skeleton carried onto another by joint name.

#include <cstddef>
#include <string>
#include <utility>

#include "skeleton/clip_sampling.h"
#include "skeleton/name_index.h"
#include "tassel/play.h"

namespace tassel {

namespace {

double ratio(double a, double b) { return b == 0 ? 1 : a / b; }

Vec3d ratio(const Vec3d& a, const Vec3d& b) {
  return {ratio(a.x, b.x), ratio(a.y, b.y), ratio(a.z, b.z)};
}

/// (posed ∘ rest⁻¹) ∘ reference, in model space: what moved the namesake from its rest pose moves
/// the reference. A rest scale of 0 has no inverse and is left out.
Transformd carried(const Transformd& posed, const Transformd& rest, const Transformd& reference) {
  const Vec3d growth = ratio(posed.scale, rest.scale);
  const Vec3d offset = rotate_back(rest.rotation, reference.translation - rest.translation);
  const Quatd turn = normalized(posed.rotation * conjugate(rest.rotation));
  return {posed.translation + rotate(posed.rotation, scale(growth, offset)),
          turn * reference.rotation, scale(growth, reference.scale)};
}

/// For every joint of `skeleton` its namesake in `other`, or −1. The first of several.
std::vector<int> find_namesakes(const Skeleton& skeleton, const Skeleton& other) {
  const NameIndex by_name(other.joints, &Joint::name);
  std::vector<int> namesakes;
  for (const Joint& joint : skeleton.joints) {
    namesakes.push_back(joint.name.empty() ? -1 : by_name.find(joint.name));
  }
  return namesakes;
}

/// A clip of its own skeleton.
class ClipMotion final : public Motion {
 public:
  explicit ClipMotion(const Clip& clip) : clip_(clip) {}
  double duration() const override { return clip_.times.back(); }
  void sample(double time, std::span<Transformd> pose_ls) const override {
    tassel::sample(clip_, time, pose_ls);
  }

 private:
  Clip clip_;
};

/// What moves one skeleton, carried onto another.
class NamesakeMotion final : public Motion {
 public:
  NamesakeMotion(const Skeleton& skeleton, const Skeleton& source, std::vector<int> namesakes,
                 std::unique_ptr<Motion> motion)
      : skeleton_(skeleton),
        reference_ms_(reference_pose_ms(skeleton)),
        source_(source),
        rest_ms_(reference_pose_ms(source)),
        namesakes_(std::move(namesakes)),
        motion_(std::move(motion)) {}

  double duration() const override { return motion_->duration(); }

  void sample(double time, std::span<Transformd> pose_ls) const override {
    std::vector<Transformd> source_pose(source_.joints.size());
    motion_->sample(time, source_pose);
    local_to_model(source_, source_pose, source_pose);
    const std::span<Transformd> pose_ms = pose_ls;  // First in model space, then turned to local.
    for (int i = 0; i < skeleton_.size(); ++i) {
      const Joint& joint = skeleton_.joints[i];
      const int namesake = namesakes_[i];
      if (namesake >= 0) {
        pose_ms[i] = carried(source_pose[namesake], rest_ms_[namesake], reference_ms_[i]);
      } else if (joint.parent >= 0) {
        pose_ms[i] = pose_ms[joint.parent] * joint.reference_ls;
      } else {
        pose_ms[i] = joint.reference_ls;
      }
    }
    model_to_local(skeleton_, pose_ms, pose_ls);
  }

 private:
  Skeleton skeleton_;
  std::vector<Transformd> reference_ms_;
  Skeleton source_;
  std::vector<Transformd> rest_ms_;
  std::vector<int> namesakes_;
  std::unique_ptr<Motion> motion_;
};

/// `own` moves `source`; `motion` becomes the same for `skeleton`.
Status carry(const Skeleton& skeleton, const Skeleton& source, std::unique_ptr<Motion> own,
             std::unique_ptr<Motion>& motion) {
  std::vector<int> namesakes = find_namesakes(skeleton, source);
  bool any = false;
  for (const int namesake : namesakes) any = any || namesake >= 0;
  if (!any) {
    return {StatusCode::kInvalidArgument, "",
            "the clip's skeleton has no joint of this one's names, so it can't move it"};
  }
  motion = std::make_unique<NamesakeMotion>(skeleton, source, std::move(namesakes), std::move(own));
  return {};
}

}  // namespace

Status make_clip_motion(const Skeleton& skeleton, const Skeleton& clip_skeleton, const Clip& clip,
                        std::unique_ptr<Motion>& motion) {
  if (Status status = validate(skeleton); !status.ok()) return status;
  if (Status status = validate(clip_skeleton); !status.ok()) return status;
  if (Status status = validate(clip, clip_skeleton); !status.ok()) return status;
  return carry(skeleton, clip_skeleton, std::make_unique<ClipMotion>(clip), motion);
}

Status make_namesake_motion(const Skeleton& skeleton, const Skeleton& source,
                            const Animation& animation, std::unique_ptr<Motion>& motion) {
  if (Status status = validate(skeleton); !status.ok()) return status;
  std::unique_ptr<Motion> own;
  if (Status status = make_animation_motion(source, animation, own); !status.ok()) return status;
  return carry(skeleton, source, std::move(own), motion);
}

}  // namespace tassel
