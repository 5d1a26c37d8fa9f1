// A frame: the input pose in, steps as the frame's time asks for, rotations out.

#include <algorithm>
#include <cmath>

#include "math/lane_quads.h"
#include "solvers/springbone/state_data.h"

namespace tassel {

namespace springbone {

namespace {

constexpr double kStepsPerSecond = 60;
constexpr int kMaxSteps = 15;
constexpr double kMaxDt = 1e6;
/// Times add up with rounding errors: a step that is this near is due.
constexpr double kNearlyDue = 1e-9;

bool is_finite(const Vec3d& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The component that is largest, with its sign.
double scale_of(const Transformd& world) {
  double largest = world.scale.x;
  for (const double s : {world.scale.y, world.scale.z}) {
    if (std::abs(s) > std::abs(largest)) largest = s;
  }
  return largest;
}

bool is_valid(const SpringBoneFrame& frame) {
  const Quatd& q = frame.world_ws.rotation;
  return frame.dt >= 0 && frame.dt <= kMaxDt && is_finite(frame.world_ws.translation) &&
         std::abs(dot(q, q) - 1) <= 2e-3 && is_finite(frame.world_ws.scale) &&
         scale_of(frame.world_ws) != 0;
}

Transformd unscaled(const Transformd& world) {
  const double inverse = 1 / scale_of(world);
  return {inverse * world.translation, normalized(world.rotation), inverse * world.scale};
}

template <class S>
Vec3<S> mix(const Vec3<S>& a, const Vec3<S>& b, S f) {
  return a + f * (b - a);
}
/// The short way round, along the chord: made unit again, which turns evenly for small turns.
template <class S>
Quat<S> mix(const Quat<S>& a, const Quat<S>& b, S f) {
  const S g = dot(a, b) < S(0) ? -f : f;
  const S k = S(1) - f;
  const Quat<S> q{k * a.x + g * b.x, k * a.y + g * b.y, k * a.z + g * b.z, k * a.w + g * b.w};
  return dot(q, q) > S(0) ? normalized(q) : b;
}
template <class S>
Transform<S> mix(const Transform<S>& a, const Transform<S>& b, S f) {
  return {mix(a.translation, b.translation, f), mix(a.rotation, b.rotation, f),
          mix(a.scale, b.scale, f)};
}

/// Reads the joints that matter out of a pose.
template <class S>
void read_pose(std::span<const Transform<S>> pose_ls, std::span<const Slot> slots,
               std::vector<Transform<S>>& locals) {
  for (std::size_t i = 0; i < slots.size(); ++i) locals[i] = pose_ls[slots[i].joint];
}

/// Whether every scale is 1. Added up rather than asked one by one, which has no branches.
template <class S>
bool is_unscaled(std::span<const Transform<S>> locals) {
  Vec3<S> off{};
  for (const Transform<S>& t : locals) {
    off.x += std::abs(t.scale.x - S(1));
    off.y += std::abs(t.scale.y - S(1));
    off.z += std::abs(t.scale.z - S(1));
  }
  return off.x + off.y + off.z == S(0);
}

/// One frame of one state.
template <class S>
class FrameRun {
 public:
  FrameRun(StateData<S>& state, const SpringBoneFrame& frame)
      : state_(state), frame_(frame), arrived_(unscaled(frame.world_ws)), left_(state.world) {}

  SpringBoneReport run(std::span<Transform<S>> pose_ls) {
    read_pose<S>(pose_ls, slots(), state_.arriving);
    if (!isa_baseline::all_finite(isa_baseline::scalars_of<const S>(*state_.arriving.data()),
                                  10 * static_cast<int>(state_.arriving.size()))) {
      report_.outcome = SpringBoneReport::Outcome::kPoseNotFinite;
      write_rest(pose_ls);
      return report_;
    }
    state_.world = arrived_;
    pose_ = pose_ls.data();
    if (frame_.reset || state_.starts_anew) start_anew();
    if (frame_.reset) {
      write_rest(pose_ls);
      return report_;
    }
    const bool finite = frame_.solver == SpringBoneSolver::kExact ? step_once() : step_steadily();
    arrive();
    if (finite) {
      if (!is_written_) write(pose_ls);
    } else {
      put_back(pose_ls);
    }
    return report_;
  }

 private:
  [[nodiscard]] std::span<const Slot> slots() const { return state_.program.data().schedule.slots; }

  bool step_once() {
    state_.steps_ahead = 0;
    return step_on_arrival(frame_.dt);
  }

  bool step_steadily() {
    const double before = state_.steps_ahead;
    const double passed = frame_.dt * kStepsPerSecond;
    const double due = std::floor(before + passed + kNearlyDue);
    const double skipped = std::max(0.0, due - kMaxSteps);
    report_.dropped = skipped / kStepsPerSecond;
    state_.steps_ahead = std::max(0.0, before + passed - due);
    for (double step = skipped + 1; step <= due; ++step) {
      if (!step_at((step - before) / passed)) return false;
    }
    return state_.steps_ahead <= kNearlyDue || look_ahead();
  }

  /// The step that stands at this share of the frame, over the pose that is between.
  bool step_at(double share) {
    if (share > 1 - kNearlyDue) return step_on_arrival(1 / kStepsPerSecond);
    for (std::size_t i = 0; i < state_.between.size(); ++i) {
      state_.between[i] = mix(state_.locals[i], state_.arriving[i], static_cast<S>(share));
    }
    ++report_.steps;
    return run_step<S>(state_, {state_.between, is_unscaled<S>(state_.between),
                                mix(left_, arrived_, share), 1 / kStepsPerSecond, nullptr});
  }

  bool step_on_arrival(double dt) {
    report_.steps += dt > 0;
    is_written_ = true;
    return run_step(state_, on_arrival(dt, pose_));
  }

  /// The next step, on trial: what is shown lies between the last one and this.
  bool look_ahead() {
    is_written_ = false;
    return preview_step(state_, on_arrival(1 / kStepsPerSecond, nullptr));
  }

  [[nodiscard]] StepInput<S> on_arrival(double dt, Transform<S>* output) const {
    return {state_.arriving, is_unscaled<S>(state_.arriving), arrived_, dt, output};
  }

  void start_anew() {
    state_.locals = state_.arriving;
    left_ = arrived_;
    place_at_rest(state_);
    state_.starts_anew = false;
  }

  void arrive() { state_.locals.swap(state_.arriving); }

  /// What a step on arrival hasn't written itself.
  void write(std::span<Transform<S>> pose_ls) const {
    const bool is_between = state_.steps_ahead > kNearlyDue;
    const auto share = static_cast<S>(state_.steps_ahead);
    for (int bone = 0; bone < state_.program.bone_count(); ++bone) {
      Quat<S> rotation = state_.rotation(state_.rows, bone);
      if (is_between) rotation = mix(rotation, state_.rotation(state_.preview, bone), share);
      pose_ls[state_.program.bone_joint(bone)].rotation = rotation;
    }
  }

  void write_rest(std::span<Transform<S>> pose_ls) const {
    const ProgramData& program = state_.program.data();
    for (const int slot : program.schedule.bone_slot) {
      pose_ls[program.schedule.slots[slot].joint].rotation =
          cast<S>(program.rest_ls[slot]).rotation;
    }
  }

  void put_back(std::span<Transform<S>> pose_ls) {
    ++state_.resets;
    report_.outcome = SpringBoneReport::Outcome::kStateReset;
    // The pose may be what isn't finite as soon as it is composed: the reference pose is.
    const std::vector<Transformd>& rest = state_.program.data().rest_ls;
    for (std::size_t i = 0; i < rest.size(); ++i) state_.locals[i] = cast<S>(rest[i]);
    place_at_rest(state_);
    state_.starts_anew = true;
    write_rest(pose_ls);
  }

  StateData<S>& state_;
  const SpringBoneFrame& frame_;
  Transformd arrived_;
  Transformd left_;
  Transform<S>* pose_ = nullptr;
  bool is_written_ = false;  ///< The last step was on arrival, and wrote its rotations itself.
  SpringBoneReport report_;
};

}  // namespace

}  // namespace springbone

template <class S>
SpringBoneReport step(SpringBoneState<S>& state, const SpringBoneFrame& frame,
                      std::span<Transform<S>> pose_ls) {
  if (static_cast<int>(pose_ls.size()) != state.program().joint_count() ||
      !springbone::is_valid(frame)) {
    return {SpringBoneReport::Outcome::kInvalidArgument, 0, 0};
  }
  return springbone::FrameRun<S>(state.data(), frame).run(pose_ls);
}

template SpringBoneReport step(SpringBoneState<float>&, const SpringBoneFrame&,
                               std::span<Transformf>);
template SpringBoneReport step(SpringBoneState<double>&, const SpringBoneFrame&,
                               std::span<Transformd>);

}  // namespace tassel
