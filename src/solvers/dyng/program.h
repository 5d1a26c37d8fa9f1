#pragma once
// What a spec is cooked into: for every width a layout of particles in slots and lanes, and the
// operations on them in their order.
//
// Chains that share no particle ("islands") can't feel each other, so any interleaving of their
// operations that keeps each island's own file order gives the same bits. A layout uses that in
// one of two ways:
//   one dangle a lane   lanes == 1: a slot a particle, constants shared by whatever number of
//                       lanes the kernel has (1 is the scalar reference)
//   one chain a lane    lanes == W: island i of a group runs in lane i, constants differ by lane

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "math/aligned_vector.h"
#include "tassel/dyng.h"

namespace tassel::dyng {

inline constexpr int kMaxLanes = 16;

enum class OperationKind : std::uint8_t {
  kLinkFixed,
  kLinkVariable,
  kLinkGreater,
  kLinkCloser,
  kCone,
  kHingePlane,
  kHalfCone,
  kEllipsoid,
  kLookAt,  ///< Output: turn slot a toward slot b's particle.
  kPlace,   ///< Output: move slot a to its particle.
};

/// One step of a schedule, the same for every lane.
struct Operation {
  OperationKind kind{};
  bool masked = false;  ///< Some lanes sit it out: the mask is the record's first constant.
  std::uint16_t a = 0;  ///< Slot: link particle 1, cone attachment, ellipsoid, look-at parent.
  std::uint16_t b = 0;  ///< Slot: link particle 2, constrained particle, look-at child.
  std::uint32_t constants = 0;  ///< First of its record in Layout::constants, in lane rows.
};

// Rows of a record; every record starts with the lane mask (1 runs, 0 sits out).
enum LinkRow { kLinkMask, kLinkLower, kLinkUpper, kLinkShare1, kLinkShare2, kLinkRows };
enum ConeRow {
  kConeMask,
  kConeCos,  ///< Of half the aperture.
  kConeSin,
  kConeRotation,                         ///< x y z w
  kConeTranslation = kConeRotation + 4,  ///< x y z
  kConeRows = kConeTranslation + 3,
};
enum EllipsoidRow {
  kEllipsoidMask,
  kEllipsoidRadius,
  kEllipsoidRadiusDown,  ///< Along −Z.
  kEllipsoidRadiusUp,    ///< Along +Z.
  kEllipsoidRotation,
  kEllipsoidTranslation = kEllipsoidRotation + 4,
  kEllipsoidRows = kEllipsoidTranslation + 3,
};
enum LookAtRow { kLookAtMask, kLookAtAxis, kLookAtRows = kLookAtAxis + 3 };
enum PlaceRow { kPlaceMask, kPlaceRows };

// Rows of a slot's constants.
enum SlotRow {
  kSlotFree,         ///< 1 free, 0 fixed.
  kSlotCollides,     ///< 1 where it is pushed out of shapes.
  kSlotPull,         ///< pullForceFactor / mass, s⁻².
  kSlotDrag,         ///< damping / mass, s⁻¹.
  kSlotInverseMass,  ///< For the external force.
  kSlotRadius,
  kSlotRows,
};

/// What holds for all lanes of a slot, so that a kernel needn't ask.
enum class Share : std::uint8_t { kNone, kSome, kAll };
struct SlotTraits {
  Share free = Share::kNone;
  Share collides = Share::kNone;
  bool oriented = false;  ///< An operation asks for its animated rotation.
};

template <class S>
struct Layout {
  int lanes = 1;  ///< Of the constants: 1, or the width.
  int slot_count = 0;
  std::vector<std::uint16_t> joints;  ///< [slot][lane]; unused lanes repeat a used joint.
  std::vector<std::uint8_t> used;     ///< [slot][lane]: 1 where a particle lives.
  std::vector<SlotTraits> traits;     ///< [slot]
  AlignedVector<S> slot_constants;    ///< [slot][SlotRow][lane]
  AlignedVector<S> constants;         ///< [row][lane]
  std::vector<Operation> operations;
  std::vector<Operation> outputs;
  std::vector<std::uint32_t> places;  ///< [particle]: slot × lanes + lane.
};

/// A collision shape: sphere or capsule along its own Z.
template <class S>
struct Shape {
  std::uint16_t joint = 0;
  Transform<S> transform_ls{};
  S half_length = 0;
  S radius = 0;
};

/// A program in one scalar.
template <class S>
struct Cooked {
  S gravity_ws = 0;
  Vec3<S> external_force_ws{};
  S alpha = 1;
  std::vector<Shape<S>> shapes;
  std::vector<Transform<S>> reference_ms;
  /// [0] one dangle a lane; the others one chain a lane, 4, 8 and 16 wide (float only).
  std::array<Layout<S>, 4> layouts;
};

/// Index of a width in Cooked::layouts.
constexpr int layout_index(int lanes) {
  return lanes == 16 ? 3 : lanes == 8 ? 2 : lanes == 4 ? 1 : 0;
}

struct ProgramData {
  int joint_count = 0;
  int passes = 1;
  int island_count = 0;
  double substep_time = 0.01;
  bool external_force_linked = false;
  bool needs_scale = false;  ///< An operation's frame is off its joint's origin.
  bool pulled = false;       ///< Some particle is pulled to its animated position.
  bool forced = false;       ///< There is an external force, or a link to one.
  std::vector<int> particle_joints;
  Cooked<double> in_double;
  Cooked<float> in_float;

  template <class S>
  [[nodiscard]] const Cooked<S>& cooked() const {
    if constexpr (sizeof(S) == sizeof(double)) {
      return in_double;
    } else {
      return in_float;
    }
  }
};

}  // namespace tassel::dyng
