#pragma once
// glTF 2.0 and VRM: characters in, the same files with clips appended out; and a skeleton with
// drawn strands as a GLB of its own.
//
// A Character is in the file's own space: Y up, metres. What has Z up (REDengine's skeletons, and
// everything said so below) is (x, y, z) where glTF has (x, z, −y), applied to every local
// transform, so that no extra node is needed.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tassel/dyng.h"
#include "tassel/skeleton.h"
#include "tassel/springbone.h"
#include "tassel/status.h"

namespace tassel {

// ---------------------------------------------------------------------------------------------
// Characters.

struct Skin {
  std::string name;
  std::vector<int> joints;             ///< Of the skeleton.
  std::vector<Affined> inverse_binds;  ///< One a joint; identity where the file has none.
};

/// One primitive of triangles, as it is bound: the vertices that its triangles use, in their order.
struct Mesh {
  std::string name;  ///< Of the file's mesh.
  int joint = -1;    ///< The node that shows it: what poses it where it has no skin.
  int skin = -1;     ///< Of the character's skins; −1: rigid.
  std::vector<Vec3f> positions;
  std::vector<std::uint32_t> triangles;  ///< Three indices each.
  int influences = 0;                    ///< A vertex's: 4, or 8 with a second set; 0 where rigid.
  std::vector<std::uint16_t> joints;     ///< positions × influences, each into the skin's joints.
  std::vector<float> weights;            ///< As many, as stored: their sum may be off 1.
};

/// What is in a glTF, GLB, VRM or BVH file.
struct Character {
  enum class Kind { kGltf, kVrm0, kVrm1, kVrmAnimation, kBvh };
  Kind kind = Kind::kGltf;
  Skeleton skeleton;               ///< Every node, parents first, names as stored.
  std::vector<int> node_of_joint;  ///< The file's number of each joint.
  std::vector<Skin> skins;
  std::vector<Mesh> meshes;
  std::vector<Animation> animations;  ///< All, in file order; morph weights are left out.
  Humanoid humanoid;
  SpringBoneSpec springs;  ///< Runs as it is: what can't be run is left out and noted.
  /// The files beside it that its buffers and images name, each once.
  std::vector<std::string> neighbours;
  /// What was left out, mended or odd: plain sentences for a person, each with its JSON pointer.
  std::vector<std::string> notes;
};

/// Gives the bytes that a relative URI names. The name comes from the file: treat it as hostile.
using ReadResource = std::function<Status(std::string_view uri, std::vector<std::byte>& bytes)>;

/// Reads a GLB (.glb, .vrm, .vrma) or glTF JSON (.gltf), told by content. Data URIs are decoded
/// here; other buffers come from `resource`, and are refused without one. Images aren't read.
/// Reads sparse, strided, quantized (KHR_mesh_quantization) and compressed
/// (EXT_meshopt_compression, KHR_meshopt_compression) accessors; VRM, VRMC_vrm, VRMC_springBone
/// with its extended colliders and draft limits, VRMC_vrm_animation. Refuses by name a required
/// extension that it doesn't know, unless it concerns materials or textures alone.
/// Fails with a JSON pointer or byte offset; `character` is then unchanged. Takes at most 65,535
/// nodes, 50 million keys (three a key of a spline), 10 million vertices and 20 million triangles.
[[nodiscard]] Status read_gltf(std::span<const std::byte> bytes, const ReadResource& resource,
                               Character& character);

/// What is appended to a file.
struct AppendSettings {
  /// The animation that takes the tracks, which keeps its name and its other channels; −1: a new
  /// one, called as the clip is.
  int animation = -1;
  /// Leave the spring-bone extensions out of the copy, so that no viewer simulates on top.
  bool strip_springs = false;
};

/// Writes a copy of the file `source`, whose skeleton `character` holds, with a clip in it: the
/// tracks of `joints`, as far as they leave the reference pose or the animation moves them
/// already, on one shared list of times. All else keeps its bytes and its number: the JSON text
/// but for what is spliced in and the numbers that grow, and the binary chunk, which the new data
/// follows. A joint whose node has a matrix gets the same as translation, rotation and scale.
/// A glTF JSON file stays one, its data in a buffer of its own as a data URI.
/// Fails where a size doesn't fit, a number isn't finite, the source isn't what `character` was
/// read from, or the file would pass 4 GiB.
[[nodiscard]] Status append_clip(std::span<const std::byte> source, const Character& character,
                                 const Clip& clip, std::span<const int> joints,
                                 const AppendSettings& settings, std::vector<std::byte>& file);

// ---------------------------------------------------------------------------------------------
// Motion files.

/// Reads a BVH motion: its joints, one animation with a key a frame, and the humanoid that the
/// joints' names tell (CMU's, Mixamo's, mocopi's, VRM's and Unity's). Units are the file's; Y is
/// up. Position channels stand instead of a joint's OFFSET. The pose of a BVH without rotations
/// is any, so that the skeleton's reference pose has the limbs of a humanoid turned into a T: arms
/// straight out and legs straight down, as VRM's bodies rest; keys are the file's all the same.
/// Fails with a line ("line 12"); `character` is then unchanged. Takes at most 65,535 joints and
/// frames of 50 million numbers in all.
[[nodiscard]] Status read_bvh(std::string_view text, Character& character);

// ---------------------------------------------------------------------------------------------
// A dangle, drawn.

/// What a GLB is to show. Spans and pointers must outlive the call.
struct GlbContent {
  const Skeleton* skeleton = nullptr;  ///< Required. Z up.
  const Clip* clip = nullptr;          ///< Optional: its animation.
  /// Each drawn as a tapered strand skinned to its joints; one of a single joint as a bead.
  std::span<const Chain> chains;
  /// Each drawn as a sphere or a capsule along its Z that rides on its joint; other kinds are
  /// refused, and one without a radius isn't drawn.
  std::span<const DyngRoundedShape> shapes;
};

/// A valid GLB (gltf-validator: no error, no warning). Its first nodes are the joints, in their
/// order; shapes and strands follow. The animation moves what leaves its reference pose, and is
/// left out where nothing does. Fails where a size doesn't fit the skeleton, a number isn't
/// finite, a name isn't UTF-8, or the file would pass 4 GiB.
[[nodiscard]] Status write_glb(const GlbContent& content, std::vector<std::byte>& glb);

/// Reads the nodes of what `read_gltf` reads as a skeleton with Z up (every node, parents first,
/// names as stored) and its animation `name` (the first one where `name` is empty), sampled
/// `keys_per_second` times a second from 0 to its end. Buffers in other files are refused, as are
/// more than 8 million sampled joint poses. Fails with a JSON pointer or byte offset.
[[nodiscard]] Status read_glb_clip(std::span<const std::byte> glb, std::string_view name,
                                   double keys_per_second, Skeleton& skeleton, Clip& clip);

}  // namespace tassel
