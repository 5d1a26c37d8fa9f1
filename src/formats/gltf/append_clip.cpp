#include <cstddef>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "formats/gltf/document.h"
#include "formats/gltf/glb_container.h"
#include "formats/gltf/glb_content.h"
#include "formats/gltf/gltf_json.h"
#include "formats/gltf/joint_tracks.h"
#include "formats/gltf/resource_uri.h"
#include "formats/gltf/strip_springs.h"
#include "formats/json/json_spans.h"
#include "formats/json/json_text.h"
#include "tassel/gltf.h"

namespace tassel {

namespace {

constexpr std::size_t kFloat = 5126;  ///< glTF's number for the type.

struct OutputTrack {
  int node = 0;
  const char* path = "";
  std::vector<float> values;
  std::size_t components = 3;
};

/// What the animation that takes the tracks has so far.
struct Target {
  /// Its channels by node and path, and how many channels each of its samplers has.
  std::map<std::pair<int, std::string>, std::size_t> channels;
  std::map<std::size_t, int> sampler_uses;
  std::vector<std::size_t> sampler_of_channel;
  std::size_t sampler_count = 0;
};

class ClipAppender {
 public:
  ClipAppender(const GltfDocument& source, const Character& character, const Clip& clip,
               const AppendSettings& settings, Status& status)
      : source_(source),
        character_(character),
        clip_(clip),
        settings_(settings),
        document_(source.json, status),
        spans_(source.text),
        root_(spans_.root()),
        edits_(source.text) {}

  /// The text with the clip in it, and the data that goes behind the binary chunk.
  std::string append(std::span<const int> joints) {
    check_source();
    if (document_.failed()) return {};
    if (settings_.animation >= 0) read_target();
    gather_tracks(joints);
    if (document_.failed() || tracks_.empty()) return std::string(source_.text);
    const std::size_t view = size_of_member(document_, "bufferViews");
    const std::size_t first_accessor = size_of_member(document_, "accessors");
    append_accessors(view);
    append_animation(first_accessor);
    append_view();
    convert_matrices();
    return edits_.apply();
  }

  [[nodiscard]] std::span<const std::byte> binary() const { return binary_; }

 private:
  void check_source() {
    if (size_of_member(document_, "nodes") != character_.node_of_joint.size() ||
        character_.node_of_joint.size() != character_.skeleton.joints.size()) {
      return document_.fail(StatusCode::kInvalidArgument,
                            "the source isn't the file that the character was read from");
    }
    for (const char* array : {"bufferViews", "accessors", "buffers"}) {
      (void)size_of_member(document_, array);
    }
    if (size_of_member(document_, "buffers") > 0) {
      (void)document_.at("buffers").element(0).at("byteLength").number();
    }
    const auto count = static_cast<int>(size_of_member(document_, "animations"));
    if (settings_.animation < -1 || settings_.animation >= count) {
      document_.fail(StatusCode::kInvalidArgument,
                     "the file has no animation " + std::to_string(settings_.animation));
    }
  }

  void read_target() {
    const JsonReader animation =
        document_.at("animations").element(static_cast<std::size_t>(settings_.animation));
    const JsonReader channels = animation.at("channels");
    target_.sampler_count = animation.at("samplers").size();
    for (std::size_t i = 0; i < channels.size() && !channels.failed(); ++i) {
      const JsonReader channel = channels.element(i);
      const std::size_t sampler = whole_number(channel.at("sampler"), target_.sampler_count);
      target_.sampler_of_channel.push_back(sampler);
      ++target_.sampler_uses[sampler];
      const JsonReader target = channel.at("target");
      if (!target.has("node")) continue;
      const auto node =
          static_cast<int>(whole_number(target.at("node"), character_.node_of_joint.size()));
      target_.channels.emplace(std::pair{node, target.at("path").string()}, i);
    }
  }

  void gather_tracks(std::span<const int> joints) {
    std::vector<Transformd> poses(clip_.times.size());
    for (const int joint : joints) {
      for (std::size_t key = 0; key < poses.size(); ++key) {
        poses[key] = clip_.pose_ls(static_cast<int>(key))[joint];
      }
      JointTracks tracks = tracks_of(character_.skeleton.joints[joint].reference_ls, poses);
      add(joint, "translation", std::move(tracks.translation), 3);
      add(joint, "rotation", std::move(tracks.rotation), 4);
      add(joint, "scale", std::move(tracks.scale), 3);
    }
  }

