#include "formats/gltf/animation_reader.h"

#include <algorithm>
#include <string>
#include <utility>

#include "formats/gltf/accessor.h"
#include "formats/gltf/gltf_json.h"
#include "skeleton/track_checks.h"

namespace tassel {

namespace {

/// Keys of all tracks together: an hour of 500 joints' rotations at 25 keys a second.
constexpr std::uint64_t kMaxKeys = 50'000'000;

Interpolation read_interpolation(const JsonReader& sampler) {
  if (!sampler.has("interpolation")) return Interpolation::kLinear;
  const std::string_view name = sampler.at("interpolation").text();
  if (name == "STEP") return Interpolation::kStep;
  if (name == "CUBICSPLINE") return Interpolation::kCubicSpline;
  if (name != "LINEAR") sampler.at("interpolation").fail("expected STEP, LINEAR or CUBICSPLINE");
  return Interpolation::kLinear;
}

Track::Property read_property(const JsonReader& path) {
  const std::string_view name = path.text();
  if (name == "rotation") return Track::Property::kRotation;
  if (name == "scale") return Track::Property::kScale;
  if (name != "translation") path.fail("expected translation, rotation, scale or weights");
  return Track::Property::kTranslation;
}

}  // namespace

AnimationReader::AnimationReader(const JsonReader& document, const NodeTree& tree,
                                 BufferViews& views)
    : document_(document),
      tree_(tree),
      views_(views),
      moved_by_(3 * tree.skeleton.joints.size(), 0) {}

Animation AnimationReader::read(const JsonReader& animation) {
  Animation result;
  ++animations_;
  times_of_accessor_.clear();
  result.name = text_or_empty(animation, "name");
  const JsonReader channels = animation.at("channels");
  const std::size_t count = channels.size();
  for (std::size_t i = 0; i < count && !channels.failed(); ++i) {
    read_channel(animation, channels.element(i), result);
  }
  return result;
}

void AnimationReader::read_channel(const JsonReader& animation, const JsonReader& channel,
                                   Animation& result) {
  const JsonReader target = channel.at("target");
  const std::string_view path = target.at("path").text();
  if (path == "weights" || path == "pointer" || !target.has("node")) return;
  Track track;
  track.property = read_property(target.at("path"));
  const std::uint64_t node = whole_number(target.at("node"), tree_.joint_of_node.size());
  if (channel.failed()) return;
  track.joint = tree_.joint_of_node[node];
  claim(track, target);
  const std::uint64_t sampler =
      whole_number(channel.at("sampler"), size_of_member(animation, "samplers"));
  read_sampler(animation.at("samplers").element(static_cast<std::size_t>(sampler)), track, result);
  if (!channel.failed()) result.tracks.push_back(std::move(track));
}

/// Two channels for one property would leave open which one counts.
void AnimationReader::claim(const Track& track, const JsonReader& target) {
  std::size_t& mover = moved_by_[3 * track.joint + static_cast<std::size_t>(track.property)];
  if (mover == animations_) target.fail("an earlier channel moves the same property");
  mover = animations_;
}

void AnimationReader::read_sampler(const JsonReader& sampler, Track& track, Animation& result) {
  track.interpolation = read_interpolation(sampler);
  track.times = read_times(sampler.at("input"), result);
  if (sampler.failed()) return;
  const std::vector<float>& times = result.times[track.times];
  keys_ += times.size() * values_per_key(track.interpolation);
  if (keys_ > kMaxKeys) return sampler.fail("the animations have more than 50,000,000 keys");
  read_values(sampler, times.size(), track);
  result.duration = std::max(result.duration, static_cast<double>(times.back()));
}

int AnimationReader::read_times(const JsonReader& input, Animation& result) {
  const std::uint64_t number = whole_number(input, size_of_member(document_, "accessors"));
  const auto known = times_of_accessor_.find(number);
  if (known != times_of_accessor_.end()) return known->second;
  const Accessor accessor = read_accessor(document_, input, ElementType::kScalar, views_);
  if (input.failed()) return -1;
  if (accessor.count == 0 || accessor.type != ComponentType::kFloat) {
    input.fail("an animation's times are floats, at least one");
    return -1;
  }
  if (keys_ + accessor.count > kMaxKeys) {
    input.fail("the animations have more than 50,000,000 keys");
    return -1;
  }
  std::vector<float> times = floats_of(accessor);
  const std::size_t wrong = first_time_out_of_order(times);
  if (wrong < times.size()) {
    input.fail("the times don't increase from 0 or later: number " + std::to_string(wrong) +
               " is " + std::to_string(times[wrong]) + " s");
  }
  result.times.push_back(std::move(times));
  const int list = static_cast<int>(result.times.size()) - 1;
  times_of_accessor_.emplace(number, list);
  return list;
}

void AnimationReader::read_values(const JsonReader& sampler, std::size_t keys, Track& track) {
  const JsonReader output = sampler.at("output");
  const ElementType type = component_count(track.property) == 4 ? ElementType::kVec4  //
                                                                : ElementType::kVec3;
  const Accessor accessor = read_accessor(document_, output, type, views_);
  const std::size_t wanted = values_per_key(track.interpolation) * keys;
  if (accessor.count != wanted) {
    output.fail("there are " + std::to_string(accessor.count) + " values where the keys need " +
                std::to_string(wanted));
  }
  if (!accessor.is_fraction() || accessor.type == ComponentType::kUnsignedInt) {
    output.fail("an animation's values are floats, or normalized integers of 8 or 16 bits");
  }
  if (output.failed()) return;
  track.values = floats_of(accessor);
  if (!has_usable_values(track)) {
    sampler.fail("a value isn't finite, or a rotation isn't a unit quaternion");
  }
}

}  // namespace tassel
