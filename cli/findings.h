#pragma once
// What is in a rig, a graph or a spec, gathered for `tassel inspect` to print.

#include <optional>
#include <string>
#include <vector>

#include "tassel/gltf.h"
#include "tassel/redengine.h"

namespace tassel::cli {

struct ChainFinding {
  std::string first_joint;
  std::string anchor;  ///< Empty where the chain starts at a root.
  int joint_count = 0;
  double length = 0;  ///< Metres.
};

struct JointFindings {
  int count = 0;
  std::optional<int> base;  ///< Where the file says.
  std::vector<ChainFinding> chains;
};

struct ShapeFinding {
  std::string kind;  ///< "sphere", "capsule" or "box".
  std::string bone;
  double radius = 0;
  Vec3d half_extents{};
};

struct ConstraintFinding {
  std::string kind;  ///< "link", "cone" or "ellipsoid".
  std::string type;  ///< "HalfCone"; empty for an ellipsoid.
  int count = 0;
};

/// One parameter over everything that has it, under the game's name ("particle.mass").
struct ParameterFinding {
  struct Range {
    double lowest = 0;
    double highest = 0;
  };
  std::string name;
  std::string unit;
  std::vector<Range> components;   ///< One, or a vector's three.
  std::vector<std::string> words;  ///< Instead, for an enumeration: those in use.
};

struct SimulationFindings {
  int free_particles = 0;
  int fixed_particles = 0;
  bool external_force_linked = false;  ///< The game supplies the force.
  std::vector<ConstraintFinding> constraints;
  std::vector<ShapeFinding> shapes;
  std::vector<ParameterFinding> parameters;
};

struct SpringFinding {
  std::string name;
  std::string first_joint;
  std::string centre;  ///< Empty where it is the world.
  int bone_count = 0;
  int collider_count = 0;
  double length = 0;  ///< Metres, at rest.
};

struct ColliderFinding {
  std::string kind;  ///< "sphere", "capsule", "plane", "inside sphere" or "inside capsule".
  std::string joint;
  double radius = 0;  ///< Metres, as is the length of a capsule's axis.
  double length = 0;
};

struct AnimationFinding {
  std::string name;
  double duration = 0;  ///< Seconds.
  int joint_count = 0;  ///< That it moves.
};

struct CharacterFindings {
  int skin_count = 0;
  int mesh_count = 0;
  std::size_t triangle_count = 0;
  int humanoid_bone_count = 0;
  std::vector<AnimationFinding> animations;
  std::vector<SpringFinding> springs;
  std::vector<ColliderFinding> colliders;
  std::vector<ParameterFinding> parameters;
};

/// A file, or a rig and a graph compiled together.
struct Findings {
  std::string kind;  ///< "rig", "graph", "spec", "compiled", or "glTF", "VRM 1.0" and so on.
  std::vector<std::string> files;
  std::optional<JointFindings> joints;           ///< A graph alone has none,
  std::optional<SimulationFindings> simulation;  ///< and a rig alone doesn't simulate.
  std::vector<std::string> problems;             ///< What keeps it from being simulated.
  std::vector<std::string> notes;
  std::optional<CharacterFindings> character;  ///< Only a character's file has them.
};

[[nodiscard]] Findings describe(const std::string& file, const RigFile& rig);
[[nodiscard]] Findings describe(const std::string& file, const AnimGraphFile& graph);
[[nodiscard]] Findings describe(const std::string& file, const DyngSpec& spec);
[[nodiscard]] Findings describe(const std::string& file, const Character& character);

/// The chains that a spec simulates: joints with a particle, and the joints below them.
[[nodiscard]] std::vector<Chain> simulated_chains(const DyngSpec& spec);

}  // namespace tassel::cli
