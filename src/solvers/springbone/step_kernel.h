// One step of every bone: a level at a time, its bones side by side in lanes.
#pragma once

#include "math/lane_quads.h"
#include "solvers/springbone/bone_kernels.h"
#include "solvers/springbone/step_call.h"

namespace tassel::springbone::TASSEL_ISA {

inline constexpr int kAffineRows = 12;

template <class Real>
Vec3<Real> load_vector(const ScalarOf<Real>* rows) {
  using Traits = RealTraits<Real>;
  constexpr int kLanes = Traits::kLanes;
  return {Traits::load(rows), Traits::load(rows + kLanes), Traits::load(rows + 2 * kLanes)};
}
template <class Real>
Quat<Real> load_rotation(const ScalarOf<Real>* rows) {
  using Traits = RealTraits<Real>;
  constexpr int kLanes = Traits::kLanes;
  return {Traits::load(rows), Traits::load(rows + kLanes), Traits::load(rows + 2 * kLanes),
          Traits::load(rows + 3 * kLanes)};
}
template <class Real>
void store(const Vec3<Real>& v, ScalarOf<Real>* rows) {
  using Traits = RealTraits<Real>;
  constexpr int kLanes = Traits::kLanes;
  Traits::store(rows, v.x);
  Traits::store(rows + kLanes, v.y);
  Traits::store(rows + 2 * kLanes, v.z);
}
template <class Real>
void store(const Quat<Real>& q, ScalarOf<Real>* rows) {
  store(Vec3<Real>{q.x, q.y, q.z}, rows);
  RealTraits<Real>::store(rows + 3 * RealTraits<Real>::kLanes, q.w);
}

/// One scalar's value in every lane.
template <class Real>
Vec3<Real> spread(const Vec3<ScalarOf<Real>>& v) {
  return {Real(v.x), Real(v.y), Real(v.z)};
}
template <class Real>
Affine<Real> spread(const Affine<ScalarOf<Real>>& a) {
  return {spread<Real>(a.x), spread<Real>(a.y), spread<Real>(a.z), spread<Real>(a.origin)};
}

/// A normal goes by the inverse transposed, of which only the direction counts.
template <class S>
WorldShape<S> in_world(const LocalShape<S>& shape, const Affine<S>& joint) {
  const Vec3<S> row_x = cross(joint.y, joint.z);
  const S sign = dot(joint.x, row_x) < S(0) ? S(-1) : S(1);
  const Vec3<S> normal = shape.normal.x * row_x + shape.normal.y * cross(joint.z, joint.x) +
                         shape.normal.z * cross(joint.x, joint.y);
  const Vec3<S> segment = apply_linear(joint, shape.tail - shape.offset);
  const S square = dot(segment, segment);
  return {shape.kind,
          shape.inside,
          apply(joint, shape.offset),
          segment,
          square > S(0) ? S(1) / square : S(0),
          sign * unit_or(normal, Vec3<S>{}),
          shape.radius};
}

template <class Real>
class StepKernel {
  using S = ScalarOf<Real>;
  using Traits = RealTraits<Real>;
  static constexpr int kLanes = Traits::kLanes;

 public:
  explicit StepKernel(StepCall<S>& call) : call_(call) {}

  void run() {
    const std::vector<Level>& levels = call_.schedule->levels;
    for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
      const Level& level = levels[i];
      const Level& next = levels[i + 1];
      for (int b = call_.layout->first_batch[i]; b < call_.layout->first_batch[i + 1]; ++b) {
        call_.is_unscaled ? run_batch<true>(b) : run_batch<false>(b);
      }
      for (int slot = level.first_rigid; slot < next.first_bone; ++slot) carry(slot);
      for (int c = level.first_collider; c < next.first_collider; ++c) place_collider(c);
      for (int c = level.first_centre; c < next.first_centre; ++c) invert_centre(c);
    }
    call_.is_finite = !any(!(trace_ == Real(0)));
  }

 private:
  [[nodiscard]] const Affine<S>& parent_of(int slot) const {
    return call_.models[call_.schedule->slots[slot].parent + 1];
  }

  TASSEL_FLATTEN void carry(int slot) {
    const Transform<S>& local = call_.locals[slot];
    call_.models[slot + 1] =
        parent_of(slot) * axes_of(local.rotation, local.scale, local.translation);
  }

  TASSEL_FLATTEN void place_collider(int index) {
    const int collider = call_.schedule->colliders[index];
    const int slot = call_.schedule->collider_slot[index];
    call_.shapes[collider] = in_world(call_.colliders[collider], call_.models[slot + 1]);
  }

  TASSEL_FLATTEN void invert_centre(int index) {
    const Affine<S>& centre = call_.models[call_.schedule->centres[index] + 1];
    // A centre without size has no inverse: what it holds is at its origin.
    call_.centre_inverses[index] =
        determinant(centre) == S(0) ? Affine<S>{{}, {}, {}, {}} : inverse(centre);
  }

