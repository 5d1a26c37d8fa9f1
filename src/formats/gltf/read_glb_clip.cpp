#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "formats/gltf/animation_reader.h"
#include "formats/gltf/axes.h"
#include "formats/gltf/buffer_views.h"
#include "formats/gltf/buffers.h"
#include "formats/gltf/document.h"
#include "formats/gltf/gltf_json.h"
#include "formats/gltf/node_reader.h"
#include "skeleton/clip_sampling.h"
#include "skeleton/in_quotes.h"
#include "tassel/gltf.h"

namespace tassel {

namespace {

/// The animation of that name, or the first one where `name` is empty.
Animation read_animation(const JsonReader& document, std::string_view name, const NodeTree& tree,
                         BufferViews& views) {
  const std::size_t count = size_of_member(document, "animations");
  for (std::size_t i = 0; i < count; ++i) {
    const JsonReader reader = document.at("animations").element(i);
    if (!name.empty() && text_or_empty(reader, "name") != name) continue;
    Animation animation = AnimationReader(document, tree, views).read(reader);
    if (animation.tracks.empty()) {
      reader.fail(StatusCode::kUnsupported, "the animation moves no node");
    }
    return animation;
  }
  document.fail(StatusCode::kInvalidArgument,
                count == 0 ? "the file has no animation"
                           : "the file has no animation called " + in_quotes(name));
  return {};
}

void sample_poses(const Animation& animation, const Skeleton& skeleton, Clip& clip) {
  const std::size_t joints = skeleton.joints.size();
  clip.poses_ls.resize(clip.times.size() * joints);
  for (std::size_t key = 0; key < clip.times.size(); ++key) {
    sample_pose(animation, skeleton, clip.times[key],
                std::span(clip.poses_ls).subspan(key * joints, joints));
  }
}

}  // namespace

Status read_glb_clip(std::span<const std::byte> glb, std::string_view name, double keys_per_second,
                     Skeleton& skeleton, Clip& clip) {
  GltfDocument opened;
  if (Status status = open_gltf(glb, opened); !status.ok()) return status;
  Status status;
  const JsonReader document(opened.json, status);
  check_version_and_extensions(document);
  const ReadResource no_resource;
  Buffers buffers(document, opened.binary, no_resource);
  BufferViews views(document, buffers);
  NodeTree tree = read_nodes(document);
  if (!status.ok()) return status;
  const Animation animation = read_animation(document, name, tree, views);
  if (!status.ok()) return status;

  Clip sampled;
  sampled.name = animation.name;
  sampled.joint_count = tree.skeleton.size();
  status = make_key_times(animation.duration, keys_per_second, sampled.joint_count, sampled.times);
  if (!status.ok()) return status;
  sample_poses(animation, tree.skeleton, sampled);
  for (Joint& joint : tree.skeleton.joints) joint.reference_ls = to_z_up(joint.reference_ls);
  for (Transformd& pose : sampled.poses_ls) pose = to_z_up(pose);
  skeleton = std::move(tree.skeleton);
  clip = std::move(sampled);
  return {};
}

}  // namespace tassel
