#include "math/instruction_set.h"
#include "solvers/dyng/block_call.h"
#include "tassel/dyng.h"

namespace tassel {

namespace dyng {

template <class S>
struct StateData {
  DyngProgram program;
  bool chains = false;
  int lanes = 1;
  int resets = 0;
  Clock clock;
  AlignedVector<S> rows;
  AlignedVector<S> work;  ///< Holds nothing between frames; empty where the stack has room.

  [[nodiscard]] const Layout<S>& layout() const {
    return layout_of<S>(program.data(), lanes, chains);
  }
};

namespace {

/// What a step's work may take of the stack. Most fits, and a state then holds only what changes.
constexpr std::size_t kStackBytes = 24 * 1024;

template <class S>
int suitable_lanes(const ProgramData& program) {
  if constexpr (sizeof(S) == sizeof(double)) return 1;
  if (program.island_count < 2) return 1;
  int lanes = 4;
  while (lanes < program.island_count && lanes < native_lanes()) lanes *= 2;
  return lanes;
}

template <class S>
std::unique_ptr<StateData<S>> make_state(const DyngProgram& program, double initial_substeps,
                                         int lanes) {
  auto state = std::make_unique<StateData<S>>();
  const bool known = lanes == 4 || lanes == 8 || lanes == 16;
  state->lanes = lanes == 0 ? suitable_lanes<S>(program.data()) : known ? lanes : 1;
  if constexpr (sizeof(S) == sizeof(double)) state->lanes = 1;
  state->chains = state->lanes > 1;
  state->clock = start_clock(initial_substeps);
  state->program = program;
  const Layout<S>& layout = state->layout();
  state->rows.resize(static_cast<std::size_t>(state_rows_of(program.data(), layout).count) *
                     state->lanes);
  const std::size_t work =
      static_cast<std::size_t>(work_rows_of(program.data(), layout).count) * state->lanes;
  if (work * sizeof(S) > kStackBytes) state->work.resize(work);
  return state;
}

template <class S>
Vec3<S> read_vector(const StateData<S>& state, int first_row, int particle) {
  const auto place = static_cast<int>(state.layout().places[particle]);
  const int slot = place / state.lanes;
  const S* p = state.rows.data() + (first_row + 3 * slot) * state.lanes + place % state.lanes;
  return {p[0], p[state.lanes], p[2 * state.lanes]};
}

}  // namespace

}  // namespace dyng

template <class S>
DyngState<S>::DyngState(const DyngProgram& program, double initial_substeps, int lanes)
    : data_(dyng::make_state<S>(program, initial_substeps, lanes)) {}
template <class S>
DyngState<S>::~DyngState() = default;
template <class S>
DyngState<S>::DyngState(const DyngState& other)
    : data_(std::make_unique<dyng::StateData<S>>(*other.data_)) {}
template <class S>
DyngState<S>& DyngState<S>::operator=(const DyngState& other) {
  if (data_ == nullptr) {
    data_ = std::make_unique<dyng::StateData<S>>(*other.data_);
  } else {
    *data_ = *other.data_;
  }
  return *this;
}
template <class S>
DyngState<S>::DyngState(DyngState&&) noexcept = default;
template <class S>
DyngState<S>& DyngState<S>::operator=(DyngState&&) noexcept = default;

template <class S>
bool DyngState<S>::operator==(const DyngState& other) const {
  return data_->lanes == other.data_->lanes && data_->resets == other.data_->resets &&
         data_->clock == other.data_->clock && data_->rows == other.data_->rows;
}

template <class S>
Vec3<S> DyngState<S>::position_ms(int particle) const {
  const int first = dyng::state_rows_of(data_->program.data(), data_->layout()).position;
  return dyng::read_vector(*data_, first, particle);
}
template <class S>
Vec3<S> DyngState<S>::velocity_ms(int particle) const {
  const int first = dyng::state_rows_of(data_->program.data(), data_->layout()).velocity;
  return dyng::read_vector(*data_, first, particle);
}
template <class S>
const DyngProgram& DyngState<S>::program() const {
  return data_->program;
}
template <class S>
int DyngState<S>::lanes() const {
  return data_->lanes;
}
template <class S>
int DyngState<S>::resets() const {
  return data_->resets;
}
template <class S>
std::size_t DyngState<S>::byte_size() const {
  return sizeof(*data_) + (data_->rows.size() + data_->work.size()) * sizeof(S);
}

template <class S>
DyngReport step(DyngState<S>& state, const DyngFrame& frame, std::span<Transform<S>> pose_ms) {
  dyng::StateData<S>& data = state.data();
  const dyng::ProgramData& program = data.program.data();
  DyngReport report;
  if (!dyng::admit(program, frame, pose_ms, report)) return report;

  const dyng::PlannedFrame planned = dyng::plan_frame(program, frame, data.clock);
  alignas(kCacheLine) S on_stack[dyng::kStackBytes / sizeof(S)];
  S* work = data.work.empty() ? on_stack : data.work.data();
  dyng::BlockCall<S> call = dyng::make_call(program, data.layout(), data.rows.data(), work);
  call.plan = planned.plan;
  dyng::set_lanes(call, data.lanes, program, frame, planned, pose_ms.data());
  dyng::kernel_of<S>(data.lanes, data.chains)(call);

  if (call.became_non_finite[0]) {
    ++data.resets;
    report.outcome = DyngReport::Outcome::kStateReset;
  }
  report.substeps = planned.plan.runs ? planned.plan.substeps : 0;
  report.substep_time = planned.substep_time;
  return report;
}

template class DyngState<float>;
template class DyngState<double>;
template DyngReport step(DyngState<float>&, const DyngFrame&, std::span<Transformf>);
template DyngReport step(DyngState<double>&, const DyngFrame&, std::span<Transformd>);

}  // namespace tassel
