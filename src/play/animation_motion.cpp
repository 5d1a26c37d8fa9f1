// A skeleton's own animation.

#include <algorithm>

#include "tassel/play.h"

namespace tassel {

namespace {

class AnimationMotion final : public Motion {
 public:
  AnimationMotion(const Skeleton& skeleton, const Animation& animation)
      : skeleton_(skeleton), animation_(animation) {}

  double duration() const override { return animation_.duration; }

  void sample(double time, std::span<Transformd> pose_ls) const override {
    sample_pose(animation_, skeleton_, std::clamp(time, 0.0, duration()), pose_ls);
  }

 private:
  Skeleton skeleton_;
  Animation animation_;
};

}  // namespace

Status make_animation_motion(const Skeleton& skeleton, const Animation& animation,
                             std::unique_ptr<Motion>& motion) {
  if (Status status = validate(skeleton); !status.ok()) return status;
  if (Status status = validate(animation, skeleton); !status.ok()) return status;
  motion = std::make_unique<AnimationMotion>(skeleton, animation);
  return {};
}

}  // namespace tassel
