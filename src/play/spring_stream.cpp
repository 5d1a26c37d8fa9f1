#include "play/spring_stream.h"

#include <algorithm>
#include <cmath>

#include "skeleton/clip_sampling.h"

namespace tassel {

namespace {

constexpr double kStepsPerSecond = 60;
constexpr int kMaxSettlingSteps = 300;
constexpr double kStillSpeed = 1e-3;  ///< m/s.
constexpr double kStillTime = 0.2;    ///< Seconds.
/// Steps and keys are counted apart: a step this near is the key's own.
constexpr double kNearlyThere = 1e-9;

/// The time in the motion, which begins anew at its end.
double in_motion(double time, double duration) {
  if (duration <= 0 || time <= duration + kNearlyThere) return std::min(time, duration);
  const double rest = time - duration * std::floor(time / duration);
  return rest < kNearlyThere || duration - rest < kNearlyThere ? duration : rest;
}

}  // namespace

void SpringStream::sample(double time) {
  const double at = in_motion(time, motion_.duration());
  pose_.resize(program_.joint_count());
  motion_.sample(at, pose_);
  world_ = motion_.world_ws(at);
}

void SpringStream::step(double dt, std::vector<Quatd>& rotations) {
  SpringBoneFrame frame;
  frame.dt = dt;
  frame.solver = SpringBoneSolver::kExact;
  frame.world_ws = world_;
  tassel::step(state_, frame, std::span(pose_));
  ++steps_;
  rotations.resize(program_.bone_count());
  for (int bone = 0; bone < program_.bone_count(); ++bone) {
    rotations[bone] = pose_[program_.bone_joint(bone)].rotation;
  }
}

SpringStream::Settled SpringStream::start(bool settle) {
  sample(0);
  const std::vector<Transformd> first = pose_;
  SpringBoneFrame frame;
  frame.world_ws = world_;
  frame.reset = true;
  tassel::step(state_, frame, std::span(pose_));
  Settled settled;
  const double limit = kStillSpeed / kStepsPerSecond;
  int still = 0;
  while (settle && settled.steps < kMaxSettlingSteps && !settled.at_rest) {
    pose_ = first;
    step(1 / kStepsPerSecond, rotations_);
    ++settled.steps;
    double longest = 0;
    for (int bone = 0; bone < program_.bone_count(); ++bone) {
      const Vec3d move = state_.tail(bone) - state_.previous_tail(bone);
      longest = std::max(longest, dot(move, move));
    }
    still = longest < limit * limit ? still + 1 : 0;
    settled.at_rest = still >= kStillTime * kStepsPerSecond;
  }
  return settled;
}

void SpringStream::begin(double dt) {
  sample(0);
  step(solver_ == SpringBoneSolver::kExact ? dt : 1 / kStepsPerSecond, rotations_);
  before_ = rotations_;
  after_ = rotations_;
  next_ = 1;
  time_ = 0;
}

void SpringStream::advance(double time) {
  if (solver_ == SpringBoneSolver::kExact) {
    if (time <= time_) return;
    sample(time);
    step(time - time_, rotations_);
    time_ = time;
    return;
  }
  const double passed = time * kStepsPerSecond;
  while (static_cast<double>(next_ - 1) < passed - kNearlyThere) {
    before_.swap(after_);
    sample(static_cast<double>(next_) / kStepsPerSecond);
    step(1 / kStepsPerSecond, after_);
    ++next_;
  }
  const double share = passed - static_cast<double>(next_ - 2);
  if (share > 1 - 1e-6) {
    rotations_ = after_;
    return;
  }
  for (std::size_t i = 0; i < rotations_.size(); ++i) {
    rotations_[i] = slerp(before_[i], after_[i], share);
  }
}

}  // namespace tassel