  template <bool kIsUnscaled>
  TASSEL_FLATTEN void run_batch(int index) {
    const Batch& batch = call_.layout->batches[index];
    const S* constants = call_.layout->constants.data() + index * (kBoneRows * kLanes);
    S* state = call_.state + index * (kStateRows * kLanes);
    const Transform<Real> local = load_locals(batch);
    const BoneHold<Real> hold = make_hold<kIsUnscaled>(index, constants, local.translation);
    const Vec3<Real> tail = call_.holds
                                ? from_centre(batch, load_tail(batch, state + kTail * kLanes))
                                : move<kIsUnscaled>(batch, constants, state, hold);
    const Quat<Real> rotation = turn_to<kIsUnscaled>(hold, constants, tail);
    store(rotation, state + kRotation * kLanes);
    store_models(batch, hold.parent * axes_of(rotation, local.scale, local.translation));
    if (call_.output != nullptr) write(batch, state + kRotation * kLanes);
    trace_ = trace_ + Real(0) * (tail.x + tail.y + tail.z) +
             Real(0) * (rotation.x + rotation.y + rotation.z + rotation.w);
  }

  /// The tail, a step further.
  template <bool kIsUnscaled>
  Vec3<Real> move(const Batch& batch, const S* constants, S* state,
                  const BoneHold<Real>& hold) const {
    const Vec3<Real> before = load_tail(batch, state + kTail * kLanes);
    const Vec3<Real> earlier = load_tail(batch, state + kPreviousTail * kLanes);
    Vec3<Real> tail = integrate(batch, constants, before, earlier, hold);
    tail = held<kIsUnscaled>(batch.limit, hold, at_length(hold, tail));
    tail = collide<kIsUnscaled>(batch, constants, hold, tail);
    store(before, state + kPreviousTail * kLanes);
    store(to_centre(batch, tail), state + kTail * kLanes);
    return tail;
  }

  /// Translation and scale of the batch's heads. Their rotation isn't asked for.
  Transform<Real> load_locals(const Batch& batch) const {
    const S* sources[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      const int slot = batch.first_slot + (lane < batch.bone_count ? lane : 0);
      sources[lane] = scalars_of<const S>(call_.locals[slot]);
    }
    alignas(64) S rows[8 * kLanes];
    gather_quad<kLanes>(sources, 0, rows);               // translation x y z, rotation x
    gather_quad<kLanes>(sources, 6, rows + 4 * kLanes);  // rotation w, scale x y z
    return {load_vector<Real>(rows), {}, load_vector<Real>(rows + 5 * kLanes)};
  }

  Affine<Real> load_parents(int index) const {
    const S* sources[kLanes];
    const int* parents = call_.layout->parents.data() + index * kLanes;
    for (int lane = 0; lane < kLanes; ++lane) {
      sources[lane] = scalars_of<const S>(call_.models[parents[lane] + 1]);
    }
    alignas(64) S rows[kAffineRows * kLanes];
    for (int quad = 0; quad < 3; ++quad) {
      gather_quad<kLanes>(sources, 4 * quad, rows + 4 * quad * kLanes);
    }
    return {load_vector<Real>(rows), load_vector<Real>(rows + 3 * kLanes),
            load_vector<Real>(rows + 6 * kLanes), load_vector<Real>(rows + 9 * kLanes)};
  }

  void store_models(const Batch& batch, const Affine<Real>& model) {
    alignas(64) S rows[kAffineRows * kLanes];
    store(model.x, rows);
    store(model.y, rows + 3 * kLanes);
    store(model.z, rows + 6 * kLanes);
    store(model.origin, rows + 9 * kLanes);
    S* targets[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      targets[lane] = lane < batch.bone_count
                          ? scalars_of<S>(call_.models[batch.first_slot + lane + 1])
                          : nullptr;
    }
    for (int quad = 0; quad < 3; ++quad) {
      scatter_quad<kLanes>(rows + 4 * quad * kLanes, 4 * quad, targets);
    }
  }

  /// The caller's pose gets the rotations.
  void write(const Batch& batch, const S* rotation_rows) const {
    S* targets[kLanes] = {};
    for (int lane = 0; lane < batch.bone_count; ++lane) {
      const int joint = call_.schedule->slots[batch.first_slot + lane].joint;
      targets[lane] = scalars_of<S>(call_.output[joint].rotation);
    }
    scatter_quad<kLanes>(rotation_rows, 0, targets);
  }

  template <bool kIsUnscaled>
  BoneHold<Real> make_hold(int index, const S* constants, const Vec3<Real>& translation) const {
    BoneHold<Real> hold;
    hold.parent = load_parents(index);
    hold.head = apply(hold.parent, translation);
    const Vec3<Real> rest = load_vector<Real>(constants + kRestDirection * kLanes);
    hold.rest_direction =
        apply_linear(kIsUnscaled ? hold.parent : without_scale(hold.parent), rest);
    hold.length = Traits::load(constants + kLength * kLanes);
    hold.rest_rotation = load_rotation<Real>(constants + kRestRotation * kLanes);
    hold.limit_rotation = load_rotation<Real>(constants + kLimitRotation * kLanes);
    hold.limit_cosine = Traits::load(constants + kLimitCosine * kLanes);
    hold.limit_sine = Traits::load(constants + kLimitSine * kLanes);
    hold.limit_yaw_sine = Traits::load(constants + kLimitYawSine * kLanes);
    return hold;
  }

