#pragma once
// Dyng: REDengine 4's dangle simulation, in the game's own arithmetic.
//
// DyngSpec (plain data, editable) --cook--> DyngProgram (immutable) ; DyngState (copyable) is what
// a frame changes. docs/dyng.md derives the arithmetic; section numbers (§) are those of the
// source it was read from.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "tassel/math.h"
#include "tassel/skeleton.h"
#include "tassel/status.h"

namespace tassel {

// ---------------------------------------------------------------------------------------------
// The spec: the game's fields under the game's names, in snake case. Bones are joint names.
// Lengths in metres, times in seconds, masses in kilograms; angles in degrees, since the files say
// degrees. A field's default is the game's class default.

enum class DyngParticleProjection { kDisabled, kShortestPath, kDirected };
enum class DyngLinkType { kKeepFixedDistance, kKeepVariableDistance, kGreater, kCloser };
enum class DyngConeType { kCone, kHingePlane, kHalfCone };
enum class DyngConeProjection { kDisabled, kShortestPathRotational, kDirectedRotational };

/// A simulated joint.
struct DyngParticle {
  std::string bone;
  bool is_free = true;           ///< false: it rides on its animated position.
  double mass = 1;               ///< > 0. Divides pull, drag and external force, not gravity.
  double damping = 1;            ///< Drag acceleration −(damping/mass)·v, at most 50 m/s².
  double pull_force_factor = 0;  ///< Spring to its own animated position, N/m.
  double collision_capsule_radius = 0;  ///< Added to each shape's radius.
  double collision_capsule_height_extent = 0;
  Vec3d collision_capsule_axis_ls{0.5, 0, 0};
  DyngParticleProjection projection = DyngParticleProjection::kShortestPath;
};

/// Holds the distance of two particles within bounds (§5.3) and turns bone1 to look at bone2.
struct DyngLink {
  DyngLinkType type = DyngLinkType::kKeepFixedDistance;  ///< This one uses the lower bound only.
  std::string bone1;
  std::string bone2;
  double length_lower_bound_ratio_percentage = 100;  ///< Of the reference distance.
  double length_upper_bound_ratio_percentage = 100;
  Vec3d look_at_axis{1, 0, 0};  ///< bone1's axis that points at bone2.
};

/// Keeps a particle within a cone on its attachment's animated frame (§5.3). The cone opens along
/// its own X; a half cone forbids its +Z side, a hinge plane allows only its XY plane.
struct DyngCone {
  DyngConeType type = DyngConeType::kCone;
  DyngConeProjection projection = DyngConeProjection::kShortestPathRotational;
  std::string constrained_bone;
  std::string cone_attachment_bone;
  double half_of_max_aperture_angle = 45;  ///< Degrees, 0 to 180.
  Transformd cone_transform_ls{};
  double collision_capsule_radius = 0;         ///< With an extent, the cone collides as a capsule:
  double collision_capsule_height_extent = 0;  ///< not decoded, so both must be 0.
};

/// Keeps a particle inside an ellipsoid on its own animated frame (§5.3).
struct DyngEllipsoid {
  std::string bone;
  Transformd ellipsoid_transform_ls{};
  double constraint_radius = 1;  ///< > 0; 0 takes a branch of the game that isn't decoded.
  double constraint_scale1 = 1;  ///< Stretch of the radius toward −Z.
  double constraint_scale2 = 1;  ///< Stretch of the radius toward +Z.
};

using DyngConstraint = std::variant<DyngLink, DyngCone, DyngEllipsoid>;

/// A collision shape on a joint. Sphere and Z capsule are run; other extents aren't decoded.
struct DyngRoundedShape {
  std::string bone;
  Transformd transform_ls{};  ///< Its scale is ignored, as in the game.
  double x_box_extent = 0;    ///< Half extents of the box that the rounding is swept over.
  double y_box_extent = 0;
  double z_box_extent = 0;
  double rounded_corner_radius = 0;
};

struct DyngSimulation {
  double substep_time = 0.01;  ///< > 0.
  int solver_iterations = 1;   ///< Passes a substep, 0 to 1000.
  double alpha = 1;            ///< Blend of simulated over input pose, 0 to 1.
  bool rotate_parent_to_look_at_dangle = true;
  double gravity_ws = 9.81;  ///< Along −Z of the world, m/s².
  Vec3d external_force_ws{};
  bool external_force_linked = false;  ///< true: DyngFrame's force replaces the constant.
  std::vector<DyngParticle> particles;
  std::vector<DyngConstraint> constraints;  ///< In file order, which is the order of solving.
  std::vector<DyngRoundedShape> collision_rounded_shapes;
};

/// A dangle: its skeleton and what is simulated on it. With no particles, its chains are rigid
/// and `notes` says why.
struct DyngSpec {
  Skeleton skeleton;
  /// Each joint's rest transform in model space; link lengths are measured on it.
  std::vector<Transformd> reference_ms;
  DyngSimulation simulation;
  std::vector<std::string> notes;  ///< Plain sentences for a person.
};

/// Everything that keeps the solver from running the spec as the game would, one Status each (the
/// first 1,000 of the simulation's): a bone that isn't a joint, a particle twice on a joint, a
/// constraint's bone without a particle, a Directed particle, a cone capsule with a size, a box or
/// X or Y capsule, a zero-radius ellipsoid, a number that is not finite or out of its range.
/// Places are the game's names ("particles[3].mass"). Empty: `cook` succeeds.
[[nodiscard]] std::vector<Status> validate(const DyngSpec& spec);

// ---------------------------------------------------------------------------------------------
// The program: a spec cooked for running.

namespace dyng {
struct ProgramData;
template <class Scalar>
struct StateData;
template <class Scalar>
struct CrowdData;
}  // namespace dyng

/// Immutable, cheap to copy, shared by any number of states and threads. Empty until cooked: an
/// empty one may only be cooked, assigned and destroyed.
class DyngProgram {
 public:
  [[nodiscard]] int joint_count() const;
  [[nodiscard]] int particle_count() const;
  /// The joint that particle i (in the spec's order) moves.
  [[nodiscard]] int particle_joint(int particle) const;
  [[nodiscard]] double substep_time() const;

