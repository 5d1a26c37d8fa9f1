// One humanoid's animation carried onto another by the names of their bones.

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "skeleton/transform_checks.h"
#include "tassel/play.h"

namespace tassel {

namespace {

/// Half a turn about Y, which takes what faces −Z to face +Z and back.
Vec3d turned_round(const Vec3d& v) { return {0 - v.x, v.y, 0 - v.z}; }
Quatd turned_round(const Quatd& q) { return {0 - q.x, q.y, 0 - q.z, q.w}; }

/// How a body rests.
struct Stance {
  std::vector<Transformd> rest_ms;
  Vec3d hips;         ///< With the ground at 0.
  double height = 0;  ///< Of the hips; 0 where the body doesn't tell.
};

Stance make_stance(const Skeleton& skeleton, const Humanoid& humanoid) {
  Stance stance;
  stance.rest_ms = reference_pose_ms(skeleton);
  const int hips = humanoid.find("hips");
  if (hips < 0) return stance;
  stance.hips = stance.rest_ms[hips].translation;
  // A BVH's body may rest with its hips at the origin: it stands on its lowest foot.
  if (!(stance.hips.y > 0)) {
    double lowest = stance.hips.y;
    for (const char* name : {"leftFoot", "rightFoot", "leftToes", "rightToes"}) {
      const int joint = humanoid.find(name);
      if (joint >= 0) lowest = std::min(lowest, stance.rest_ms[joint].translation.y);
    }
    stance.hips.y -= lowest;
  }
  stance.height = stance.hips.y;
  return stance;
}

/// For every joint the source's joint of the same bone, or −1.
std::vector<int> find_sources(const Skeleton& skeleton, const Humanoid& humanoid,
                              const Humanoid& source_humanoid) {
  std::vector<int> sources(skeleton.joints.size(), -1);
  for (const HumanoidBone& bone : humanoid.bones) {
    sources[bone.joint] = source_humanoid.find(bone.name);
  }
  return sources;
}

class HumanoidMotion final : public Motion {
 public:
  HumanoidMotion(const Skeleton& skeleton, const Humanoid& humanoid, const Skeleton& source,
                 const Humanoid& source_humanoid, const Animation& animation,
                 std::vector<int> sources)
      : skeleton_(skeleton),
        stance_(make_stance(skeleton, humanoid)),
        source_(source),
        source_stance_(make_stance(source, source_humanoid)),
        animation_(animation),
        sources_(std::move(sources)),
        hips_(humanoid.find("hips")),
        turns_round_(humanoid.faces_minus_z != source_humanoid.faces_minus_z) {
    const bool both_tell = stance_.height > 0 && source_stance_.height > 0;
    const double ratio = both_tell ? stance_.height / source_stance_.height : 1;
    stride_ = fits_a_float(ratio) ? ratio : 1;
  }

  double duration() const override { return animation_.duration; }

  void sample(double time, std::span<Transformd> pose_ls) const override {
    std::vector<Transformd> source_ms(source_.joints.size());
    sample_pose(animation_, source_, std::clamp(time, 0.0, duration()), source_ms);
    local_to_model(source_, source_ms, source_ms);
    std::vector<Transformd> pose_ms(skeleton_.joints.size());
    for (int i = 0; i < skeleton_.size(); ++i) {
      const int parent = skeleton_.joints[i].parent;
      const Transformd above = parent < 0 ? Transformd{} : pose_ms[parent];
      pose_ls[i] = skeleton_.joints[i].reference_ls;
      const int source = sources_[i];
      if (source >= 0) {
        const Quatd rotation_ms =
            turn_of(source, source_ms[source].rotation) * stance_.rest_ms[i].rotation;
        pose_ls[i].rotation = normalized(conjugate(above.rotation) * rotation_ms);
        if (i == hips_) place_hips(source_ms[source].translation, above, pose_ls[i]);
      }
      pose_ms[i] = above * pose_ls[i];
    }
  }

 private:
  static bool fits_a_float(double ratio) { return ratio > 1e-30 && ratio < 1e30; }

  /// The bone's turn from its rest rotation in the target's model space.
  [[nodiscard]] Quatd turn_of(int source, const Quatd& rotation_ms) const {
    const Quatd turn = rotation_ms * conjugate(source_stance_.rest_ms[source].rotation);
    return turns_round_ ? turned_round(turn) : turn;
  }

  void place_hips(const Vec3d& source_hips, const Transformd& above, Transformd& hips_ls) const {
    const Vec3d way = source_hips - source_stance_.hips;
    const Vec3d moved = stride_ * (turns_round_ ? turned_round(way) : way);
    const Vec3d offset = rotate_back(above.rotation, stance_.hips + moved - above.translation);
    const Vec3d hips{offset.x / above.scale.x, offset.y / above.scale.y, offset.z / above.scale.z};
    if (is_finite(hips)) hips_ls.translation = hips;
  }

  Skeleton skeleton_;
  Stance stance_;
  Skeleton source_;
  Stance source_stance_;
  Animation animation_;
  std::vector<int> sources_;  ///< For each joint the source's, or −1.
  int hips_;
  bool turns_round_;
  double stride_ = 1;  ///< The target's metres for the source's.
};

Status check_bones(const Skeleton& skeleton, const Humanoid& humanoid, const char* place) {
  for (const HumanoidBone& bone : humanoid.bones) {
    if (bone.joint >= 0 && bone.joint < skeleton.size()) continue;
    return {StatusCode::kInvalidArgument, place, "a bone's joint isn't one of the skeleton's"};
  }
  return {};
}

}  // namespace

Status make_humanoid_motion(const Skeleton& skeleton, const Humanoid& humanoid,
                            const Skeleton& source, const Humanoid& source_humanoid,
                            const Animation& animation, std::unique_ptr<Motion>& motion) {
  if (Status status = validate(skeleton); !status.ok()) return status;
  if (Status status = validate(source); !status.ok()) return status;
  if (Status status = check_bones(skeleton, humanoid, "humanoid"); !status.ok()) return status;
  if (Status status = check_bones(source, source_humanoid, "source_humanoid"); !status.ok()) {
    return status;
  }
  if (Status status = validate(animation, source); !status.ok()) return status;
  std::vector<int> sources = find_sources(skeleton, humanoid, source_humanoid);
  if (std::all_of(sources.begin(), sources.end(), [](int joint) { return joint < 0; })) {
    return {StatusCode::kInvalidArgument, "",
            "the two share no bone of a humanoid, so one can't move the other"};
  }
  motion = std::make_unique<HumanoidMotion>(skeleton, humanoid, source, source_humanoid, animation,
                                            std::move(sources));
  return {};
}

}  // namespace tassel
