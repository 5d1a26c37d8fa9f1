#pragma once
// Spring bones: VRM's swinging hair and skirts, by the specification's arithmetic.
//
// SpringBoneSpec (plain data, editable) --cook--> SpringBoneProgram (immutable);
// SpringBoneState (copyable) is what a frame changes. docs/springbones.md derives the arithmetic
// and says where it goes beyond VRMC_springBone 1.0. Y is up.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tassel/math.h"
#include "tassel/skeleton.h"
#include "tassel/status.h"

namespace tassel {

// ---------------------------------------------------------------------------------------------
// The spec. Joints are indices into the skeleton. Lengths in metres; stiffness and gravity are
// speeds, m/s, as the specification has them. Defaults are VRM 1.0's.

/// Keeps a bone near its rest direction (VRMC_springBone_limit, a draft). Angles in radians.
struct SpringLimit {
  enum class Kind { kCone, kHinge, kSpherical };
  Kind kind = Kind::kCone;
  double angle = 0;     ///< Cone and hinge: the most away from the limit's +Y, 0 to π.
  double pitch = 0;     ///< Spherical: the most about X, 0 to π,
  double yaw = 0;       ///< and about Z, 0 to π/2.
  Quatd rotation_ls{};  ///< Turns the limit against the bone's axis.
};

/// A bone: its joint, the head, turns so that its tail follows a particle.
struct SpringBone {
  int joint = -1;
  Vec3d tail_ls{};  ///< In the joint's space at rest. Zero: the bone has no length, and rests.
  double hit_radius = 0;           ///< Of the particle, against colliders.
  double stiffness = 1;            ///< Speed toward the rest direction.
  double gravity_power = 0;        ///< Speed along gravity_dir_ws.
  Vec3d gravity_dir_ws{0, -1, 0};  ///< Used as given; not made unit.
  double drag_force = 0.5;         ///< Share of the velocity lost in 1/60 s, 0 to 1.
  std::optional<SpringLimit> limit;
};

/// What keeps particles out, or in.
struct SpringCollider {
  enum class Kind { kSphere, kCapsule, kPlane };
  Kind kind = Kind::kSphere;
  int joint = -1;            ///< It rides on this joint. Node scales don't change its radius.
  bool inside = false;       ///< Sphere and capsule: keeps particles in rather than out.
  double radius = 0;         ///< Sphere and capsule.
  Vec3d offset_ls{};         ///< The sphere's centre, the capsule's one end, a point of the plane.
  Vec3d tail_ls{};           ///< The capsule's other end.
  Vec3d normal_ls{0, 0, 1};  ///< The plane's free side.
};

/// Bones that are simulated root to tip. A joint belongs to one bone of one spring.
struct Spring {
  std::string name;
  std::vector<SpringBone> bones;  ///< Each an ancestor of the next.
  std::vector<int> colliders;     ///< In the order in which they push.
  int center = -1;  ///< Inertia is felt relative to this joint; −1: relative to the world.
};

struct SpringBoneSpec {
  std::vector<SpringCollider> colliders;
  std::vector<Spring> springs;
};

/// Everything that keeps the solver from running the spec, one Status each (the first 1,000): a
/// joint or collider that isn't there, a joint in two bones, a bone that isn't below the one
/// before it, a centre that a bone moves and that isn't above its spring's first joint, a number
/// that isn't finite or out of its range. Places: "springs[3].bones[0].stiffness". Empty: `cook`
/// succeeds.
[[nodiscard]] std::vector<Status> validate(const SpringBoneSpec& spec, const Skeleton& skeleton);

// ---------------------------------------------------------------------------------------------
// The program: a spec cooked for running.

namespace springbone {
struct ProgramData;
template <class Scalar>
struct StateData;
}  // namespace springbone

/// Immutable, cheap to copy, shared by any number of states and threads. Empty until cooked: an
/// empty one may only be cooked, assigned and destroyed.
class SpringBoneProgram {
 public:
  [[nodiscard]] int joint_count() const;
  [[nodiscard]] int bone_count() const;
  /// The joint that bone i (in the spec's order, spring by spring) turns.
  [[nodiscard]] int bone_joint(int bone) const;
  /// The bone's length at rest, metres.
  [[nodiscard]] double bone_length(int bone) const;

  [[nodiscard]] const springbone::ProgramData& data() const { return *data_; }