  /// A tail, as it is relative to its centre or to this step's origin.
  Vec3<Real> load_tail(const Batch& batch, const S* rows) const {
    const Vec3<Real> tail = load_vector<Real>(rows);
    return batch.centre < 0 ? tail + spread<Real>(call_.origin_moved) : tail;
  }

  /// Inertia in the centre's space, forces in the world.
  Vec3<Real> integrate(const Batch& batch, const S* constants, const Vec3<Real>& tail,
                       const Vec3<Real>& earlier, const BoneHold<Real>& hold) const {
    const Real keep = Traits::load(constants + kKeep * kLanes);
    const Real stiffness = Traits::load(constants + kStiffness * kLanes);
    const Vec3<Real> gravity = load_vector<Real>(constants + kGravity * kLanes);
    const Real dt(call_.dt);
    const Vec3<Real> next = from_centre(batch, tail + keep * (tail - earlier));
    return next + (dt * stiffness) * hold.rest_direction + dt * gravity;
  }

  Vec3<Real> from_centre(const Batch& batch, const Vec3<Real>& tail) const {
    if (batch.centre < 0) return tail;
    const int slot = call_.schedule->centres[batch.centre];
    return apply(spread<Real>(call_.models[slot + 1]), tail);
  }
  Vec3<Real> to_centre(const Batch& batch, const Vec3<Real>& tail) const {
    if (batch.centre < 0) return tail;
    return apply(spread<Real>(call_.centre_inverses[batch.centre]), tail);
  }

  template <bool kIsUnscaled>
  static Vec3<Real> held(LimitKind limit, const BoneHold<Real>& hold, const Vec3<Real>& tail) {
    switch (limit) {
      case LimitKind::kNone:
        return tail;
      case LimitKind::kCone:
        return within_limit<kIsUnscaled>(hold, tail, in_cone<Real>);
      case LimitKind::kHinge:
        return within_limit<kIsUnscaled>(hold, tail, on_hinge<Real>);
      case LimitKind::kSpherical:
        break;
    }
    return within_limit<kIsUnscaled>(hold, tail, in_pitch_and_yaw<Real>);
  }

  template <bool kIsUnscaled>
  Vec3<Real> collide(const Batch& batch, const S* constants, const BoneHold<Real>& hold,
                     Vec3<Real> tail) const {
    const Real hit_radius = Traits::load(constants + kHitRadius * kLanes);
    for (int i = 0; i < batch.shape_count; ++i) {
      const WorldShape<S>& world = call_.shapes[call_.layout->shapes[batch.first_shape + i]];
      const Shape<Real> shape{spread<Real>(world.origin), spread<Real>(world.segment),
                              Real(world.inverse_square), spread<Real>(world.normal),
                              Real(world.radius)};
      Vec3<Real> pushed;
      MaskOf<Real> is_hit;
      if (world.kind == SpringCollider::Kind::kPlane) {
        const Real distance = dot(shape.normal, tail - shape.origin) - hit_radius;
        is_hit = distance < Real(0);
        if (!any(is_hit)) continue;
        pushed = tail - distance * shape.normal;
      } else {
        const Vec3<Real> v = world.kind == SpringCollider::Kind::kSphere ? tail - shape.origin
                                                                         : from_axis(shape, tail);
        const Real square = dot(v, v);
        const Real reach = world.inside ? shape.radius - hit_radius : shape.radius + hit_radius;
        is_hit =
            world.inside ? either(reach<Real(0), square> reach * reach) : square < reach * reach;
        if (!any(is_hit)) continue;
        pushed = at_distance(tail, v, square, reach);
      }
      tail = select(is_hit, held<kIsUnscaled>(batch.limit, hold, at_length(hold, pushed)), tail);
    }
    return tail;
  }

  /// The head's local rotation that points its axis at the tail.
  template <bool kIsUnscaled>
  static Quat<Real> turn_to(const BoneHold<Real>& hold, const S* constants,
                            const Vec3<Real>& tail) {
    const Vec3<Real> axis = load_vector<Real>(constants + kAxis * kLanes);
    const Vec3<Real> back = direction_back<kIsUnscaled>(hold.parent, tail - hold.head);
    const Vec3<Real> direction = unit_or(rotate_back(hold.rest_rotation, back), axis);
    const Vec3<Real> flip_axis = load_vector<Real>(constants + kFlipAxis * kLanes);
    return hold.rest_rotation * shortest_turn(axis, direction, flip_axis);
  }

  StepCall<S>& call_;
  Real trace_{};  ///< 0 as long as every result is finite.
};

}  // namespace tassel::springbone::TASSEL_ISA
