#pragma once
// What a step's kernel is given.

#include "math/pack.h"
#include "solvers/springbone/program.h"

namespace tassel::springbone {

/// A collider's shape in the world.
template <class S>
struct WorldShape {
  SpringCollider::Kind kind = SpringCollider::Kind::kSphere;
  bool inside = false;
  Vec3<S> origin{};
  Vec3<S> segment{};     ///< From there to a capsule's other end.
  S inverse_square = 0;  ///< Of its length; 0 where it has none.
  Vec3<S> normal{};      ///< A plane's, unit; 0 where its joint has no size.
  S radius = 0;
};

/// A collider in its joint's space, in the solver's scalar.
template <class S>
struct LocalShape {
  SpringCollider::Kind kind = SpringCollider::Kind::kSphere;
  bool inside = false;
  Vec3<S> offset{};
  Vec3<S> tail{};
  Vec3<S> normal{};
  S radius = 0;
};

template <class S>
struct StepCall {
  const Schedule* schedule = nullptr;
  const Layout<S>* layout = nullptr;
  const LocalShape<S>* colliders = nullptr;
  S dt = 0;
  bool holds = false;                    ///< No time passes: heads turn to tails that stay.
  const Transform<S>* locals = nullptr;  ///< [slot] The input pose.
  bool is_unscaled = false;              ///< Its scales are 1, all of them.
  Vec3<S> origin_moved{};                ///< What makes the state's tails relative to this step's
                                         ///< origin, where their centre is the world.
  Affine<S>* models = nullptr;           ///< [1 + slot], to the world; the first is the world's.
  Affine<S>* centre_inverses = nullptr;  ///< Of the schedule's centres.
  WorldShape<S>* shapes = nullptr;       ///< The colliders', and behind them the late ones.
  S* state = nullptr;                    ///< [batch][StateRow][lane]
  Transform<S>* output = nullptr;        ///< [joint] Whose rotations are replaced, if any.
  bool is_finite = true;                 ///< Out: whether every result is.
};

template <class S>
using Kernel = void (*)(StepCall<S>&);

template <class S>
[[nodiscard]] Kernel<S> kernel_of(int lanes);

}  // namespace tassel::springbone
