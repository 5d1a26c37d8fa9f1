#include "formats/gltf/animation_writer.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "formats/gltf/axes.h"
#include "formats/gltf/joint_tracks.h"

namespace tassel {

using nlohmann::ordered_json;

namespace {

class AnimationWriter {
 public:
  AnimationWriter(const Clip& clip, GlbBuilder& builder) : clip_(clip), builder_(builder) {}

  void add_channel(int joint, const char* path, const JointTrack& track, AccessorType type) {
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
    std::vector<Transformd> poses;
    for (int key = 0; key < static_cast<int>(clip.times.size()); ++key) {
      poses.push_back(to_y_up(clip.pose_ls(key)[i]));
    }
    const JointTracks tracks = tracks_of(to_y_up(skeleton.joints[i].reference_ls), poses);
    writer.add_channel(i, "translation", tracks.translation, AccessorType::kVec3);
    writer.add_channel(i, "rotation", tracks.rotation, AccessorType::kVec4);
    writer.add_channel(i, "scale", tracks.scale, AccessorType::kVec3);
  }
  writer.finish();
}

}  // namespace tassel
