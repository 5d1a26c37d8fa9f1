// A character's springs along a motion, into a clip.

#include <algorithm>
#include <cmath>

#include "play/spring_stream.h"
#include "skeleton/clip_sampling.h"

namespace tassel {

namespace {

constexpr int kMaxRuns = 20;
constexpr double kRepeats = 1e-5;  ///< Metres.
constexpr double kFadeShare = 0.25;
constexpr double kLongestFade = 0.5;  ///< Seconds.
constexpr std::size_t kKeysBetweenReports = 64;

/// The bones' rotations, key by key.
using Run = std::vector<std::vector<Quatd>>;

class SpringBaker {
 public:
  SpringBaker(const SpringBoneSpec& spec, const Skeleton& skeleton,
              const SpringBoneProgram& program, const Motion& motion,
              const SpringBakeSettings& settings, std::vector<double> times)
      : skeleton_(skeleton),
        program_(program),
        motion_(motion),
        settings_(settings),
        times_(std::move(times)),
        stream_(program, motion, settings.solver) {
    for (const Spring& spring : spec.springs) {
      for (const SpringBone& bone : spring.bones) tails_ls_.push_back(bone.tail_ls);
    }
  }

  void bake(Clip& clip) {
    const SpringStream::Settled settled =
        stream_.start(settings_.start == SpringBakeSettings::Start::kSettled);
    report_.settling_steps = settled.steps;
    report_.at_rest = settled.at_rest;
    stream_.begin(1 / settings_.keys_per_second);
    run_once();
    if (settings_.loop && times_.back() > 0) run_until_it_repeats();
    fill(clip);
    report_.steps = stream_.steps();
    report_.resets = stream_.resets();
    if (settings_.progress) settings_.progress(1);
  }

  [[nodiscard]] const SpringBakeReport& report() const { return report_; }

 private:
  /// The motion once more, from where it stands.
  void run_once() {
    const double start = (report_.runs - 1) * times_.back();
    run_.assign(1, stream_.rotations());
    for (std::size_t key = 1; key < times_.size(); ++key) {
      stream_.advance(start + times_[key]);
      run_.push_back(stream_.rotations());
      if (settings_.progress && key % kKeysBetweenReports == 0) {
        const double share = static_cast<double>(key) / static_cast<double>(times_.size());
        settings_.progress(settings_.loop ? (report_.runs - 1 + share) / kMaxRuns : share);
      }
    }
  }

  /// The run before the last one ends where the last one starts: faded into it, the last one's end
  /// meets its own start in pose and velocity.
  void run_until_it_repeats() {
    Run before;
    double moved = 0;
    do {
      before = std::move(run_);
      ++report_.runs;
      run_once();
      moved = distance(run_.front(), before.front());
    } while (moved > kRepeats && report_.runs < kMaxRuns);
    report_.loop_residue = distance(run_.back(), run_.front());
    const double end = times_.back();
    const double fade = std::min(kFadeShare * end, kLongestFade);
    for (std::size_t key = 0; key < times_.size(); ++key) {
      const double f = (times_[key] - (end - fade)) / fade;
      if (f <= 0) continue;
      const double weight = f * f * (3 - 2 * f);
      for (std::size_t i = 0; i < run_[key].size(); ++i) {
        run_[key][i] = key + 1 == times_.size() ? run_.front()[i]
                                                : slerp(run_[key][i], before[key][i], weight);
      }
    }
  }

  /// How far the farthest tail lies apart, the motion's first pose under both.
  double distance(const std::vector<Quatd>& a, const std::vector<Quatd>& b) {
    const std::vector<Vec3d> tails_a = tails(a);
    const std::vector<Vec3d> tails_b = tails(b);
    double longest = 0;
    for (std::size_t i = 0; i < tails_a.size(); ++i) {
      longest = std::max(longest, length(tails_a[i] - tails_b[i]));
    }
    return longest;
  }

  std::vector<Vec3d> tails(const std::vector<Quatd>& rotations) {
    std::vector<Transformd> pose(skeleton_.joints.size());
    motion_.sample(0, pose);
    put(rotations, pose);
    std::vector<Affined> pose_ms(pose.size());
    local_to_model(skeleton_, pose, pose_ms);
    std::vector<Vec3d> tails;
    for (std::size_t i = 0; i < rotations.size(); ++i) {
      tails.push_back(apply(pose_ms[program_.bone_joint(static_cast<int>(i))], tails_ls_[i]));
    }
    return tails;
  }

  void put(const std::vector<Quatd>& rotations, std::span<Transformd> pose_ls) const {
    for (std::size_t i = 0; i < rotations.size(); ++i) {
      pose_ls[program_.bone_joint(static_cast<int>(i))].rotation = rotations[i];
    }
  }

  void fill(Clip& clip) {
    clip.joint_count = skeleton_.size();
    clip.poses_ls.resize(times_.size() * skeleton_.joints.size());
    for (std::size_t key = 0; key < times_.size(); ++key) {
      const auto pose =
          std::span(clip.poses_ls).subspan(key * skeleton_.joints.size(), skeleton_.joints.size());
      motion_.sample(times_[key], pose);
      put(run_[key], pose);
      const Transformd world = motion_.world_ws(times_[key]);
      for (int i = 0; i < skeleton_.size(); ++i) {
        if (skeleton_.joints[i].parent < 0) pose[i] = world * pose[i];
        pose[i].rotation = normalized(pose[i].rotation);
      }
    }
    clip.times = times_;
  }

  const Skeleton& skeleton_;
  const SpringBoneProgram& program_;
  const Motion& motion_;
  const SpringBakeSettings& settings_;
  std::vector<double> times_;
  SpringStream stream_;
  std::vector<Vec3d> tails_ls_;
  Run run_;
  SpringBakeReport report_;
};

}  // namespace

Status bake(const SpringBoneSpec& spec, const Skeleton& skeleton, const Motion& motion,
            const SpringBakeSettings& settings, Clip& clip, SpringBakeReport& report) {
  SpringBoneProgram program;
  if (Status status = cook(spec, skeleton, program); !status.ok()) return status;
  std::vector<double> times;
  if (Status status =
          make_key_times(motion.duration(), settings.keys_per_second, skeleton.size(), times);
      !status.ok()) {
    return status;
  }
  Clip baked;
  baked.name = clip.name;
  SpringBaker baker(spec, skeleton, program, motion, settings, std::move(times));
  baker.bake(baked);
  clip = std::move(baked);
  report = baker.report();
  return {};
}

}  // namespace tassel