  [[nodiscard]] const dyng::ProgramData& data() const { return *data_; }

 private:
  friend Status cook(const DyngSpec& spec, DyngProgram& program);
  std::shared_ptr<const dyng::ProgramData> data_;
};

/// Cooks a spec. Fails with the first finding of `validate`; the program is then unchanged.
[[nodiscard]] Status cook(const DyngSpec& spec, DyngProgram& program);

// ---------------------------------------------------------------------------------------------
// The state, and the step.

enum class DyngMode {
  kModelSpace = 0,  ///< Everything stays in model space.
  kWorldSpace = 1,  ///< The character's motion through the world leaves the particles behind.
  kReset = 2,       ///< The particles go back on their input pose.
};

/// One call from outside.
struct DyngFrame {
  double real_dt = 1.0 / 60;  ///< Seconds, 0 to 1e6. Drives the number of substeps.
  double game_dt = 1.0 / 60;  ///< Seconds, 0 to 1e6. Over real_dt: the substeps' dilation.
  DyngMode mode = DyngMode::kModelSpace;
  /// The character in the world: finite, a unit rotation to 1e-3; its scale is ignored.
  Transformd world_ws{};
  Vec3d external_force_ws{};  ///< Newtons; used only where the spec's force is linked.
};

/// What a frame did.
struct DyngReport {
  enum class Outcome {
    kStepped,          ///< The frame ran (perhaps without a substep, under time dilation).
    kStateReset,       ///< State or output stopped being finite, or passed 1e15 m or m/s: the state
                       ///< is back on the input pose, which is the output too.
    kPoseNotFinite,    ///< The input pose isn't finite: no substep ran, the state is as before,
                       ///< and every joint that isn't finite got its reference transform.
    kInvalidArgument,  ///< Pose size, dt or world out of range: nothing was read or written.
  };
  Outcome outcome = Outcome::kStepped;
  int substeps = 0;
  double substep_time = 0;  ///< Dilated, seconds.
};

/// One dangle's particles and clock. Copy it to snapshot, assign to restore, compare with ==.
///
/// Scalar is float or double. The state's lanes run its chains side by side: 1 is the plain
/// scalar, 4, 8 and 16 are packs (float only). The results are the same bits at every width.
template <class Scalar>
class DyngState {
 public:
  /// `initial_substeps` is where the filter of the substep count starts (§5.1); the game's own
  /// value isn't known. frame time ÷ substep time runs the first seconds like the rest. A
  /// negative one, or one that isn't finite, counts as 0.
  /// `lanes` 0 picks the width that suits the program and the machine; 1, 4, 8 and 16 ask for one,
  /// and any other number for 1.
  explicit DyngState(const DyngProgram& program, double initial_substeps = 0, int lanes = 0);
  ~DyngState();
  DyngState(const DyngState& other);
  DyngState& operator=(const DyngState& other);
  DyngState(DyngState&&) noexcept;
  DyngState& operator=(DyngState&&) noexcept;
  bool operator==(const DyngState& other) const;

