#include <algorithm>

#include "math/instruction_set.h"
#include "solvers/dyng/block_call.h"
#include "tassel/dyng.h"

namespace tassel {

namespace dyng {

template <class S>
struct CrowdData {
  DyngProgram program;
  int count = 0;
  int lanes = 1;
  std::vector<Clock> clocks;
  std::vector<int> resets;
  AlignedVector<S> rows;   ///< A block of lanes after the other.
  AlignedVector<S> spare;  ///< A block's rows, for lanes that a call must not change.
  AlignedVector<S> work;
  std::vector<Transform<S>> bystander;  ///< What lanes without a dangle read.

  [[nodiscard]] const Layout<S>& layout() const {
    return layout_of<S>(program.data(), lanes, false);
  }
  [[nodiscard]] int row_count() const { return state_rows_of(program.data(), layout()).count; }
  [[nodiscard]] S* block(int index) {
    return rows.data() + static_cast<std::size_t>(index) * row_count() * lanes;
  }
};

namespace {

template <class S>
std::unique_ptr<CrowdData<S>> make_crowd(const DyngProgram& program, int count,
                                         double initial_substeps, int lanes) {
  auto crowd = std::make_unique<CrowdData<S>>();
  const bool known = lanes == 4 || lanes == 8 || lanes == 16;
  crowd->lanes = lanes == 0 ? native_lanes() : known ? lanes : 1;
  if constexpr (sizeof(S) == sizeof(double)) crowd->lanes = 1;
  crowd->program = program;
  crowd->count = std::max(count, 0);
  crowd->clocks.assign(static_cast<std::size_t>(crowd->count), start_clock(initial_substeps));
  crowd->resets.assign(static_cast<std::size_t>(crowd->count), 0);

  const std::size_t block = static_cast<std::size_t>(crowd->row_count()) * crowd->lanes;
  const std::size_t blocks =
      static_cast<std::size_t>((crowd->count + crowd->lanes - 1) / crowd->lanes);
  crowd->rows.resize(block * blocks);
  crowd->spare.resize(block);
  crowd->work.resize(static_cast<std::size_t>(work_rows_of(program.data(), crowd->layout()).count) *
                     crowd->lanes);
  crowd->bystander = program.data().cooked<S>().reference_ms;
  return crowd;
}

/// A block's lanes in a frame.
struct BlockFrame {
  bool admitted[kMaxLanes] = {};
  bool done[kMaxLanes] = {};
  PlannedFrame planned[kMaxLanes];
};

template <class S>
class CrowdStep {
 public:
  CrowdStep(CrowdData<S>& crowd, std::span<const DyngFrame> frames,
            std::span<const std::span<Transform<S>>> poses_ms, std::span<DyngReport> reports)
      : crowd_(crowd),
        program_(crowd.program.data()),
        frames_(frames),
        poses_ms_(poses_ms),
        reports_(reports) {}

  void run() {
    for (first_ = 0; first_ < crowd_.count; first_ += crowd_.lanes) {
      lanes_in_use_ = std::min(crowd_.lanes, crowd_.count - first_);
      plan_block();
      for (int lane = 0; lane < lanes_in_use_; ++lane) {
        if (block_.admitted[lane] && !block_.done[lane]) run_like(lane);
      }
    }
  }

 private:
  [[nodiscard]] int dangle(int lane) const { return first_ + lane; }

  void plan_block() {
    block_ = {};
    for (int lane = 0; lane < lanes_in_use_; ++lane) {
      const int i = dangle(lane);
      DyngReport& report = reports_[i];
      block_.admitted[lane] = admit(program_, frames_[i], poses_ms_[i], report);
      if (block_.admitted[lane]) {
        block_.planned[lane] = plan_frame(program_, frames_[i], crowd_.clocks[i]);
        const PlannedFrame& planned = block_.planned[lane];
        report.substeps = planned.plan.runs ? planned.plan.substeps : 0;
        report.substep_time = planned.substep_time;
      }
    }
  }

  /// Runs the lanes that have the leader's plan; the others' state stays as it is.
  void run_like(int leader) {
    const Plan plan = block_.planned[leader].plan;
    bool runs[kMaxLanes] = {};
    int running = 0;
    for (int lane = 0; lane < lanes_in_use_; ++lane) {
      runs[lane] = block_.admitted[lane] && block_.planned[lane].plan == plan;
      block_.done[lane] = block_.done[lane] || runs[lane];
      running += runs[lane];
    }

    S* rows = crowd_.block(first_ / crowd_.lanes);
    const std::size_t size = crowd_.spare.size();
    const bool all = running == lanes_in_use_;
    if (!all) std::copy(rows, rows + size, crowd_.spare.data());
    call_kernel(plan, runs, leader, rows);
    if (all) return;
    for (std::size_t i = 0; i < size; ++i) {
      if (!runs[i % static_cast<std::size_t>(crowd_.lanes)]) rows[i] = crowd_.spare[i];
    }
  }

