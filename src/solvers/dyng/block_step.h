// One frame of a block of lanes: §5 from top to bottom.
#pragma once

#include "solvers/dyng/block.h"
#include "solvers/dyng/kernels.h"
#include "solvers/dyng/pose_rows.h"

namespace tassel::TASSEL_ISA {

/// Real: what a row is loaded as. kConstantLanes: 1 where constants are shared by all lanes, else
/// the lanes of Real.
template <class Real, int kConstantLanes>
class BlockStep {
  using S = ScalarOf<Real>;
  using Mask = MaskOf<Real>;
  using Traits = RealTraits<Real>;
  static constexpr int kLanes = Traits::kLanes;
  static constexpr bool kByLane = kLanes > 1 && kConstantLanes == kLanes;

 public:
  explicit BlockStep(dyng::BlockCall<S>& call)
      : call_(call),
        plan_(call.plan),
        state_(call.state_rows),
        work_(call.work_rows),
        h_(Traits::load(call.substep_time)) {}

  void run() {
    gather_pose();
    if (plan_.carries) carry_through_world();
    if (plan_.to_pose) put_on_pose();
    if (plan_.runs) {
      for (int i = 0; i < plan_.substeps; ++i) {
        if (i + 1 < plan_.substeps) {
          animate(Real(static_cast<S>(i + 1) / static_cast<S>(plan_.substeps)));
        } else {
          arrive();
        }
        substep();
      }
    }
    if (plan_.reset_frame) stop();
    if (plan_.runs || plan_.reset_frame) keep_input();
    guard_against_non_finite();
    write_output();
  }

 private:
  // Rows.

  S* state_row(int row) { return call_.state + row * kLanes; }
  S* work_row(int row) { return call_.work + row * kLanes; }

  static Vec3<Real> load3(const S* p) {
    return {Traits::load(p), Traits::load(p + kLanes), Traits::load(p + 2 * kLanes)};
  }
  static Quat<Real> load4(const S* p) {
    return {Traits::load(p), Traits::load(p + kLanes), Traits::load(p + 2 * kLanes),
            Traits::load(p + 3 * kLanes)};
  }
  static Vec3<Real> load_lanes3(const S (&rows)[3][dyng::kMaxLanes]) {
    return {Traits::load(rows[0]), Traits::load(rows[1]), Traits::load(rows[2])};
  }
  static void store3(S* p, const Vec3<Real>& v) {
    Traits::store(p, v.x);
    Traits::store(p + kLanes, v.y);
    Traits::store(p + 2 * kLanes, v.z);
  }
  static void store4(S* p, const Quat<Real>& q) {
    Traits::store(p, q.x);
    Traits::store(p + kLanes, q.y);
    Traits::store(p + 2 * kLanes, q.z);
    Traits::store(p + 3 * kLanes, q.w);
  }
  static void copy(S* to, const S* from, int rows) {
    for (int i = 0; i < rows * kLanes; ++i) to[i] = from[i];
  }

  S* position(int slot) { return state_row(state_.position + 3 * slot); }
  S* velocity(int slot) { return state_row(state_.velocity + 3 * slot); }
  S* pose_translation(int slot) { return work_row(work_.pose + kPoseRows * slot); }
  S* pose_rotation(int slot) { return work_row(work_.pose + kPoseRows * slot + 3); }
  S* pose_scale(int slot) { return work_row(work_.pose_scale + 3 * slot); }
  S* kept_translation(int slot) { return state_row(state_.translation + 3 * slot); }
  S* kept_rotation(int slot) { return state_row(state_.rotation + 4 * slot); }
  S* kept_scale(int slot) { return state_row(state_.scale + 3 * slot); }
  S* animated_translation(int slot) { return animated_translations_ + animated_stride_ * slot; }
  S* animated_rotation(int slot) { return work_row(work_.animated_rotation + 4 * slot); }
  S* animated_scale(int slot) { return work_row(work_.animated_scale + 3 * slot); }

  // Constants.

