#include "solvers/springbone/layout.h"

namespace tassel::springbone {

namespace {

template <class S>
void append_constants(std::span<const BoneConstants> bones, std::span<const Slot> slots, int lanes,
                      AlignedVector<S>& constants) {
  for (int row = 0; row < kBoneRows; ++row) {
    for (int lane = 0; lane < lanes; ++lane) {
      const Slot& slot = slots[lane < static_cast<int>(slots.size()) ? lane : 0];
      constants.push_back(static_cast<S>(bones[slot.bone].rows[row]));
    }
  }
}

}  // namespace

template <class S>
Layout<S> make_layout(const Schedule& schedule, std::span<const BoneConstants> bones,
                      std::span<const LimitKind> limits, int lanes) {
  Layout<S> layout;
  layout.lanes = lanes;
  layout.bone_batch.resize(bones.size());
  layout.bone_lane.resize(bones.size());
  const auto runs_with = [&](int bone, int other) {
    return schedule.bone_centre[bone] == schedule.bone_centre[other] &&
           limits[bone] == limits[other] &&
           schedule.bone_shapes[bone] == schedule.bone_shapes[other];
  };
  for (const Level& level : schedule.levels) {
    layout.first_batch.push_back(static_cast<int>(layout.batches.size()));
    for (int slot = level.first_bone; slot < level.first_rigid;) {
      const int bone = schedule.slots[slot].bone;
      int end = slot + 1;
      while (end < level.first_rigid && end - slot < lanes &&
             runs_with(schedule.slots[end].bone, bone)) {
        ++end;
      }
      const std::vector<int>& shapes = schedule.bone_shapes[bone];
      const auto first_shape = static_cast<int>(layout.shapes.size());
      const bool repeats = !layout.batches.empty() && slot > level.first_bone &&
                           runs_with(schedule.slots[slot - 1].bone, bone);
      Batch batch{slot,
                  end - slot,
                  schedule.bone_centre[bone],
                  first_shape,
                  static_cast<int>(shapes.size()),
                  limits[bone]};
      if (repeats) {
        batch.first_shape = layout.batches.back().first_shape;
      } else {
        layout.shapes.insert(layout.shapes.end(), shapes.begin(), shapes.end());
      }
      for (int i = slot; i < end; ++i) {
        layout.bone_batch[schedule.slots[i].bone] = static_cast<int>(layout.batches.size());
        layout.bone_lane[schedule.slots[i].bone] = i - slot;
      }
      layout.batches.push_back(batch);
      for (int lane = 0; lane < lanes; ++lane) {
        layout.parents.push_back(schedule.slots[slot + lane < end ? slot + lane : slot].parent);
      }
      append_constants(bones, std::span(schedule.slots).subspan(slot, end - slot), lanes,
                       layout.constants);
      slot = end;
    }
  }
  return layout;
}

template Layout<double> make_layout(const Schedule&, std::span<const BoneConstants>,
                                    std::span<const LimitKind>, int);
template Layout<float> make_layout(const Schedule&, std::span<const BoneConstants>,
                                   std::span<const LimitKind>, int);

}  // namespace tassel::springbone