  void call_kernel(const Plan& plan, const bool (&runs)[kMaxLanes], int leader, S* rows) {
    BlockCall<S> call = make_call(program_, crowd_.layout(), rows, crowd_.work.data());
    call.plan = plan;
    for (int lane = 0; lane < crowd_.lanes; ++lane) {
      // A lane that sits the call out computes what its leader's frame would make of the
      // reference pose, and is restored.
      const int source = runs[lane] ? lane : leader;
      Transform<S>* pose = runs[lane] ? poses_ms_[dangle(lane)].data() : crowd_.bystander.data();
      set_lane(call, lane, program_, frames_[dangle(source)], block_.planned[source], pose,
               runs[lane]);
    }
    kernel_of<S>(crowd_.lanes, false)(call);

    for (int lane = 0; lane < lanes_in_use_; ++lane) {
      if (!runs[lane] || !call.became_non_finite[lane]) continue;
      ++crowd_.resets[dangle(lane)];
      reports_[dangle(lane)].outcome = DyngReport::Outcome::kStateReset;
    }
  }

  CrowdData<S>& crowd_;
  const ProgramData& program_;
  std::span<const DyngFrame> frames_;
  std::span<const std::span<Transform<S>>> poses_ms_;
  std::span<DyngReport> reports_;
  int first_ = 0;
  int lanes_in_use_ = 0;
  BlockFrame block_;
};

template <class S>
Vec3<S> read_vector(const CrowdData<S>& crowd, int first_row, int dangle, int particle) {
  const std::size_t block = static_cast<std::size_t>(dangle / crowd.lanes) * crowd.row_count();
  const int slot = static_cast<int>(crowd.layout().places[particle]);
  const S* p =
      crowd.rows.data() + (block + first_row + 3 * slot) * crowd.lanes + dangle % crowd.lanes;
  return {p[0], p[crowd.lanes], p[2 * crowd.lanes]};
}

}  // namespace

}  // namespace dyng

template <class S>
DyngCrowd<S>::DyngCrowd(const DyngProgram& program, int count, double initial_substeps, int lanes)
    : data_(dyng::make_crowd<S>(program, count, initial_substeps, lanes)) {}
template <class S>
DyngCrowd<S>::~DyngCrowd() = default;
template <class S>
DyngCrowd<S>::DyngCrowd(const DyngCrowd& other)
    : data_(std::make_unique<dyng::CrowdData<S>>(*other.data_)) {}
template <class S>
DyngCrowd<S>& DyngCrowd<S>::operator=(const DyngCrowd& other) {
  if (data_ == nullptr) {
    data_ = std::make_unique<dyng::CrowdData<S>>(*other.data_);
  } else {
    *data_ = *other.data_;
  }
  return *this;
}
template <class S>
DyngCrowd<S>::DyngCrowd(DyngCrowd&&) noexcept = default;
template <class S>
DyngCrowd<S>& DyngCrowd<S>::operator=(DyngCrowd&&) noexcept = default;

template <class S>
const DyngProgram& DyngCrowd<S>::program() const {
  return data_->program;
}
template <class S>
int DyngCrowd<S>::count() const {
  return data_->count;
}
template <class S>
int DyngCrowd<S>::lanes() const {
  return data_->lanes;
}
template <class S>
Vec3<S> DyngCrowd<S>::position_ms(int dangle, int particle) const {
  const int first = dyng::state_rows_of(data_->program.data(), data_->layout()).position;
  return dyng::read_vector(*data_, first, dangle, particle);
}
template <class S>
Vec3<S> DyngCrowd<S>::velocity_ms(int dangle, int particle) const {
  const int first = dyng::state_rows_of(data_->program.data(), data_->layout()).velocity;
  return dyng::read_vector(*data_, first, dangle, particle);
}
template <class S>
int DyngCrowd<S>::resets(int dangle) const {
  return data_->resets[dangle];
}
template <class S>
std::size_t DyngCrowd<S>::byte_size() const {
  return sizeof(dyng::Clock) + sizeof(int) +
         static_cast<std::size_t>(data_->row_count()) * sizeof(S);
}

template <class S>
void step(DyngCrowd<S>& crowd, std::span<const DyngFrame> frames,
          std::span<const std::span<Transform<S>>> poses_ms, std::span<DyngReport> reports) {
  const auto count = static_cast<std::size_t>(crowd.count());
  if (frames.size() != count || poses_ms.size() != count || reports.size() != count) {
    DyngReport refused;
    refused.outcome = DyngReport::Outcome::kInvalidArgument;
    std::fill(reports.begin(), reports.end(), refused);
    return;
  }
  dyng::CrowdStep<S>(crowd.data(), frames, poses_ms, reports).run();
}

template class DyngCrowd<float>;
template class DyngCrowd<double>;
template void step(DyngCrowd<float>&, std::span<const DyngFrame>,
                   std::span<const std::span<Transformf>>, std::span<DyngReport>);
template void step(DyngCrowd<double>&, std::span<const DyngFrame>,
                   std::span<const std::span<Transformd>>, std::span<DyngReport>);

}  // namespace tassel