  static Real constant_at(const S* p) {
    if constexpr (kByLane) {
      return Traits::load(p);
    } else {
      return Real(*p);
    }
  }
  Real slot_constant(int slot, dyng::SlotRow row) const {
    return constant_at(call_.slot_constants + (slot * dyng::kSlotRows + row) * kConstantLanes);
  }
  Real record(const dyng::Operation& operation, int row) const {
    return constant_at(call_.constants +
                       (operation.constants + static_cast<unsigned>(row)) * kConstantLanes);
  }
  Vec3<Real> record3(const dyng::Operation& operation, int row) const {
    return {record(operation, row), record(operation, row + 1), record(operation, row + 2)};
  }
  Quat<Real> record4(const dyng::Operation& operation, int row) const {
    return {record(operation, row), record(operation, row + 1), record(operation, row + 2),
            record(operation, row + 3)};
  }

  /// `updated` in the lanes that the operation runs in, `old` in the others.
  template <class Value>
  Value in_active_lanes(const dyng::Operation& operation, const Value& updated,
                        const Value& old) const {
    if constexpr (kByLane) {
      if (operation.masked) return select(record(operation, 0) > constant<Real>(0), updated, old);
    }
    return updated;
  }

  template <class Value>
  Value where_free(int slot, const Value& free, const Value& fixed) const {
    if (call_.traits[slot].free == dyng::Share::kAll) return free;
    return select(slot_constant(slot, dyng::kSlotFree) > constant<Real>(0), free, fixed);
  }

  // The frame (§5.1).

  int joint(int slot, int lane) const {
    return call_.joints[slot * kConstantLanes + (kByLane ? lane : 0)];
  }

  /// This frame's input: the joints of the particles and the shapes.
  void gather_pose() {
    const S* sources[kLanes];
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      for (int lane = 0; lane < kLanes; ++lane) {
        sources[lane] = &call_.poses[lane][joint(slot, lane)].translation.x;
      }
      gather_rows(sources, pose_translation(slot));
      if (!call_.scaled) continue;
      for (int lane = 0; lane < kLanes; ++lane) {
        for (int axis = 0; axis < 3; ++axis) {
          pose_scale(slot)[axis * kLanes + lane] = sources[lane][7 + axis];
        }
      }
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) pose_shape(shape);
  }

  void pose_shape(int shape) {
    const dyng::Shape<S>& source = call_.shapes[shape];
    S joint[10 * kLanes];
    for (int lane = 0; lane < (kByLane ? 1 : kLanes); ++lane) {
      const S* numbers = &call_.poses[lane][source.joint].translation.x;
      for (int row = 0; row < 10; ++row) joint[row * kLanes + lane] = numbers[row];
    }
    if constexpr (kByLane) {  // The chains of one dangle meet the same shapes.
      for (int row = 0; row < 10; ++row)
        Traits::store(joint + row * kLanes, Real(joint[row * kLanes]));
    }
    const Transform<S>& local = source.transform_ls;
    const Vec3<Real> offset{Real(local.translation.x), Real(local.translation.y),
                            Real(local.translation.z)};
    const Quat<Real> turn{Real(local.rotation.x), Real(local.rotation.y), Real(local.rotation.z),
                          Real(local.rotation.w)};
    const Quat<Real> rotation = load4(joint + 3 * kLanes);
    S* row = work_row(work_.current_shape + 7 * shape);
    store3(row, load3(joint) + rotate(rotation, scale(load3(joint + 7 * kLanes), offset)));
    store4(row + 3 * kLanes, rotation * turn);
  }