  /// Of particle i in the spec's order.
  [[nodiscard]] Vec3<Scalar> position_ms(int particle) const;
  [[nodiscard]] Vec3<Scalar> velocity_ms(int particle) const;
  [[nodiscard]] const DyngProgram& program() const;
  [[nodiscard]] int lanes() const;
  /// Times the state stopped being finite.
  [[nodiscard]] int resets() const;
  /// All of its memory, in bytes. The program is shared, and not counted.
  [[nodiscard]] std::size_t byte_size() const;

  [[nodiscard]] dyng::StateData<Scalar>& data() { return *data_; }

 private:
  std::unique_ptr<dyng::StateData<Scalar>> data_;
};

/// Runs one frame. `pose_ms` holds program.joint_count() transforms: the input pose goes in, the
/// output pose comes out in its place. Allocates nothing; takes up to 32 KiB of stack.
template <class Scalar>
DyngReport step(DyngState<Scalar>& state, const DyngFrame& frame,
                std::span<Transform<Scalar>> pose_ms);

/// Many dangles that share a program, one a lane. Dangle i moves bit for bit as a DyngState of
/// its own would.
template <class Scalar>
class DyngCrowd {
 public:
  /// `initial_substeps` and `lanes` as for a DyngState; `lanes` 0 picks the machine's width.
  DyngCrowd(const DyngProgram& program, int count, double initial_substeps = 0, int lanes = 0);
  ~DyngCrowd();
  DyngCrowd(const DyngCrowd& other);
  DyngCrowd& operator=(const DyngCrowd& other);
  DyngCrowd(DyngCrowd&&) noexcept;
  DyngCrowd& operator=(DyngCrowd&&) noexcept;

  [[nodiscard]] const DyngProgram& program() const;
  [[nodiscard]] int count() const;
  [[nodiscard]] int lanes() const;
  [[nodiscard]] Vec3<Scalar> position_ms(int dangle, int particle) const;
  [[nodiscard]] Vec3<Scalar> velocity_ms(int dangle, int particle) const;
  [[nodiscard]] int resets(int dangle) const;
  /// Bytes a dangle, without the work memory that all of a crowd share.
  [[nodiscard]] std::size_t byte_size() const;

  [[nodiscard]] dyng::CrowdData<Scalar>& data() { return *data_; }

 private:
  std::unique_ptr<dyng::CrowdData<Scalar>> data_;
};

/// Runs one frame of every dangle: `frames`, `poses_ms` and `reports` hold crowd.count() entries,
/// each pose program.joint_count() transforms, replaced in place. A pose of another size is refused
/// in its own report; a list of another size refuses them all, in every report that there is.
/// Allocates nothing.
template <class Scalar>
void step(DyngCrowd<Scalar>& crowd, std::span<const DyngFrame> frames,
          std::span<const std::span<Transform<Scalar>>> poses_ms, std::span<DyngReport> reports);

}  // namespace tassel
