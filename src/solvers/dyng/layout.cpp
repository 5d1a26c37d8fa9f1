#include "solvers/dyng/layout.h"

#include <algorithm>
#include <numeric>

namespace tassel::dyng {

namespace {

/// What one lane of a group holds: its particles slot by slot, and operations on its slots.
using Lane = Island;

/// Lanes that run side by side, from slot `first_slot` on.
struct Group {
  std::vector<Lane> lanes;
  int first_slot = 0;

  [[nodiscard]] int slot_count() const {
    std::size_t most = 0;
    for (const Lane& lane : lanes) most = std::max(most, lane.particles.size());
    return static_cast<int>(most);
  }
};

/// Deals the islands' operations out in turn: neighbours in the schedule then don't wait for one
/// another's results.
std::vector<LaneOperation> dealt_out(const std::vector<Island>& islands,
                                     std::vector<LaneOperation> Island::*sequence) {
  std::vector<LaneOperation> dealt;
  std::vector<const Island*> unfinished;
  for (const Island& island : islands) unfinished.push_back(&island);
  for (std::size_t turn = 0; !unfinished.empty(); ++turn) {
    std::erase_if(unfinished,
                  [&](const Island* island) { return turn == (island->*sequence).size(); });
    for (const Island* island : unfinished) dealt.push_back((island->*sequence)[turn]);
  }
  return dealt;
}

std::vector<Group> one_lane(const std::vector<Island>& islands, int particle_count) {
  Lane all;
  all.particles.resize(static_cast<std::size_t>(particle_count));
  std::iota(all.particles.begin(), all.particles.end(), 0);
  all.operations = dealt_out(islands, &Island::operations);
  all.outputs = dealt_out(islands, &Island::outputs);
  return {Group{{std::move(all)}, 0}};
}

std::vector<Group> island_lanes(std::vector<Island> islands, int lanes) {
  std::sort(islands.begin(), islands.end(), [](const Island& a, const Island& b) {
    return a.particles.size() != b.particles.size() ? a.particles.size() > b.particles.size()
                                                    : a.particles[0] < b.particles[0];
  });
  std::vector<Group> groups;
  int slot = 0;
  for (Island& island : islands) {
    if (groups.empty() || static_cast<int>(groups.back().lanes.size()) == lanes) {
      if (!groups.empty()) slot += groups.back().slot_count();
      groups.push_back(Group{{}, slot});
    }
    groups.back().lanes.push_back(std::move(island));
  }
  return groups;
}

template <class S>
class LayoutBuilder {
 public:
  LayoutBuilder(const DyngSpec& spec, const std::vector<int>& joints, int lanes)
      : particles_(spec.simulation.particles), joints_(joints), slot_of_(particles_.size()) {
    layout_.lanes = lanes;
    layout_.places.resize(particles_.size());
  }

  Layout<S> build(std::vector<Group> groups) {
    for (Group& group : groups) {
      add_slots(group);
      for (Lane& lane : group.lanes) name_slots(lane);
      add_schedule(group, &Lane::operations, layout_.operations);
      add_schedule(group, &Lane::outputs, layout_.outputs);
    }
    mark_oriented();
    return std::move(layout_);
  }

 private:
  void add_slots(const Group& group) {
    for (int slot = 0; slot < group.slot_count(); ++slot) {
      const std::size_t row = layout_.slot_constants.size();
      layout_.slot_constants.resize(row + static_cast<std::size_t>(kSlotRows) * layout_.lanes);
      int used = 0;
      int free = 0;
      int colliding = 0;
      for (int lane = 0; lane < layout_.lanes; ++lane) {
        const int particle = particle_at(group, lane, slot);
        layout_.used.push_back(particle >= 0);
        layout_.joints.push_back(static_cast<std::uint16_t>(joints_[stand_in(group, lane, slot)]));
        if (particle < 0) continue;
        ++used;
        free += particles_[particle].is_free;
        colliding += collides(particles_[particle]);
        write_slot(particles_[particle], &layout_.slot_constants[row + lane]);
        slot_of_[particle] = layout_.slot_count;
        layout_.places[particle] =
            static_cast<std::uint32_t>(layout_.slot_count * layout_.lanes + lane);
      }
      layout_.traits.push_back({share(free, used), share(colliding, used), false});
      ++layout_.slot_count;
    }
  }

  /// Kernels may treat unused lanes as they like, so a share is one of the used lanes.
  static Share share(int count, int used) {
    return count == 0 ? Share::kNone : count == used ? Share::kAll : Share::kSome;
  }