 private:
  friend Status cook(const SpringBoneSpec& spec, const Skeleton& skeleton,
                     SpringBoneProgram& program);
  std::shared_ptr<const springbone::ProgramData> data_;
};

/// Cooks a spec for a skeleton, whose reference pose is the springs' rest pose. Bones run in an
/// order in which each comes after the bones above it and after those that move its colliders and
/// its centre; where these wait for each other in a ring, a collider counts where it stood at the
/// end of the frame before. Fails with the first finding of `validate`; the program is then
/// unchanged.
[[nodiscard]] Status cook(const SpringBoneSpec& spec, const Skeleton& skeleton,
                          SpringBoneProgram& program);

// ---------------------------------------------------------------------------------------------
// The state, and the step.

enum class SpringBoneSolver {
  kSteady,  ///< Steps of 1/60 s at any frame rate, input and output interpolated.
  kExact,   ///< One step a frame, as specified: the motion depends on the frame rate.
};

/// One call from outside.
struct SpringBoneFrame {
  double dt = 1.0 / 60;  ///< Seconds, 0 to 1e6. 0 holds the particles where they are. Steady: at
                         ///< most 15 steps run, and the rest of a long frame is dropped.
  SpringBoneSolver solver = SpringBoneSolver::kSteady;
  /// true: the particles go where the input pose has them at rest, without velocity, and no time
  /// passes. For a teleport, and for a first frame far from the rest pose.
  bool reset = false;
  /// The character in the world: finite, a unit rotation to 1e-3. Its scale is divided out: sizes,
  /// speeds and radii grow with it, so that rotations are the same at every scale. Not 0; may be
  /// negative. Of one that isn't uniform the largest component counts as the scale.
  Transformd world_ws{};
};

/// What a frame did.
struct SpringBoneReport {
  enum class Outcome {
    kStepped,
    kStateReset,       ///< State or output stopped being finite: the bones are at their rest
                       ///< rotations, and the next frame starts from rest in its own pose.
    kPoseNotFinite,    ///< The input pose isn't finite: nothing ran, the state is as before, and
                       ///< the bones are at their rest rotations.
    kInvalidArgument,  ///< Pose size, dt or world out of range: nothing was read or written.
  };
  Outcome outcome = Outcome::kStepped;
  int steps = 0;
  double dropped = 0;  ///< Seconds of a long frame that were not simulated.
};

/// One character's spring bones. Copy it to snapshot, assign to restore, compare with ==.
///
/// Scalar is float or double. Lanes run bones side by side: 1 is the plain scalar, 4, 8 and 16 are
/// packs (float only). The results are the same bits at every width.
template <class Scalar>
class SpringBoneState {
 public:
  /// At rest in the skeleton's reference pose, the character at the world's origin. `lanes` 0
  /// picks the width that suits the machine; 1, 4, 8 and 16 ask for one, any other number for 1.
  explicit SpringBoneState(const SpringBoneProgram& program, int lanes = 0);
  ~SpringBoneState();
  SpringBoneState(const SpringBoneState& other);
  SpringBoneState& operator=(const SpringBoneState& other);
  SpringBoneState(SpringBoneState&&) noexcept;
  SpringBoneState& operator=(SpringBoneState&&) noexcept;
  bool operator==(const SpringBoneState& other) const;

  /// Where bone i's particle is, and where it was one step before: in the space of its spring's
  /// centre; where it has none, from the character's place in the unscaled world, along its axes.
  [[nodiscard]] Vec3<Scalar> tail(int bone) const;
  [[nodiscard]] Vec3<Scalar> previous_tail(int bone) const;
  [[nodiscard]] const SpringBoneProgram& program() const;
  [[nodiscard]] int lanes() const;
  /// Times the state stopped being finite.
  [[nodiscard]] int resets() const;
  /// All of its memory, in bytes. The program is shared, and not counted.
  [[nodiscard]] std::size_t byte_size() const;

  [[nodiscard]] springbone::StateData<Scalar>& data() { return *data_; }

 private:
  std::unique_ptr<springbone::StateData<Scalar>> data_;
};

/// Runs one frame. `pose_ls` holds program.joint_count() local transforms: the input pose goes in,
/// and each bone's rotation is replaced. Allocates nothing.
template <class Scalar>
SpringBoneReport step(SpringBoneState<Scalar>& state, const SpringBoneFrame& frame,
                      std::span<Transform<Scalar>> pose_ls);

}  // namespace tassel