  void add(int joint, const char* path, JointTrack track, std::size_t components) {
    const int node = character_.node_of_joint[joint];
    if (!track.moves && !target_.channels.contains({node, path})) return;
    tracks_.push_back({node, path, std::move(track.values), components});
  }

  void append_floats(const std::vector<float>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    binary_.insert(binary_.end(), bytes.begin(), bytes.end());
  }

  std::string accessor(std::size_t view, std::size_t count, const char* type) const {
    return "{\"bufferView\":" + std::to_string(view) +
           ",\"byteOffset\":" + std::to_string(binary_.size()) +
           ",\"componentType\":" + std::to_string(kFloat) + ",\"count\":" + std::to_string(count) +
           ",\"type\":\"" + type + '"';
  }

  /// The times' accessor, and each track's.
  void append_accessors(std::size_t view) {
    std::vector<float> times;
    for (const double time : clip_.times) times.push_back(static_cast<float>(time));
    std::string items = accessor(view, times.size(), "SCALAR") + ",\"min\":";
    append_json_numbers({times.front()}, items);
    items += ",\"max\":";
    append_json_numbers({times.back()}, items);
    items += '}';
    append_floats(times);
    for (const OutputTrack& track : tracks_) {
      const char* type = track.components == 4 ? "VEC4" : "VEC3";
      items += ',' + accessor(view, times.size(), type) + '}';
      append_floats(track.values);
    }
    append_items("accessors", items);
  }

  void append_items(const char* array, const std::string& items) {
    if (const auto member = spans_.member(root_, array)) {
      edits_.append_to_array(member->value, items);
    } else {
      edits_.add_member(root_, array, '[' + items + ']');
    }
  }

  /// Track i's values are the accessor i behind the times'.
  static std::string sampler(std::size_t first_accessor, std::size_t track) {
    return "{\"input\":" + std::to_string(first_accessor) +
           ",\"output\":" + std::to_string(first_accessor + 1 + track) + '}';
  }

  static std::string channel(std::size_t sampler, const OutputTrack& track) {
    return "{\"sampler\":" + std::to_string(sampler) +
           ",\"target\":{\"node\":" + std::to_string(track.node) + ",\"path\":\"" + track.path +
           "\"}}";
  }

  static void join(std::string& items, const std::string& item) {
    if (!items.empty()) items += ',';
    items += item;
  }

  void append_animation(std::size_t first_accessor) {
    std::string samplers;
    std::string channels;
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
      join(samplers, sampler(first_accessor, i));
      const auto found = target_.channels.find({tracks_[i].node, tracks_[i].path});
      const std::size_t index = target_.sampler_count + i;
      if (found == target_.channels.end()) {
        join(channels, channel(index, tracks_[i]));
      } else {
        replace_sampler(found->second, index, tracks_[i].path, channels);
      }
    }
    if (settings_.animation >= 0) {
      const JsonSpan animation = animation_span();
      edits_.append_to_array(spans_.member(animation, "samplers")->value, samplers);
      if (!channels.empty()) {
        edits_.append_to_array(spans_.member(animation, "channels")->value, channels);
      }
      return;
    }
    std::string name;
    if (!clip_.name.empty()) name = "\"name\":" + nlohmann::json(clip_.name).dump() + ',';
    append_items("animations",
                 "{" + name + "\"channels\":[" + channels + "],\"samplers\":[" + samplers + "]}");
  }

  [[nodiscard]] JsonSpan animation_span() const {
    const JsonSpan animations = spans_.member(root_, "animations")->value;
    return spans_.elements(animations)[static_cast<std::size_t>(settings_.animation)];
  }

  /// The channel takes the new sampler. Nothing is deleted, so that a sampler that no channel is
  /// left to use is parked on one without a node, which every reader passes over: else validators
  /// would call it unused.
  void replace_sampler(std::size_t channel, std::size_t sampler, const char* path,
                       std::string& channels) {
    if (channel_spans_.empty()) {
      channel_spans_ = spans_.elements(spans_.member(animation_span(), "channels")->value);
    }
    edits_.replace(spans_.member(channel_spans_[channel], "sampler")->value,
                   std::to_string(sampler));
    const std::size_t old = target_.sampler_of_channel[channel];
    if (--target_.sampler_uses[old] > 0) return;
    join(channels,
         "{\"sampler\":" + std::to_string(old) + ",\"target\":{\"path\":\"" + path + "\"}}");
  }

