// One frame of a block of lanes: §5 from top to bottom.
#pragma once

#include "solvers/dyng/block.h"
#include "solvers/dyng/kernels.h"

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
      begin_frame();
      for (int i = 0; i < plan_.substeps; ++i) {
        substep(Real(static_cast<S>(i + 1) / static_cast<S>(plan_.substeps)));
      }
    }
    if (plan_.reset_frame) forget_motion();
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
  S* pose_translation(int slot) { return work_row(work_.pose_translation + 3 * slot); }
  S* pose_rotation(int slot) { return work_row(work_.pose_rotation + 4 * slot); }
  S* animated_translation(int slot) { return work_row(work_.animated_translation + 3 * slot); }
  S* animated_rotation(int slot) { return work_row(work_.animated_rotation + 4 * slot); }

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

  void gather_pose() {
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      S* t = pose_translation(slot);
      S* q = pose_rotation(slot);
      for (int lane = 0; lane < kLanes; ++lane) {
        const Transform<S>& source = call_.poses[lane][joint(slot, lane)];
        t[lane] = source.translation.x;
        t[lane + kLanes] = source.translation.y;
        t[lane + 2 * kLanes] = source.translation.z;
        q[lane] = source.rotation.x;
        q[lane + kLanes] = source.rotation.y;
        q[lane + 2 * kLanes] = source.rotation.z;
        q[lane + 3 * kLanes] = source.rotation.w;
        if (!call_.scaled) continue;
        S* s = work_row(work_.pose_scale + 3 * slot);
        s[lane] = source.scale.x;
        s[lane + kLanes] = source.scale.y;
        s[lane + 2 * kLanes] = source.scale.z;
      }
    }
  }

  /// World-space inertia: what is kept in model space is re-expressed in the space of where the
  /// character stands now.
  void carry_through_world() {
    const Quat<Real> turn{Traits::load(call_.carry_rotation[0]),
                          Traits::load(call_.carry_rotation[1]),
                          Traits::load(call_.carry_rotation[2]),
                          Traits::load(call_.carry_rotation[3])};
    const Vec3<Real> move{Traits::load(call_.carry_translation[0]),
                          Traits::load(call_.carry_translation[1]),
                          Traits::load(call_.carry_translation[2])};
    const auto carry_point = [&](S* p) { store3(p, move + rotate(turn, load3(p))); };
    const auto carry_vector = [&](S* p) { store3(p, rotate(turn, load3(p))); };
    const auto carry_rotation = [&](S* p) { store4(p, turn * load4(p)); };
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      carry_point(position(slot));
      carry_vector(velocity(slot));
      carry_point(state_row(state_.translation + 3 * slot));
      carry_rotation(state_row(state_.rotation + 4 * slot));
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) {
      carry_point(state_row(state_.shape + 7 * shape));
      carry_rotation(state_row(state_.shape + 7 * shape + 3));
    }
    carry_vector(state_row(state_.gravity));
    carry_vector(state_row(state_.external));
  }

  void put_on_pose() {
    copy(state_row(state_.position), work_row(work_.pose_translation), 3 * call_.slot_count);
    forget_motion();
  }

  /// No velocity, and no animated motion since the last frame.
  void forget_motion() {
    S* v = state_row(state_.velocity);
    for (int i = 0; i < 3 * call_.slot_count * kLanes; ++i) v[i] = 0;
    take_input();
  }

  /// This frame's pose, shapes and forces become the current ones.
  void take_input() {
    copy(state_row(state_.translation), work_row(work_.pose_translation), 3 * call_.slot_count);
    copy(state_row(state_.rotation), work_row(work_.pose_rotation), 4 * call_.slot_count);
    if (call_.scaled) {
      copy(state_row(state_.scale), work_row(work_.pose_scale), 3 * call_.slot_count);
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) pose_shape(shape);
    for (int axis = 0; axis < 3; ++axis) {
      Traits::store(state_row(state_.gravity + axis), Traits::load(call_.gravity[axis]));
      Traits::store(state_row(state_.external + axis), Traits::load(call_.external[axis]));
    }
  }

  void pose_shape(int shape) {
    const dyng::Shape<S>& source = call_.shapes[shape];
    S joint[10 * kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      const Transform<S>& pose = call_.poses[lane][source.joint];
      S* column = joint + lane;
      column[0] = pose.translation.x;
      column[kLanes] = pose.translation.y;
      column[2 * kLanes] = pose.translation.z;
      column[3 * kLanes] = pose.rotation.x;
      column[4 * kLanes] = pose.rotation.y;
      column[5 * kLanes] = pose.rotation.z;
      column[6 * kLanes] = pose.rotation.w;
      column[7 * kLanes] = pose.scale.x;
      column[8 * kLanes] = pose.scale.y;
      column[9 * kLanes] = pose.scale.z;
    }
    const Transform<S>& local = source.transform_ls;
    const Vec3<Real> offset{Real(local.translation.x), Real(local.translation.y),
                            Real(local.translation.z)};
    const Quat<Real> turn{Real(local.rotation.x), Real(local.rotation.y), Real(local.rotation.z),
                          Real(local.rotation.w)};
    const Quat<Real> rotation = load4(joint + 3 * kLanes);
    S* row = state_row(state_.shape + 7 * shape);
    store3(row, load3(joint) + rotate(rotation, scale(load3(joint + 7 * kLanes), offset)));
    store4(row + 3 * kLanes, rotation * turn);
  }

  void begin_frame() {
    copy(work_row(work_.previous_translation), state_row(state_.translation),
         3 * call_.slot_count);
    copy(work_row(work_.previous_rotation), state_row(state_.rotation), 4 * call_.slot_count);
    if (call_.scaled) {
      copy(work_row(work_.previous_scale), state_row(state_.scale), 3 * call_.slot_count);
    }
    copy(work_row(work_.previous_shape), state_row(state_.shape), 7 * call_.shape_count);
    copy(work_row(work_.previous_gravity), state_row(state_.gravity), 3);
    copy(work_row(work_.previous_external), state_row(state_.external), 3);
    take_input();
  }

  void substep(const Real& f) {
    animate(f);
    if (!plan_.reset_frame) integrate();
    for (int pass = 0; pass < plan_.passes; ++pass) {
      project();
      collide();
    }
    if (!plan_.reset_frame) update_velocities();
  }

  /// Interpolates what is driven: joints, shapes and forces.
  void animate(const Real& f) {
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      store3(animated_translation(slot),
             lerp(load3(work_row(work_.previous_translation + 3 * slot)),
                  load3(state_row(state_.translation + 3 * slot)), f));
      if (!call_.traits[slot].oriented) continue;
      store4(animated_rotation(slot), nlerp(load4(work_row(work_.previous_rotation + 4 * slot)),
                                            load4(state_row(state_.rotation + 4 * slot)), f));
      if (!call_.scaled) continue;
      store3(work_row(work_.animated_scale + 3 * slot),
             lerp(load3(work_row(work_.previous_scale + 3 * slot)),
                  load3(state_row(state_.scale + 3 * slot)), f));
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) {
      const S* from = work_row(work_.previous_shape + 7 * shape);
      const S* to = state_row(state_.shape + 7 * shape);
      S* now = work_row(work_.shape + 7 * shape);
      store3(now, lerp(load3(from), load3(to), f));
      store4(now + 3 * kLanes, nlerp(load4(from + 3 * kLanes), load4(to + 3 * kLanes), f));
    }
    gravity_ = lerp(load3(work_row(work_.previous_gravity)), load3(state_row(state_.gravity)), f);
    external_ =
        lerp(load3(work_row(work_.previous_external)), load3(state_row(state_.external)), f);
  }

  // Velocity Verlet (§5.2).

  Vec3<Real> accelerate(int slot, const Vec3<Real>& x, const Vec3<Real>& v) {
    return acceleration(x, v, load3(animated_translation(slot)),
                        slot_constant(slot, dyng::kSlotPull), slot_constant(slot, dyng::kSlotDrag),
                        slot_constant(slot, dyng::kSlotInverseMass) * external_, gravity_);
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
          link(operation, [](const Real& now, const Real& lower, const Real&) {
            return maximum(now, lower);
          });
          break;
        case Kind::kLinkCloser:
          link(operation, [](const Real& now, const Real&, const Real& upper) {
            return minimum(now, upper);
          });
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
      const Vec3<Real> scales = load3(work_row(work_.animated_scale + 3 * slot));
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
        solve_cone<side>(x, load3(position(operation.a)), frame,
                         record(operation, dyng::kConeCos), record(operation, dyng::kConeSin));
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
        const S* row = work_row(work_.shape + 7 * shape);
        x = push_out_of_capsule(x, Frame<Real>{load3(row), load4(row + 3 * kLanes)},
                                Real(call_.shapes[shape].half_length),
                                Real(call_.shapes[shape].radius) + radius, collides);
      }
      store3(position(slot), x);
    }
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
    for (int row = 0; row < 3 * call_.slot_count; ++row) {
      const S pose = work_row(work_.pose_translation + row)[lane];
      state_row(state_.position + row)[lane] = pose;
      state_row(state_.translation + row)[lane] = pose;
      state_row(state_.velocity + row)[lane] = 0;
    }
    for (int row = 0; row < 4 * call_.slot_count; ++row) {
      state_row(state_.rotation + row)[lane] = work_row(work_.pose_rotation + row)[lane];
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
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      const S* t = pose_translation(slot);
      const S* q = pose_rotation(slot);
      for (int lane = 0; lane < kLanes; ++lane) {
        if (!call_.writes[lane]) continue;
        if (kByLane && call_.used[slot * kLanes + lane] == 0) continue;
        Transform<S>& target = call_.poses[lane][joint(slot, lane)];
        target.translation = {t[lane], t[lane + kLanes], t[lane + 2 * kLanes]};
        target.rotation = {q[lane], q[lane + kLanes], q[lane + 2 * kLanes], q[lane + 3 * kLanes]};
      }
    }
  }

  dyng::BlockCall<S>& call_;
  const dyng::Plan plan_;
  const dyng::StateRows& state_;
  const dyng::WorkRows& work_;
  const Real h_;
  Vec3<Real> gravity_;
  Vec3<Real> external_;
};

}  // namespace tassel::TASSEL_ISA