  /// World-space inertia: what is kept in model space is re-expressed in the space of where the
  /// character stands now.
  void carry_through_world() {
    const Quat<Real> turn{
        Traits::load(call_.carry_rotation[0]), Traits::load(call_.carry_rotation[1]),
        Traits::load(call_.carry_rotation[2]), Traits::load(call_.carry_rotation[3])};
    const Vec3<Real> move = load_lanes3(call_.carry_translation);
    const auto carry_point = [&](S* p) { store3(p, move + rotate(turn, load3(p))); };
    const auto carry_vector = [&](S* p) { store3(p, rotate(turn, load3(p))); };
    const auto carry_rotation = [&](S* p) { store4(p, turn * load4(p)); };
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      carry_point(position(slot));
      carry_vector(velocity(slot));
      carry_point(kept_translation(slot));
      carry_rotation(kept_rotation(slot));
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) {
      carry_point(state_row(state_.shape + 7 * shape));
      carry_rotation(state_row(state_.shape + 7 * shape + 3));
    }
    carry_vector(state_row(state_.gravity));
    carry_vector(state_row(state_.external));
  }

  void put_on_pose() {
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      copy(position(slot), pose_translation(slot), 3);
    }
    stop();
    keep_input();
  }

  /// No velocity.
  void stop() {
    S* v = velocity(0);
    for (int i = 0; i < 3 * call_.slot_count * kLanes; ++i) v[i] = 0;
  }

  /// This frame's input is what the next one interpolates from.
  void keep_input() {
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      copy(kept_translation(slot), pose_translation(slot), 3);
      if (!call_.traits[slot].oriented) continue;
      copy(kept_rotation(slot), pose_rotation(slot), 4);
      if (call_.scaled) copy(kept_scale(slot), pose_scale(slot), 3);
    }
    copy(state_row(state_.shape), work_row(work_.current_shape), 7 * call_.shape_count);
    store3(state_row(state_.gravity), load_lanes3(call_.gravity));
    store3(state_row(state_.external), load_lanes3(call_.external));
  }

  void substep() {
    if (!plan_.reset_frame) integrate();
    for (int pass = 0; pass < plan_.passes; ++pass) {
      project();
      collide();
    }
    if (!plan_.reset_frame) update_velocities();
  }

  /// Interpolates what is driven: joints, shapes and forces.
  void animate(const Real& f) {
    animated_translations_ = work_row(work_.animated_translation);
    animated_stride_ = 3 * kLanes;
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      store3(animated_translation(slot),
             lerp(load3(kept_translation(slot)), load3(pose_translation(slot)), f));
      if (!call_.traits[slot].oriented) continue;
      store4(animated_rotation(slot),
             nlerp(load4(kept_rotation(slot)), load4(pose_rotation(slot)), f));
      if (!call_.scaled) continue;
      store3(animated_scale(slot), lerp(load3(kept_scale(slot)), load3(pose_scale(slot)), f));
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) {
      const S* from = state_row(state_.shape + 7 * shape);
      const S* to = work_row(work_.current_shape + 7 * shape);
      put_capsule(shape, lerp(load3(from), load3(to), f),
                  nlerp(load4(from + 3 * kLanes), load4(to + 3 * kLanes), f));
    }
    gravity_ = lerp(load3(state_row(state_.gravity)), load_lanes3(call_.gravity), f);
    external_ = lerp(load3(state_row(state_.external)), load_lanes3(call_.external), f);
  }

  /// The last substep stands on this frame's input itself.
  void arrive() {
    animated_translations_ = pose_translation(0);
    animated_stride_ = kPoseRows * kLanes;
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      if (!call_.traits[slot].oriented) continue;
      store4(animated_rotation(slot), normalized(load4(pose_rotation(slot))));
      if (call_.scaled) copy(animated_scale(slot), pose_scale(slot), 3);
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) {
      const S* to = work_row(work_.current_shape + 7 * shape);
      put_capsule(shape, load3(to), normalized(load4(to + 3 * kLanes)));
    }
    gravity_ = load_lanes3(call_.gravity);
    external_ = load_lanes3(call_.external);
  }

  void put_capsule(int shape, const Vec3<Real>& center, const Quat<Real>& rotation) {
    S* row = work_row(work_.shape + 6 * shape);
    store3(row, center);
    store3(row + 3 * kLanes, z_axis(rotation));
  }

  // Velocity Verlet (§5.2).

  /// Spring to the animated position, external force, drag, gravity, in that order.
  Vec3<Real> accelerate(int slot, const Vec3<Real>& x, const Vec3<Real>& v) {
    Vec3<Real> sum = drag_acceleration(v, slot_constant(slot, dyng::kSlotDrag));
    if (call_.forced) sum = slot_constant(slot, dyng::kSlotInverseMass) * external_ + sum;
    if (call_.pulled) {
      sum = slot_constant(slot, dyng::kSlotPull) * (load3(animated_translation(slot)) - x) + sum;
    }
    return sum + gravity_;
  }

  void integrate() {
    const Real half_h = constant<Real>(0.5) * h_;
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      const Vec3<Real> x = load3(position(slot));
      const Vec3<Real> driven = load3(animated_translation(slot));
      store3(work_row(work_.before + 3 * slot), x);
      if (call_.traits[slot].free == dyng::Share::kNone) {
        store3(position(slot), driven);
        continue;
      }
      const Vec3<Real> v = load3(velocity(slot));
      const Vec3<Real> kicked = v + half_h * accelerate(slot, x, v);
      store3(velocity(slot), where_free(slot, kicked, v));
      store3(position(slot), where_free(slot, x + h_ * kicked, driven));
    }
  }

  void update_velocities() {
    const Real half_h = constant<Real>(0.5) * h_;
    const Real inverse_h = constant<Real>(1) / h_;
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      if (call_.traits[slot].free == dyng::Share::kNone) continue;
      const Vec3<Real> x = load3(position(slot));
      const Vec3<Real> v = load3(velocity(slot));
      const Vec3<Real> implied = inverse_h * (x - load3(work_row(work_.before + 3 * slot)));
      store3(velocity(slot), where_free(slot, implied + half_h * accelerate(slot, x, v), v));
    }
  }

  // Constraints (§5.3), in file order.

  void project() {
    using Kind = dyng::OperationKind;
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

  template <class Target>
  void link(const dyng::Operation& operation, Target target) {
    const Vec3<Real> x1 = load3(position(operation.a));
    const Vec3<Real> x2 = load3(position(operation.b));
    const Real lower = record(operation, dyng::kLinkLower);
    const Real upper = record(operation, dyng::kLinkUpper);
    const LinkResult<Real> solved = solve_link(
        x1, x2, record(operation, dyng::kLinkShare1), record(operation, dyng::kLinkShare2),
        [&](const Real& now) { return target(now, lower, upper); });
    store3(position(operation.a), in_active_lanes(operation, solved.x1, x1));
    store3(position(operation.b), in_active_lanes(operation, solved.x2, x2));
  }

  /// A constraint's transform on the animated frame of a slot.
  Frame<Real> animated_frame(int slot, const Vec3<Real>& translation_ls,
                             const Quat<Real>& rotation_ls) {
    Frame<Real> frame;
    frame.origin = load3(animated_translation(slot));
    const Quat<Real> rotation = load4(animated_rotation(slot));
    if (call_.scaled) {
      const Vec3<Real> scales = load3(animated_scale(slot));
      frame.origin = frame.origin + rotate(rotation, scale(scales, translation_ls));
    }
    frame.rotation = rotation * rotation_ls;
    return frame;
  }

  template <ConeSide side>
  void cone(const dyng::Operation& operation) {
    const Frame<Real> frame =
        animated_frame(operation.a, record3(operation, dyng::kConeTranslation),
                       record4(operation, dyng::kConeRotation));
    const Vec3<Real> x = load3(position(operation.b));
    const Vec3<Real> solved =
        solve_cone<side>(x, load3(position(operation.a)), frame, record(operation, dyng::kConeCos),
                         record(operation, dyng::kConeSin));
    store3(position(operation.b), in_active_lanes(operation, solved, x));
  }

  void ellipsoid(const dyng::Operation& operation) {
    const Frame<Real> frame =
        animated_frame(operation.a, record3(operation, dyng::kEllipsoidTranslation),
                       record4(operation, dyng::kEllipsoidRotation));
    const Vec3<Real> x = load3(position(operation.b));
    const Vec3<Real> solved = solve_ellipsoid(x, frame, record(operation, dyng::kEllipsoidRadius),
                                              record(operation, dyng::kEllipsoidRadiusDown),
                                              record(operation, dyng::kEllipsoidRadiusUp));
    store3(position(operation.b), in_active_lanes(operation, solved, x));
  }

  // Collision (§5.4).

  void collide() {
    if (call_.shape_count == 0) return;
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      if (call_.traits[slot].collides == dyng::Share::kNone) continue;
      const Mask collides = slot_constant(slot, dyng::kSlotCollides) > constant<Real>(0);
      const Real radius = slot_constant(slot, dyng::kSlotRadius);
      Vec3<Real> x = load3(position(slot));
      for (int shape = 0; shape < call_.shape_count; ++shape) {
        const Capsule<Real> capsule = capsule_at(shape);
        const Real reach = Real(call_.shapes[shape].radius) + radius;
        const Mask inside = is_inside(capsule, x, reach) & collides;
        if (!any(inside)) continue;
        x = select(inside, push_out(capsule, x, reach), x);
        store3(position(slot), x);
      }
    }
  }

  Capsule<Real> capsule_at(int shape) {
    const S* row = work_row(work_.shape + 6 * shape);
    return {load3(row), load3(row + 3 * kLanes), Real(call_.shapes[shape].half_length)};
  }

  // Output (§5.5).

  /// Rule 7: a lane that stopped being finite goes back on its input pose. Squares that overflow
  /// count as not finite.
  void guard_against_non_finite() {
    Real sum = constant<Real>(0);
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      const Vec3<Real> x = load3(position(slot));
      const Vec3<Real> v = load3(velocity(slot));
      sum = sum + (dot(x, x) + dot(v, v));
    }
    const Mask bad = !(sum - sum == constant<Real>(0));
    for (int lane = 0; lane < kLanes; ++lane) call_.became_non_finite[lane] = false;
    if (!any(bad)) return;

    S lanes[kLanes];
    Traits::store(lanes, select(bad, constant<Real>(1), constant<Real>(0)));
    for (int lane = 0; lane < kLanes; ++lane) {
      if (lanes[lane] == 0 && !kByLane) continue;  // Chains of one dangle go back together.
      call_.became_non_finite[lane] = true;
      put_lane_on_pose(lane);
    }
  }

  void put_lane_on_pose(int lane) {
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      for (int axis = 0; axis < 3; ++axis) {
        const int at = axis * kLanes + lane;
        position(slot)[at] = kept_translation(slot)[at] = pose_translation(slot)[at];
        velocity(slot)[at] = 0;
      }
      for (int i = 0; i < 4; ++i) {
        kept_rotation(slot)[i * kLanes + lane] = pose_rotation(slot)[i * kLanes + lane];
      }
    }
  }

  void write_output() {
    if (call_.alpha == 0) return;
    for (int i = 0; i < call_.output_count; ++i) {
      const dyng::Operation& operation = call_.outputs[i];
      if (operation.kind == dyng::OperationKind::kLookAt) {
        look_at(operation);
      } else {
        place(operation);
      }
    }
    scatter_pose();
  }

  void look_at(const dyng::Operation& operation) {
    const Vec3<Real> parent = load3(pose_translation(operation.a));
    const Quat<Real> rotation = load4(pose_rotation(operation.a));
    const Vec3<Real> between = load3(pose_translation(operation.b)) - parent;
    const Vec3<Real> to = load3(position(operation.b)) - parent;
    const Real to_length = square_root(dot(to, to));
    const auto looks = (dot(between, between) > Real(static_cast<S>(kLeastLookDistanceSquared))) &
                       (to_length > Real(static_cast<S>(kLeastLook)));
    Quat<Real> turned =
        turned_to_look(rotation, record3(operation, dyng::kLookAtAxis), to, to_length);
    if (call_.alpha != 1) turned = nlerp(rotation, turned, Real(call_.alpha));
    store4(pose_rotation(operation.a),
           in_active_lanes(operation, select(looks, turned, rotation), rotation));
  }

  void place(const dyng::Operation& operation) {
    const Vec3<Real> pose = load3(pose_translation(operation.a));
    const Vec3<Real> x = load3(position(operation.a));
    const Vec3<Real> placed = call_.alpha == 1 ? x : lerp(pose, x, Real(call_.alpha));
    store3(pose_translation(operation.a), in_active_lanes(operation, placed, pose));
  }

  void scatter_pose() {
    S* targets[kLanes];
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const bool writes =
            call_.writes[lane] && (!kByLane || call_.used[slot * kLanes + lane] != 0);
        targets[lane] = writes ? &call_.poses[lane][joint(slot, lane)].translation.x : nullptr;
      }
      scatter_rows(pose_translation(slot), targets);
    }
  }

  dyng::BlockCall<S>& call_;
  const dyng::Plan plan_;
  const dyng::StateRows& state_;
  const dyng::WorkRows& work_;
  const Real h_;
  S* animated_translations_ = nullptr;  ///< Interpolated, or the pose's own.
  int animated_stride_ = 0;
  Vec3<Real> gravity_;
  Vec3<Real> external_;
};

}  // namespace tassel::TASSEL_ISA