  /// Behind the GLB's binary chunk, where that is buffer 0; else in a buffer of its own.
  void append_view() {
    const std::size_t count = size_of_member(document_, "buffers");
    const bool has_foreign_first = count > 0 && document_.at("buffers").element(0).has("uri");
    const bool is_binary =
        source_.is_glb && !has_foreign_first && (count == 0 || !source_.binary.empty());
    const std::size_t offset = is_binary ? (source_.binary.size() + 3) / 4 * 4 : 0;
    const std::string length = std::to_string(offset + binary_.size());
    if (!is_binary) {
      append_items("buffers",
                   "{\"byteLength\":" + length + ",\"uri\":\"" + encode_data_uri(binary_) + "\"}");
    } else if (count == 0) {
      append_items("buffers", "{\"byteLength\":" + length + '}');
    } else {
      const JsonSpan buffers = spans_.member(root_, "buffers")->value;
      const JsonSpan first = spans_.elements(buffers).front();
      edits_.replace(spans_.member(first, "byteLength")->value, length);
    }
    append_items("bufferViews", "{\"buffer\":" + std::to_string(is_binary ? 0 : count) +
                                    ",\"byteOffset\":" + std::to_string(offset) +
                                    ",\"byteLength\":" + std::to_string(binary_.size()) + '}');
    if (!is_binary) binary_.clear();
  }

  /// A node that an animation moves may not have a matrix.
  void convert_matrices() {
    std::set<int> moved;
    for (const OutputTrack& track : tracks_) moved.insert(track.node);
    std::vector<JsonSpan> nodes;
    for (int joint = 0; joint < character_.skeleton.size(); ++joint) {
      const int node = character_.node_of_joint[joint];
      const auto index = static_cast<std::size_t>(node);
      if (!moved.contains(node) || !document_.at("nodes").element(index).has("matrix")) continue;
      if (nodes.empty()) nodes = spans_.elements(spans_.member(root_, "nodes")->value);
      const auto matrix = spans_.member(nodes[index], "matrix");
      const Transformd& t = character_.skeleton.joints[joint].reference_ls;
      std::string text = "\"translation\":";
      append_json_numbers({t.translation.x, t.translation.y, t.translation.z}, text);
      text += ",\"rotation\":";
      append_json_numbers({t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w}, text);
      text += ",\"scale\":";
      append_json_numbers({t.scale.x, t.scale.y, t.scale.z}, text);
      edits_.replace({matrix->key.begin, matrix->value.end}, std::move(text));
    }
  }

  const GltfDocument& source_;
  const Character& character_;
  const Clip& clip_;
  const AppendSettings& settings_;
  JsonReader document_;
  JsonSpans spans_;
  JsonSpan root_;
  TextEdits edits_;
  Target target_;
  std::vector<JsonSpan> channel_spans_;
  std::vector<OutputTrack> tracks_;
  std::vector<std::byte> binary_;
};

Status check_joints(std::span<const int> joints, const Skeleton& skeleton) {
  std::set<int> seen;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const std::string place = "joints[" + std::to_string(i) + "]";
    if (joints[i] < 0 || joints[i] >= skeleton.size()) {
      return {StatusCode::kInvalidArgument, place, "the skeleton has no such joint"};
    }
    if (!seen.insert(joints[i]).second) {
      return {StatusCode::kInvalidArgument, place, "the joint stands in the list twice"};
    }
  }
  return {};
}

}  // namespace

Status append_clip(std::span<const std::byte> source, const Character& character, const Clip& clip,
                   std::span<const int> joints, const AppendSettings& settings,
                   std::vector<std::byte>& file) {
  if (Status status = check_joints(joints, character.skeleton); !status.ok()) return status;
  if (Status status = validate_for_gltf(clip, character.skeleton); !status.ok()) return status;
  GltfDocument document;
  if (Status status = open_gltf(source, document); !status.ok()) return status;
  Status status;
  ClipAppender appender(document, character, clip, settings, status);
  std::string text = appender.append(joints);
  if (!status.ok()) return status;
  if (settings.strip_springs) text = without_springs(text);
  if (document.is_glb) return extend_glb(source, text, appender.binary(), file);
  const auto bytes = std::as_bytes(std::span(text));
  file.assign(bytes.begin(), bytes.end());
  return {};
}

}  // namespace tassel
