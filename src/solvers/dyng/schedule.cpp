#include "solvers/dyng/schedule.h"

namespace tassel::dyng {

namespace {

class Merger {
 public:
  explicit Merger(const std::vector<std::vector<LaneOperation>>& lanes)
      : lanes_(lanes), next_(lanes.size(), 0) {}

  std::vector<ScheduledStep> run() {
    std::vector<ScheduledStep> steps;
    for (int leader = most_awaited(); leader >= 0; leader = most_awaited()) {
      steps.push_back(take(front(leader)));
    }
    return steps;
  }

 private:
  [[nodiscard]] bool done(int lane) const { return next_[lane] == lanes_[lane].size(); }
  [[nodiscard]] const LaneOperation& front(int lane) const { return lanes_[lane][next_[lane]]; }
  [[nodiscard]] int lane_count() const { return static_cast<int>(lanes_.size()); }

  /// The lane whose next operation the most lanes share; −1 where all are done.
  [[nodiscard]] int most_awaited() const {
    int best = -1;
    int most = 0;
    for (int lane = 0; lane < lane_count(); ++lane) {
      if (done(lane)) continue;
      int waiting = 0;
      for (int other = 0; other < lane_count(); ++other) {
        if (!done(other) && front(other).aligns_with(front(lane))) ++waiting;
      }
      if (waiting > most) {
        most = waiting;
        best = lane;
      }
    }
    return best;
  }

  ScheduledStep take(const LaneOperation& wanted) {
    ScheduledStep step{std::vector<int>(lanes_.size(), -1)};
    for (int lane = 0; lane < lane_count(); ++lane) {
      if (done(lane) || !front(lane).aligns_with(wanted)) continue;
      step.operation_of_lane[lane] = static_cast<int>(next_[lane]++);
    }
    return step;
  }

  const std::vector<std::vector<LaneOperation>>& lanes_;
  std::vector<std::size_t> next_;
};

}  // namespace

std::vector<ScheduledStep> merge(const std::vector<std::vector<LaneOperation>>& lanes) {
  return Merger(lanes).run();
}

}  // namespace tassel::dyng
