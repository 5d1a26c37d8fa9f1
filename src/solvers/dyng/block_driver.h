// What drives a block: the input pose and the forces, from the last frame's to this frame's.
#pragma once

#include "solvers/dyng/block_rows.h"
#include "solvers/dyng/kernels.h"

namespace tassel::TASSEL_ISA {

template <class Rows>
class BlockDriver {
  using Real = typename Rows::Real;
  using S = typename Rows::S;
  using Traits = typename Rows::Traits;
  static constexpr int kLanes = Rows::kLanes;

 public:
  explicit BlockDriver(Rows& rows) : rows_(rows), call_(rows.call) {}

  /// This frame's input: the joints of the particles and the shapes.
  TASSEL_FLATTEN void gather() {
    const S* sources[kLanes];
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      rows_.find_sources(slot, sources);
      gather_pose(sources, rows_.pose_translation(slot));
      if (call_.scaled) Rows::store3(rows_.pose_scale(slot), gather_scale(sources));
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) pose_shape(shape);
  }

  /// World-space inertia: what is kept in model space is re-expressed in the space of where the
  /// character stands now.
  void carry_through_world() {
    const Quat<Real> turn = Rows::load_lanes4(call_.carry_rotation);
    const Vec3<Real> move = Rows::load_lanes3(call_.carry_translation);
    const auto point = [&](S* p) { Rows::store3(p, move + rotate(turn, Rows::load3(p))); };
    const auto vector = [&](S* p) { Rows::store3(p, rotate(turn, Rows::load3(p))); };
    const auto rotation = [&](S* p) { Rows::store4(p, turn * Rows::load4(p)); };
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      point(rows_.position(slot));
      vector(rows_.velocity(slot));
      point(rows_.kept_translation(slot));
      rotation(rows_.kept_rotation(slot));
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) {
      point(rows_.kept_shape(shape));
      rotation(rows_.kept_shape(shape) + 3 * kLanes);
    }
    vector(rows_.gravity);
    vector(rows_.external);
  }

  /// This frame's input is what the next one interpolates from.
  void keep() {
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      Rows::copy(rows_.kept_translation(slot), rows_.pose_translation(slot), 3);
      if (!call_.traits[slot].oriented) continue;
      Rows::copy(rows_.kept_rotation(slot), rows_.pose_rotation(slot), 4);
      if (call_.scaled) Rows::copy(rows_.kept_scale(slot), rows_.pose_scale(slot), 3);
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) {
      Rows::copy(rows_.kept_shape(shape), rows_.current_shape(shape), 7);
    }
    Rows::store3(rows_.gravity, Rows::load_lanes3(call_.gravity));
    Rows::store3(rows_.external, Rows::load_lanes3(call_.external));
  }

  /// Everything that is driven, a share f of the way into this frame.
  TASSEL_FLATTEN void animate(const Real& f) {
    rows_.animate_in_own_rows();
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      Rows::store3(rows_.animated_translation(slot),
                   lerp(Rows::load3(rows_.kept_translation(slot)),
                        Rows::load3(rows_.pose_translation(slot)), f));
      if (!call_.traits[slot].oriented) continue;
      Rows::store4(rows_.animated_rotation(slot), nlerp(Rows::load4(rows_.kept_rotation(slot)),
                                                        Rows::load4(rows_.pose_rotation(slot)), f));
      if (!call_.scaled) continue;
      Rows::store3(rows_.animated_scale(slot), lerp(Rows::load3(rows_.kept_scale(slot)),
                                                    Rows::load3(rows_.pose_scale(slot)), f));
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) {
      const S* from = rows_.kept_shape(shape);
      const S* to = rows_.current_shape(shape);
      put_capsule(shape, lerp(Rows::load3(from), Rows::load3(to), f),
                  nlerp(Rows::load4(from + 3 * kLanes), Rows::load4(to + 3 * kLanes), f));
    }
    gravity = lerp(Rows::load3(rows_.gravity), Rows::load_lanes3(call_.gravity), f);
    external = lerp(Rows::load3(rows_.external), Rows::load_lanes3(call_.external), f);
  }

  /// The last substep stands on this frame's input itself.
  TASSEL_FLATTEN void arrive() {
    rows_.animate_as_posed();
    for (int slot = 0; slot < call_.slot_count; ++slot) {
      if (!call_.traits[slot].oriented) continue;
      Rows::store4(rows_.animated_rotation(slot),
                   normalized(Rows::load4(rows_.pose_rotation(slot))));
      if (call_.scaled) Rows::copy(rows_.animated_scale(slot), rows_.pose_scale(slot), 3);
    }
    for (int shape = 0; shape < call_.shape_count; ++shape) {
      const S* to = rows_.current_shape(shape);
      put_capsule(shape, Rows::load3(to), normalized(Rows::load4(to + 3 * kLanes)));
    }
    gravity = Rows::load_lanes3(call_.gravity);
    external = Rows::load_lanes3(call_.external);
  }

  Vec3<Real> gravity;   ///< In model space, for the substep.
  Vec3<Real> external;  ///< Newtons.

 private:
  static Vec3<Real> gather_scale(const S* const (&sources)[kLanes]) {
    alignas(sizeof(Real)) S quad[4 * kLanes];
    gather_quad(sources, kScaleQuad, quad);
    return Rows::load3(quad + kLanes);
  }

  /// A shape's transform on its joint's input pose.
  void pose_shape(int shape) {
    const dyng::Shape<S>& source = call_.shapes[shape];
    const S* sources[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      sources[lane] = scalars_of<const S>(call_.poses[lane][source.joint]);
    }
    alignas(sizeof(Real)) S joint[kPoseRows * kLanes];
    gather_pose(sources, joint);
    const Transform<S>& local = source.transform_ls;
    const Vec3<Real> offset{Real(local.translation.x), Real(local.translation.y),
                            Real(local.translation.z)};
    const Quat<Real> turn{Real(local.rotation.x), Real(local.rotation.y), Real(local.rotation.z),
                          Real(local.rotation.w)};
    const Quat<Real> rotation = Rows::load4(joint + 3 * kLanes);
    const Vec3<Real> scaled = scale(gather_scale(sources), offset);
    Rows::store3(rows_.current_shape(shape), Rows::load3(joint) + rotate(rotation, scaled));
    Rows::store4(rows_.current_shape(shape) + 3 * kLanes, rotation * turn);
  }

  void put_capsule(int shape, const Vec3<Real>& center, const Quat<Real>& rotation) {
    S* row = rows_.capsule(shape);
    Rows::store3(row, center);
    Rows::store3(row + 3 * kLanes, z_axis(rotation));
  }

  Rows& rows_;
  dyng::BlockCall<S>& call_;
};

}  // namespace tassel::TASSEL_ISA
