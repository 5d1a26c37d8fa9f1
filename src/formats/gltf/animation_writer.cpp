#include "formats/gltf/animation_writer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "formats/gltf/axes.h"

namespace tassel {

using nlohmann::ordered_json;

namespace {

/// Metres, quaternion components or scale: what is below it is rounding, not motion.
constexpr double kStill = 1e-6;

struct Track {
  std::vector<float> values;
  bool moves = false;
};

void append(std::initializer_list<double> values, std::initializer_list<double> own, Track& track) {
  const double* still = own.begin();
  for (const double value : values) {
    track.moves = track.moves || std::abs(value - *still++) > kStill;
    track.values.push_back(static_cast<float>(value));
  }
}

/// `q` or −q, whichever is nearer to `before`: viewers interpolate component by component.
Quatd aligned(const Quatd& q, const Quatd& before) {
  return dot(q, before) < 0 ? Quatd{-q.x, -q.y, -q.z, -q.w} : q;
}

struct JointTracks {
  Track translation;
  Track rotation;
  Track scale;
};

JointTracks tracks_of(const Transformd& own, const Clip& clip, int joint) {
  JointTracks tracks;
  Quatd before = normalized(own.rotation);
  const Quatd still = before;
  for (int key = 0; key < static_cast<int>(clip.times.size()); ++key) {
    const Transformd pose = to_y_up(clip.pose_ls(key)[joint]);
    const Vec3d& t = pose.translation;
    const Quatd q = aligned(normalized(pose.rotation), before);
    const Vec3d& s = pose.scale;
    append({t.x, t.y, t.z}, {own.translation.x, own.translation.y, own.translation.z},
           tracks.translation);
    append({q.x, q.y, q.z, q.w}, {still.x, still.y, still.z, still.w}, tracks.rotation);
    append({s.x, s.y, s.z}, {own.scale.x, own.scale.y, own.scale.z}, tracks.scale);
    before = q;
  }
  return tracks;
}

class AnimationWriter {
 public:
  AnimationWriter(const Clip& clip, GlbBuilder& builder) : clip_(clip), builder_(builder) {}

  void add_channel(int joint, const char* path, const Track& track, AccessorType type) {
    if (!track.moves) return;
    if (channels_.empty()) add_times();
    const std::size_t output = builder_.add_floats(track.values, type);
    channels_.push_back(
        {{"sampler", samplers_.size()}, {"target", {{"node", joint}, {"path", path}}}});
    samplers_.push_back({{"input", times_}, {"interpolation", "LINEAR"}, {"output", output}});
  }

  void finish() {
    if (channels_.empty()) return;
    ordered_json animation;
    if (!clip_.name.empty()) animation["name"] = clip_.name;
    animation["channels"] = std::move(channels_);
    animation["samplers"] = std::move(samplers_);
    builder_.add("animations", std::move(animation));
  }

 private:
  void add_times() {
    std::vector<float> times;
    for (const double time : clip_.times) times.push_back(static_cast<float>(time));
    times_ = builder_.add_floats(times, AccessorType::kScalar, BufferTarget::kNone,
                                 /*with_bounds=*/true);
  }

  const Clip& clip_;
  GlbBuilder& builder_;
  std::size_t times_ = 0;
  ordered_json channels_ = ordered_json::array();
  ordered_json samplers_ = ordered_json::array();
};

}  // namespace

void add_animation(const Skeleton& skeleton, const Clip& clip, GlbBuilder& builder) {
  AnimationWriter writer(clip, builder);
  for (int i = 0; i < skeleton.size(); ++i) {
    const JointTracks tracks = tracks_of(to_y_up(skeleton.joints[i].reference_ls), clip, i);
    writer.add_channel(i, "translation", tracks.translation, AccessorType::kVec3);
    writer.add_channel(i, "rotation", tracks.rotation, AccessorType::kVec4);
    writer.add_channel(i, "scale", tracks.scale, AccessorType::kVec3);
  }
  writer.finish();
}

}  // namespace tassel
