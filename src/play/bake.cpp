#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "skeleton/clip_sampling.h"
#include "tassel/play.h"

namespace tassel {

namespace {

constexpr double kFramesPerSecond = 60;
constexpr int kFramesBetweenReports = 30;

/// Runs the game's frames, one after the other, and hands out their local poses.
class FrameRunner {
 public:
  FrameRunner(const DyngSpec& spec, const DyngProgram& program, const Motion& motion)
      : skeleton_(spec.skeleton),
        motion_(motion),
        // The filter starts where it settles at this frame rate, so that the first seconds run
        // at the same pace as the rest (§5.1).
        state_(program, 1 / kFramesPerSecond / program.substep_time()),
        pose_(spec.skeleton.joints.size()) {}

  SettleReport settle_on_first_pose() {
    sample(0);
    return settle<double>(state_, pose_, motion_.world_ws(0));
  }

  /// Writes the pose after the next frame; the roots' holds the character's place in the world.
  Status run(std::vector<Transformd>& pose_ls) {
    const double time = frames_ / kFramesPerSecond;
    DyngFrame frame;
    frame.mode = motion_.travels() ? DyngMode::kWorldSpace : DyngMode::kModelSpace;
    frame.world_ws = motion_.world_ws(time);
    frame.world_ws.scale = {1, 1, 1};
    sample(time);
    const DyngReport report = step(state_, frame, std::span(pose_));
    if (report.outcome == DyngReport::Outcome::kInvalidArgument) {
      return {StatusCode::kInvalidArgument, "frame " + std::to_string(frames_),
              "the motion's place in the world isn't finite"};
    }
    skipped_ += report.outcome == DyngReport::Outcome::kPoseNotFinite;
    ++frames_;
    pose_ls.resize(pose_.size());
    model_to_local(skeleton_, pose_, pose_ls);
    for (int i = 0; i < skeleton_.size(); ++i) {
      if (skeleton_.joints[i].parent < 0) pose_ls[i] = frame.world_ws * pose_ls[i];
      pose_ls[i].rotation = normalized(pose_ls[i].rotation);
    }
    return {};
  }

  [[nodiscard]] int frames() const { return frames_; }
  [[nodiscard]] int resets() const { return state_.resets(); }
  [[nodiscard]] int skipped() const { return skipped_; }
  /// Of the last frame that ran.
  [[nodiscard]] double time() const { return (frames_ - 1) / kFramesPerSecond; }

 private:
  void sample(double time) {
    motion_.sample(time, pose_);
    local_to_model(skeleton_, pose_, pose_);
  }

  const Skeleton& skeleton_;
  const Motion& motion_;
  DyngState<double> state_;
  std::vector<Transformd> pose_;
  int frames_ = 0;
  int skipped_ = 0;
};

void append_between(const std::vector<Transformd>& before, const std::vector<Transformd>& after,
                    double fraction, std::vector<Transformd>& poses_ls) {
  for (std::size_t i = 0; i < after.size(); ++i) {
    poses_ls.push_back(fraction >= 1 ? after[i] : interpolate(before[i], after[i], fraction));
  }
}

}  // namespace

Status bake(const DyngSpec& spec, const Motion& motion, const BakeSettings& settings, Clip& clip,
            BakeReport& report) {
  DyngProgram program;
  if (Status status = cook(spec, program); !status.ok()) return status;
  Clip baked;
  baked.name = clip.name;
  baked.joint_count = spec.skeleton.size();
  if (Status status = make_key_times(motion.duration(), settings.keys_per_second, baked.joint_count,
                                     baked.times);
      !status.ok()) {
    return status;
  }
  const auto report_progress = [&](double share) {
    if (settings.progress) settings.progress(share);
  };

  FrameRunner runner(spec, program, motion);
  BakeReport done;
  done.settled = runner.settle_on_first_pose();
  std::vector<Transformd> before;
  std::vector<Transformd> after;
  if (Status status = runner.run(after); !status.ok()) return status;
  for (const double time : baked.times) {
    // Frames and keys are counted apart: the tolerance keeps a key on the frame that it means.
    while (runner.time() < time - 1e-9) {
      before.swap(after);
      if (Status status = runner.run(after); !status.ok()) return status;
      if (runner.frames() % kFramesBetweenReports == 0) {
        report_progress(std::min(1.0, runner.time() / motion.duration()));
      }
    }
    const double since_before = 1 + (time - runner.time()) * kFramesPerSecond;
    append_between(before, after, since_before > 1 - 1e-6 ? 1 : since_before, baked.poses_ls);
  }
  report_progress(1);
  done.frames = runner.frames();
  done.resets = runner.resets();
  done.skipped = runner.skipped();
  clip = std::move(baked);
  report = done;
  return {};
}

}  // namespace tassel
