#include <array>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "formats/gltf/animation_reader.h"
#include "formats/gltf/axes.h"
#include "formats/gltf/glb_container.h"
#include "formats/gltf/node_reader.h"
#include "formats/json/json_document.h"
#include "formats/json/json_reader.h"
#include "skeleton/clip_sampling.h"
#include "tassel/gltf.h"

namespace tassel {

namespace {

Status parse_document(const GlbChunks& chunks, nlohmann::json& document) {
  Status status = parse_json(chunks.json, document);
  if (status.ok()) return {};
  std::string place = "JSON chunk at byte " + std::to_string(chunks.json_offset);
  if (!status.place().empty()) place += ", " + status.place() + " of it";
  return {status.code(), std::move(place), status.what()};
}

void check_version(const JsonReader& document) {
  const JsonReader version = document.at("asset").at("version");
  if (!version.string().starts_with("2.")) version.fail("only glTF 2 is read");
}

void set(const std::array<double, 4>& v, TrackPath path, Transformd& transform) {
  switch (path) {
    case TrackPath::kTranslation:
      transform.translation = {v[0], v[1], v[2]};
      break;
    case TrackPath::kRotation:
      transform.rotation = {v[0], v[1], v[2], v[3]};
      break;
    case TrackPath::kScale:
      transform.scale = {v[0], v[1], v[2]};
      break;
  }
}

bool is_finite(const std::array<double, 4>& v) { return std::isfinite(v[0] + v[1] + v[2] + v[3]); }

/// Fills the clip's poses, whose times are set: first each node's own, then what moves it.
Status sample_tracks(const Animation& animation, const NodeTree& tree, Clip& clip) {
  for (std::size_t key = 0; key < clip.times.size(); ++key) {
    for (const Joint& joint : tree.skeleton.joints) clip.poses_ls.push_back(joint.reference_ls);
  }
  for (const Track& track : animation.tracks) {
    TrackCursor cursor(track);
    const auto joint = static_cast<std::size_t>(tree.joint_of_node[track.node]);
    for (std::size_t key = 0; key < clip.times.size(); ++key) {
      const std::array<double, 4> value = cursor.value_at(clip.times[key]);
      if (!is_finite(value)) {
        return {StatusCode::kUnreadable, track.pointer,
                "at " + std::to_string(clip.times[key]) +
                    " s the value isn't finite or isn't a unit quaternion"};
      }
      set(value, track.path, clip.poses_ls[key * tree.skeleton.joints.size() + joint]);
    }
  }
  return {};
}

}  // namespace

Status read_glb_clip(std::span<const std::byte> glb, std::string_view name, double keys_per_second,
                     Skeleton& skeleton, Clip& clip) {
  GlbChunks chunks;
  if (Status status = split_glb(glb, chunks); !status.ok()) return status;
  nlohmann::json json;
  if (Status status = parse_document(chunks, json); !status.ok()) return status;
  Status status;
  const JsonReader document(json, status);
  check_version(document);
  NodeTree tree = read_nodes(document);
  if (!status.ok()) return status;
  const Animation animation = read_animation(document, name, chunks.binary);
  if (!status.ok()) return status;

  Clip sampled;
  sampled.name = animation.name;
  sampled.joint_count = tree.skeleton.size();
  status = make_key_times(animation.end, keys_per_second, sampled.joint_count, sampled.times);
  if (!status.ok()) return status;
  status = sample_tracks(animation, tree, sampled);
  if (!status.ok()) return status;
  for (Joint& joint : tree.skeleton.joints) joint.reference_ls = to_z_up(joint.reference_ls);
  for (Transformd& pose : sampled.poses_ls) pose = to_z_up(pose);
  skeleton = std::move(tree.skeleton);
  clip = std::move(sampled);
  return {};
}

}  // namespace tassel
