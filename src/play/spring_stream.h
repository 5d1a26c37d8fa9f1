#pragma once
// Spring bones along a motion that runs on and on: their rotations at any later time.

#include <vector>

#include "tassel/play.h"

namespace tassel {

/// The motion begins anew each time it ends.
class SpringStream {
 public:
  SpringStream(const SpringBoneProgram& program, const Motion& motion, SpringBoneSolver solver)
      : program_(program), motion_(motion), solver_(solver), state_(program) {}

  struct Settled {
    int steps = 0;
    bool at_rest = false;
  };
  /// Starts at time 0, the particles where the pose has them at rest; then, if they are to
  /// settle, runs on the held pose until they have moved less than 1 mm/s for 0.2 s, at most 300
  /// steps.
  Settled start(bool settle);

  /// The first frame, at time 0, `dt` after the start.
  void begin(double dt);
  /// To a time that isn't before the last one. Afterwards `rotations` are its.
  void advance(double time);

  /// Local, one a bone.
  [[nodiscard]] const std::vector<Quatd>& rotations() const { return rotations_; }
  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] int resets() const { return state_.resets(); }

 private:
  void sample(double time);
  void step(double dt, std::vector<Quatd>& rotations);

  const SpringBoneProgram& program_;
  const Motion& motion_;
  SpringBoneSolver solver_;
  SpringBoneState<double> state_;
  std::vector<Transformd> pose_;
  Transformd world_{};
  int steps_ = 0;
  double time_ = 0;            ///< Exact: of the last step.
  long long next_ = 0;         ///< Steady: the number of the step behind `after_`.
  std::vector<Quatd> before_;  ///< Steady: the results of the last two steps.
  std::vector<Quatd> after_;
  std::vector<Quatd> rotations_;
};

}  // namespace tassel
