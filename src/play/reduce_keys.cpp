// Fewer keys, with a bound on what a viewer sees of it.

#include <cstddef>

#include "skeleton/clip_sampling.h"
#include "tassel/play.h"

namespace tassel {

namespace {

class KeyReducer {
 public:
  KeyReducer(const Skeleton& skeleton, std::span<const int> joints, std::span<const Tip> tips,
             double bound, const Clip& clip)
      : skeleton_(skeleton),
        joints_(joints),
        tips_(tips),
        square_(bound * bound),
        clip_(clip),
        pose_ms_(skeleton.joints.size()) {
    for (int key = 0; key < static_cast<int>(clip.times.size()); ++key) {
      const std::vector<Vec3d> points = points_of(clip.pose_ls(key));
      wanted_.insert(wanted_.end(), points.begin(), points.end());
    }
  }

  /// The keys that stay, in order.
  std::vector<int> run() {
    const int last = static_cast<int>(clip_.times.size()) - 1;
    std::vector<int> kept{0};
    while (kept.back() < last) kept.push_back(furthest(kept.back(), last));
    return kept;
  }

 private:
  /// A late key that `from` can be joined to: tried at doubling distances, then halved between.
  int furthest(int from, int last) {
    int good = from + 1;
    int bad = last + 1;
    for (int reach = 2; good < last; reach *= 2) {
      const int to = from + reach < last ? from + reach : last;
      if (!spans(from, to)) {
        bad = to;
        break;
      }
      good = to;
    }
    while (bad <= last && bad - good > 1) {
      const int middle = good + (bad - good) / 2;
      (spans(from, middle) ? good : bad) = middle;
    }
    return good;
  }

  bool spans(int from, int to) {
    const std::span<const Transformd> a = clip_.pose_ls(from);
    const std::span<const Transformd> b = clip_.pose_ls(to);
    const double start = clip_.times[from];
    for (int key = from + 1; key < to; ++key) {
      const double fraction = (clip_.times[key] - start) / (clip_.times[to] - start);
      const std::span<const Transformd> own = clip_.pose_ls(key);
      std::vector<Transformd> pose(own.begin(), own.end());
      for (const int joint : joints_) pose[joint] = interpolate(a[joint], b[joint], fraction);
      const std::vector<Vec3d> points = points_of(pose);
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3d off = points[i] - wanted_[key * tips_.size() + i];
        if (!(dot(off, off) <= square_)) return false;
      }
    }
    return true;
  }

  std::vector<Vec3d> points_of(std::span<const Transformd> pose_ls) {
    local_to_model(skeleton_, pose_ls, pose_ms_);
    std::vector<Vec3d> points;
    for (const Tip& tip : tips_) points.push_back(apply(pose_ms_[tip.joint], tip.point_ls));
    return points;
  }

  const Skeleton& skeleton_;
  std::span<const int> joints_;
  std::span<const Tip> tips_;
  double square_;
  const Clip& clip_;
  std::vector<Affined> pose_ms_;
  std::vector<Vec3d> wanted_;  ///< [key][tip]
};

}  // namespace

void reduce_keys(const Skeleton& skeleton, std::span<const int> joints, std::span<const Tip> tips,
                 double bound, Clip& clip) {
  const std::vector<int> kept = KeyReducer(skeleton, joints, tips, bound, clip).run();
  Clip reduced{clip.name, {}, {}, clip.joint_count};
  for (const int key : kept) {
    const std::span<const Transformd> pose = clip.pose_ls(key);
    reduced.times.push_back(clip.times[key]);
    reduced.poses_ls.insert(reduced.poses_ls.end(), pose.begin(), pose.end());
  }
  clip = std::move(reduced);
}

}  // namespace tassel
