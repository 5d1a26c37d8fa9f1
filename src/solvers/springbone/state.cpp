#include <cstring>

#include "math/instruction_set.h"
#include "solvers/springbone/state_data.h"

namespace tassel {

namespace {

bool same(const Transformd& a, const Transformd& b) { return std::memcmp(&a, &b, sizeof(a)) == 0; }
template <class S>
bool same(const std::vector<Transform<S>>& a, const std::vector<Transform<S>>& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(Transform<S>)) == 0;
}

/// What a step costs at a width: a batch's own cost is that of about four lanes, as measured with
/// the kernels (docs/performance.md).
std::size_t cost(const springbone::ProgramData& program, int lanes) {
  return springbone::layout_of<float>(program, lanes).batches.size() * (4 + lanes);
}

template <class S>
int lanes_for(const springbone::ProgramData& program, int asked) {
  if constexpr (sizeof(S) == sizeof(double)) return 1;
  if (asked == 4 || asked == 8 || asked == 16) return asked;
  if (asked != 0) return 1;
  int best = 1;
  for (int lanes = 4; lanes <= native_lanes(); lanes *= 2) {
    if (cost(program, lanes) < cost(program, best)) best = lanes;
  }
  return best;
}

}  // namespace

template <class S>
SpringBoneState<S>::SpringBoneState(const SpringBoneProgram& program, int lanes)
    : data_(std::make_unique<springbone::StateData<S>>(
          springbone::make_state<S>(program, lanes_for<S>(program.data(), lanes)))) {}
template <class S>
SpringBoneState<S>::~SpringBoneState() = default;
template <class S>
SpringBoneState<S>::SpringBoneState(const SpringBoneState& other)
    : data_(std::make_unique<springbone::StateData<S>>(*other.data_)) {}
template <class S>
SpringBoneState<S>& SpringBoneState<S>::operator=(const SpringBoneState& other) {
  if (data_ == nullptr) {
    data_ = std::make_unique<springbone::StateData<S>>(*other.data_);
  } else {
    *data_ = *other.data_;
  }
  return *this;
}
template <class S>
SpringBoneState<S>::SpringBoneState(SpringBoneState&&) noexcept = default;
template <class S>
SpringBoneState<S>& SpringBoneState<S>::operator=(SpringBoneState&&) noexcept = default;

template <class S>
bool SpringBoneState<S>::operator==(const SpringBoneState& other) const {
  return data_->lanes == other.data_->lanes && data_->resets == other.data_->resets &&
         data_->steps_ahead == other.data_->steps_ahead && data_->rows == other.data_->rows &&
         same(data_->world, other.data_->world) && same(data_->locals, other.data_->locals);
}

template <class S>
Vec3<S> SpringBoneState<S>::tail(int bone) const {
  return data_->tail(bone, springbone::kTail);
}
template <class S>
Vec3<S> SpringBoneState<S>::previous_tail(int bone) const {
  return data_->tail(bone, springbone::kPreviousTail);
}
template <class S>
const SpringBoneProgram& SpringBoneState<S>::program() const {
  return data_->program;
}
template <class S>
int SpringBoneState<S>::lanes() const {
  return data_->lanes;
}
template <class S>
int SpringBoneState<S>::resets() const {
  return data_->resets;
}

template <class S>
std::size_t SpringBoneState<S>::byte_size() const {
  const auto bytes = [](const auto& list) { return list.size() * sizeof(list[0]); };
  const springbone::StateData<S>& d = *data_;
  return sizeof(d) + bytes(d.rows) + bytes(d.locals) + bytes(d.shapes) + bytes(d.colliders) +
         bytes(d.preview) + bytes(d.arriving) + bytes(d.between) + bytes(d.models) +
         bytes(d.centre_inverses);
}

template class SpringBoneState<float>;
template class SpringBoneState<double>;

}  // namespace tassel
