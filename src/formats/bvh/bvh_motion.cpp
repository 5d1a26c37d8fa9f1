#include "formats/bvh/bvh_motion.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "math/trigonometry.h"
#include "tassel/math.h"

namespace tassel {

namespace {

constexpr double kMostNumbers = 50'000'000;

bool is_rotation(BvhChannel channel) { return channel >= BvhChannel::kXRotation; }

double& component(Vec3d& v, BvhChannel channel) {
  switch (channel) {
    case BvhChannel::kXPosition:
      return v.x;
    case BvhChannel::kYPosition:
      return v.y;
    default:
      return v.z;
  }
}

Quatd turn(BvhChannel channel, double degrees) {
  const double half = 0.5 * kRadiansPerDegree * std::fmod(degrees, 360);
  const double s = sine(half);
  const double c = cosine(half);
  if (channel == BvhChannel::kXRotation) return {s, 0, 0, c};
  if (channel == BvhChannel::kYRotation) return {0, s, 0, c};
  return {0, 0, s, c};
}

/// The keys of one joint, frame by frame.
class JointTracks {
 public:
  JointTracks(const BvhHierarchy& hierarchy, int joint)
      : joint_(joint),
        channels_(hierarchy.channels[joint]),
        offset_(hierarchy.skeleton.joints[joint].reference_ls.translation) {}

  /// Takes the joint's numbers of a frame, in order.
  void add_frame(BvhText& text) {
    Vec3d position = offset_;
    Quatd rotation;
    bool turns = false;
    bool moves = false;
    for (const BvhChannel channel : channels_) {
      const std::string_view word = text.word_of_line();
      if (word.empty()) return text.fail("the frame has too few numbers");
      const double value = text.number(word);
      if (is_rotation(channel)) {
        rotation = rotation * turn(channel, value);
        turns = true;
      } else {
        component(position, channel) = value;
        moves = true;
      }
    }
    if (moves) append(position);
    if (turns) append(rotation);
  }

  void finish(Animation& animation) {
    finish(Track::Property::kTranslation, std::move(positions_), animation);
    finish(Track::Property::kRotation, std::move(rotations_), animation);
  }

 private:
  void append(const Vec3d& position) {
    for (const double number : {position.x, position.y, position.z}) {
      positions_.push_back(static_cast<float>(number));
    }
  }

  /// Of the two quaternions of a rotation the one near the key before.
  void append(const Quatd& rotation) {
    const double sign = dot(rotation, previous_) < 0 ? -1 : 1;
    previous_ = {sign * rotation.x, sign * rotation.y, sign * rotation.z, sign * rotation.w};
    for (const double number : {previous_.x, previous_.y, previous_.z, previous_.w}) {
      rotations_.push_back(static_cast<float>(number));
    }
  }

  void finish(Track::Property property, std::vector<float> values, Animation& animation) const {
    if (values.empty()) return;
    Track track;
    track.joint = joint_;
    track.property = property;
    track.times = 0;
    track.values = std::move(values);
    animation.tracks.push_back(std::move(track));
  }

  int joint_;
  const std::vector<BvhChannel>& channels_;
  Vec3d offset_;
  Quatd previous_;
  std::vector<float> positions_;
  std::vector<float> rotations_;
};

std::vector<float> make_times(double frames, double frame_time, BvhText& text) {
  std::vector<float> times;
  for (double frame = 0; frame < frames; ++frame) {
    const auto time = static_cast<float>(frame * frame_time);
    if (!times.empty() && !(time > times.back())) {
      text.fail("the frames lie too close for their times to differ");
      return {};
    }
    times.push_back(time);
  }
  return times;
}

void read_frames(double frames, const BvhHierarchy& hierarchy, BvhText& text,
                 Animation& animation) {
  std::vector<JointTracks> tracks;
  for (int i = 0; i < hierarchy.skeleton.size(); ++i) {
    if (!hierarchy.channels[i].empty()) tracks.emplace_back(hierarchy, i);
  }
  for (double frame = 0; frame < frames && !text.failed(); ++frame) {
    if (!text.next_line()) {
      return text.fail("the file ends after " + std::to_string(static_cast<int>(frame)) + " of " +
                       std::to_string(static_cast<int>(frames)) + " frames");
    }
    for (JointTracks& joint : tracks) {
      if (!text.failed()) joint.add_frame(text);
    }
    if (!text.word_of_line().empty()) text.fail("the frame has too many numbers");
  }
  if (!text.peek().empty()) text.fail("the file goes on after its last frame");
  for (JointTracks& joint : tracks) joint.finish(animation);
}

}  // namespace

Animation read_bvh_motion(const BvhHierarchy& hierarchy, BvhText& text) {
  text.expect("MOTION");
  text.expect("Frames:");
  const double frames = text.number();
  if (!(frames >= 1 && frames == std::floor(frames))) text.fail("a motion has at least one frame");
  if (hierarchy.channel_count == 0) text.fail("no joint has a channel, so there is no motion");
  if (frames * hierarchy.channel_count > kMostNumbers) {
    text.fail(StatusCode::kUnsupported, "the frames hold more than 50 million numbers");
  }
  text.expect("Frame");
  text.expect("Time:");
  const double frame_time = text.number();
  if (!(frame_time > 0)) text.fail("the frame time isn't above 0");
  if (text.failed()) return {};
  Animation animation;
  read_frames(frames, hierarchy, text, animation);
  if (text.failed()) return {};
  animation.times.push_back(make_times(frames, frame_time, text));
  if (!text.failed()) animation.duration = static_cast<double>(animation.times[0].back());
  return animation;
}

}  // namespace tassel