  static bool collides(const DyngParticle& particle) {
    return particle.projection == DyngParticleProjection::kShortestPath;
  }

  static int particle_at(const Group& group, int lane, int slot) {
    if (lane >= static_cast<int>(group.lanes.size())) return -1;
    const std::vector<int>& particles = group.lanes[lane].particles;
    return slot < static_cast<int>(particles.size()) ? particles[slot] : -1;
  }

  /// A particle whose joint an unused lane may read.
  static int stand_in(const Group& group, int lane, int slot) {
    const int particle = particle_at(group, lane, slot);
    return particle >= 0 ? particle : group.lanes[0].particles[0];
  }

  void write_slot(const DyngParticle& particle, S* column) {
    const auto write = [&](SlotRow row, double value) {
      column[row * layout_.lanes] = static_cast<S>(value);
    };
    write(kSlotFree, particle.is_free);
    write(kSlotCollides, collides(particle));
    write(kSlotPull, particle.pull_force_factor / particle.mass);
    write(kSlotDrag, particle.damping / particle.mass);
    write(kSlotInverseMass, 1 / particle.mass);
    write(kSlotRadius, particle.collision_capsule_radius);
  }

  void name_slots(Lane& lane) {
    for (auto* sequence : {&lane.operations, &lane.outputs}) {
      for (LaneOperation& operation : *sequence) {
        operation.a = static_cast<std::uint16_t>(slot_of_[operation.a]);
        operation.b = static_cast<std::uint16_t>(slot_of_[operation.b]);
      }
    }
  }

  void add_schedule(const Group& group, std::vector<LaneOperation> Lane::*sequence,
                    std::vector<Operation>& operations) {
    std::vector<std::vector<LaneOperation>> lanes;
    for (const Lane& lane : group.lanes) lanes.push_back(lane.*sequence);
    for (const ScheduledStep& step : merge(lanes)) operations.push_back(to_operation(step, lanes));
  }

  Operation to_operation(const ScheduledStep& step,
                         const std::vector<std::vector<LaneOperation>>& lanes) {
    const int group_lanes = static_cast<int>(lanes.size());
    int first = 0;
    while (step.operation_of_lane[first] < 0) ++first;
    const LaneOperation& shape = lanes[first][step.operation_of_lane[first]];

    // Lanes that sit a step out get its first lane's constants: harmless, and never used.
    const std::size_t record = layout_.constants.size();
    const std::size_t rows = 1 + shape.constants.size();
    layout_.constants.resize(record + rows * layout_.lanes);
    int active = 0;
    for (int lane = 0; lane < layout_.lanes; ++lane) {
      const int index = lane < group_lanes ? step.operation_of_lane[lane] : -1;
      const LaneOperation& source = index >= 0 ? lanes[lane][index] : shape;
      S* column = &layout_.constants[record + lane];
      column[0] = static_cast<S>(index >= 0);
      for (std::size_t i = 0; i < source.constants.size(); ++i) {
        column[(i + 1) * layout_.lanes] = static_cast<S>(source.constants[i]);
      }
      active += index >= 0;
    }
    return {shape.kind, active < layout_.lanes, shape.a, shape.b,
            static_cast<std::uint32_t>(record / layout_.lanes)};
  }

  void mark_oriented() {
    for (const Operation& operation : layout_.operations) {
      if (operation.kind >= OperationKind::kCone && operation.kind <= OperationKind::kEllipsoid) {
        layout_.traits[operation.a].oriented = true;
      }
    }
  }

  const std::vector<DyngParticle>& particles_;
  const std::vector<int>& joints_;
  std::vector<int> slot_of_;
  Layout<S> layout_;
};

}  // namespace

template <class S>
Layout<S> lay_out(const DyngSpec& spec, const std::vector<int>& particle_joints,
                  const std::vector<Island>& islands, int lanes) {
  const int particle_count = static_cast<int>(particle_joints.size());
  return LayoutBuilder<S>(spec, particle_joints, lanes)
      .build(lanes == 1 ? one_lane(islands, particle_count) : island_lanes(islands, lanes));
}

template Layout<double> lay_out(const DyngSpec&, const std::vector<int>&,
                                const std::vector<Island>&, int);
template Layout<float> lay_out(const DyngSpec&, const std::vector<int>&, const std::vector<Island>&,
                               int);

}  // namespace tassel::dyng
