// A pass over the constraints of a block, in file order, and over its collisions (§5.3, §5.4).
#pragma once

#include "solvers/dyng/block_rows.h"
#include "solvers/dyng/kernels.h"

namespace tassel::TASSEL_ISA {

template <class Rows>
class BlockConstraints {
  using Real = typename Rows::Real;
  using S = typename Rows::S;
  using Mask = typename Rows::Mask;
  using Kind = dyng::OperationKind;
  static constexpr int kLanes = Rows::kLanes;

 public:
  explicit BlockConstraints(Rows& rows) : rows_(rows), call_(rows.call) {}

  TASSEL_FLATTEN void project() {
    for (int i = 0; i < call_.operation_count; ++i) {
      const dyng::Operation& operation = call_.operations[i];
      switch (operation.kind) {
        case Kind::kLinkFixed:
          link(operation, [](const Real&, const Real& lower, const Real&) { return lower; });
          break;
        case Kind::kLinkVariable:
          link(operation, [](const Real& now, const Real& lower, const Real& upper) {
            return minimum(maximum(now, lower), upper);
          });
          break;
        case Kind::kLinkGreater:
          link(operation,
               [](const Real& now, const Real& lower, const Real&) { return maximum(now, lower); });
          break;
        case Kind::kLinkCloser:
          link(operation,
               [](const Real& now, const Real&, const Real& upper) { return minimum(now, upper); });
          break;
        case Kind::kCone:
          cone<ConeSide::kBoth>(operation);
          break;
        case Kind::kHingePlane:
          cone<ConeSide::kPlaneOnly>(operation);
          break;
        case Kind::kHalfCone:
          cone<ConeSide::kBelowPlane>(operation);
          break;
        case Kind::kEllipsoid:
          ellipsoid(operation);
          break;
        case Kind::kLookAt:
        case Kind::kPlace:
          break;
      }
    }
  }

  /// Every particle meets the shapes in their order; shape by shape keeps a shape in registers.
  TASSEL_FLATTEN void collide() {
    for (int shape = 0; shape < call_.shape_count; ++shape) {
      const Capsule<Real> capsule = capsule_at(shape);
      const Real shape_radius = Real(call_.shapes[shape].radius);
      for (int slot = 0; slot < call_.slot_count; ++slot) {
        if (call_.traits[slot].collides == dyng::Share::kNone) continue;
        const Vec3<Real> x = Rows::load3(rows_.position(slot));
        const Real radius = shape_radius + rows_.slot_constant(slot, dyng::kSlotRadius);
        const Mask inside = is_inside(capsule, x, radius);
        if (any(inside)) push(slot, capsule, radius, inside);
      }
    }
  }

 private:
  template <class Target>
  void link(const dyng::Operation& operation, Target target) {
    const Vec3<Real> x1 = Rows::load3(rows_.position(operation.a));
    const Vec3<Real> x2 = Rows::load3(rows_.position(operation.b));
    const Real lower = rows_.record(operation, dyng::kLinkLower);
    const Real upper = rows_.record(operation, dyng::kLinkUpper);
    const LinkResult<Real> solved =
        solve_link(x1, x2, rows_.record(operation, dyng::kLinkShare1),
                   rows_.record(operation, dyng::kLinkShare2),
                   [&](const Real& now) { return target(now, lower, upper); });
    Rows::store3(rows_.position(operation.a), rows_.in_active_lanes(operation, solved.x1, x1));
    Rows::store3(rows_.position(operation.b), rows_.in_active_lanes(operation, solved.x2, x2));
  }

  template <ConeSide side>
  void cone(const dyng::Operation& operation) {
    const Frame<Real> frame =
        animated_frame(operation.a, rows_.record3(operation, dyng::kConeTranslation),
                       rows_.record4(operation, dyng::kConeRotation));
    const Vec3<Real> x = Rows::load3(rows_.position(operation.b));
    const Vec3<Real> solved = solve_cone<side>(x, Rows::load3(rows_.position(operation.a)), frame,
                                               rows_.record(operation, dyng::kConeCos),
                                               rows_.record(operation, dyng::kConeSin));
    Rows::store3(rows_.position(operation.b), rows_.in_active_lanes(operation, solved, x));
  }

  void ellipsoid(const dyng::Operation& operation) {
    const Frame<Real> frame =
        animated_frame(operation.a, rows_.record3(operation, dyng::kEllipsoidTranslation),
                       rows_.record4(operation, dyng::kEllipsoidRotation));
    const Vec3<Real> x = Rows::load3(rows_.position(operation.b));
    const Vec3<Real> solved =
        solve_ellipsoid(x, frame, rows_.record(operation, dyng::kEllipsoidRadius),
                        rows_.record(operation, dyng::kEllipsoidRadiusDown),
                        rows_.record(operation, dyng::kEllipsoidRadiusUp));
    Rows::store3(rows_.position(operation.b), rows_.in_active_lanes(operation, solved, x));
  }

  /// A constraint's transform on the animated frame of a slot. Only an offset needs the scale.
  Frame<Real> animated_frame(int slot, const Vec3<Real>& translation_ls,
                             const Quat<Real>& rotation_ls) {
    Frame<Real> frame;
    frame.origin = Rows::load3(rows_.animated_translation(slot));
    const Quat<Real> rotation = Rows::load4(rows_.animated_rotation(slot));
    if (call_.scaled) {
      const Vec3<Real> scaled = scale(Rows::load3(rows_.animated_scale(slot)), translation_ls);
      frame.origin = frame.origin + rotate(rotation, scaled);
    }
    frame.rotation = rotation * rotation_ls;
    return frame;
  }

  void push(int slot, const Capsule<Real>& capsule, const Real& radius, const Mask& inside) {
    // A negative sum of radii leaves no inside (§5.4), though its square would.
    const Mask collides =
        both(rows_.slot_constant(slot, dyng::kSlotCollides) > Real(0), radius > Real(0));
    const Vec3<Real> x = Rows::load3(rows_.position(slot));
    Rows::store3(rows_.position(slot),
                 select(both(inside, collides), push_out(capsule, x, radius), x));
  }

  Capsule<Real> capsule_at(int shape) const {
    const S* row = rows_.capsule(shape);
    return {Rows::load3(row), Rows::load3(row + 3 * kLanes), Real(call_.shapes[shape].half_length)};
  }

  Rows& rows_;
  dyng::BlockCall<S>& call_;
};

}  // namespace tassel::TASSEL_ISA
