#include "formats/gltf/animation_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "formats/gltf/gltf_json.h"
#include "formats/gltf/quaternion_of.h"
#include "skeleton/clip_sampling.h"
#include "skeleton/in_quotes.h"

namespace tassel {

namespace {

using Value = std::array<double, 4>;

/// Keys of all tracks together: an hour of 500 joints' rotations at 25 keys a second.
constexpr std::size_t kMaxKeys = 50'000'000;

Value value_of(const Accessor& accessor, std::size_t element, TrackPath path) {
  Value value{};
  const std::size_t components = path == TrackPath::kRotation ? 4 : 3;
  for (std::size_t i = 0; i < components; ++i) value[i] = accessor.value(element, i);
  return value;
}

Quatd to_quaternion(const Value& v) { return {v[0], v[1], v[2], v[3]}; }
Value to_value(const Quatd& q) { return {q.x, q.y, q.z, q.w}; }

Value unit_rotation(const Value& value) {
  const Quatd q = to_quaternion(value);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  return is_nearly_unit(q) ? to_value(normalized(q)) : Value{nan, nan, nan, nan};
}

Value linear(const Value& a, const Value& b, double f, TrackPath path) {
  if (path == TrackPath::kRotation) {
    return to_value(slerp(to_quaternion(unit_rotation(a)), to_quaternion(unit_rotation(b)), f));
  }
  Value value{};
  for (std::size_t i = 0; i < 4; ++i) value[i] = a[i] + f * (b[i] - a[i]);
  return value;
}

/// Hermite's spline through a and b; tangents are per second, so the interval scales them.
Value cubic(const Value& a, const Value& a_out, const Value& b_in, const Value& b, double interval,
            double f) {
  const double f2 = f * f;
  const double f3 = f2 * f;
  Value value{};
  for (std::size_t i = 0; i < 4; ++i) {
    value[i] = (2 * f3 - 3 * f2 + 1) * a[i] + interval * (f3 - 2 * f2 + f) * a_out[i] +
               (3 * f2 - 2 * f3) * b[i] + interval * (f3 - f2) * b_in[i];
  }
  return value;
}

TrackInterpolation read_interpolation(const JsonReader& sampler) {
  if (!sampler.has("interpolation")) return TrackInterpolation::kLinear;
  const std::string name = sampler.at("interpolation").string();
  if (name == "STEP") return TrackInterpolation::kStep;
  if (name == "CUBICSPLINE") return TrackInterpolation::kCubicSpline;
  if (name != "LINEAR") sampler.at("interpolation").fail("expected STEP, LINEAR or CUBICSPLINE");
  return TrackInterpolation::kLinear;
}

TrackPath read_path(const JsonReader& path) {
  const std::string name = path.string();
  if (name == "rotation") return TrackPath::kRotation;
  if (name == "scale") return TrackPath::kScale;
  if (name != "translation") path.fail("expected translation, rotation, scale or weights");
  return TrackPath::kTranslation;
}

void check_times(const Accessor& times, const JsonReader& input) {
  if (input.failed()) return;
  if (times.count() == 0 || !times.is_float()) {
    return input.fail("an animation's times are floats, at least one");
  }
  double before = -1;
  for (std::size_t i = 0; i < times.count(); ++i) {
    const double time = times.value(i, 0);
    if (!std::isfinite(time) || time < 0 || time <= before) {
      return input.fail("the times don't increase from 0 or later: number " + std::to_string(i) +
                        " is " + std::to_string(time) + " s");
    }
    before = time;
  }
}

class AnimationReader {
 public:
  AnimationReader(const JsonReader& document, const JsonReader& animation,
                  std::span<const std::byte> binary)
      : document_(document),
        animation_(animation),
        binary_(binary),
        node_count_(size_of_member(document, "nodes")),
        claimed_(3 * node_count_, false) {}

  Animation read() {
    result_.name = text_or_empty(animation_, "name");
    const JsonReader channels = animation_.at("channels");
    const std::size_t count = channels.size();
    for (std::size_t i = 0; i < count && !channels.failed(); ++i) read_channel(channels.element(i));
    if (result_.tracks.empty()) {
      animation_.fail(StatusCode::kUnsupported, "the animation moves no node");
    }
    return std::move(result_);
  }

 private:
  void read_channel(const JsonReader& channel) {
    const JsonReader target = channel.at("target");
    const std::string path = target.at("path").string();
    if (path == "weights" || path == "pointer" || !target.has("node")) return;
    Track track;
    track.path = read_path(target.at("path"));
    track.node = static_cast<std::size_t>(whole_number(target.at("node"), node_count_));
    claim(track, target);
    read_sampler(animation_.at("samplers")
                     .element(static_cast<std::size_t>(whole_number(
                         channel.at("sampler"), size_of_member(animation_, "samplers")))),
                 track);
    if (!channel.failed()) result_.tracks.push_back(std::move(track));
  }

  /// Two channels for one property would leave open which one counts.
  void claim(const Track& track, const JsonReader& target) {
    if (target.failed()) return;
    const std::size_t property = 3 * track.node + static_cast<std::size_t>(track.path);
    if (claimed_[property]) target.fail("an earlier channel moves the same property");
    claimed_[property] = true;
  }

  void read_sampler(const JsonReader& sampler, Track& track) {
    const JsonReader input = sampler.at("input");
    const JsonReader output = sampler.at("output");
    track.pointer = sampler.pointer();
    track.interpolation = read_interpolation(sampler);
    track.times = read_accessor(document_, pointed_at(document_, "accessors", input), binary_, 1);
    keys_ += track.times.count();
    if (keys_ > kMaxKeys) return sampler.fail("the animation has more than 50,000,000 keys");
    check_times(track.times, input);
    track.values = read_accessor(document_, pointed_at(document_, "accessors", output), binary_,
                                 track.path == TrackPath::kRotation ? 4 : 3);
    const bool is_cubic = track.interpolation == TrackInterpolation::kCubicSpline;
    const std::size_t wanted = (is_cubic ? 3 : 1) * track.times.count();
    if (track.values.count() != wanted) {
      output.fail("there are " + std::to_string(track.values.count()) +
                  " values where the keys need " + std::to_string(wanted));
    }
    if (sampler.failed()) return;
    result_.end = std::max(result_.end, track.times.value(track.times.count() - 1, 0));
  }

  const JsonReader& document_;
  const JsonReader& animation_;
  std::span<const std::byte> binary_;
  std::size_t node_count_;
  std::vector<bool> claimed_;  ///< Three a node.
  std::size_t keys_ = 0;
  Animation result_;
};

}  // namespace

Animation read_animation(const JsonReader& document, std::string_view name,
                         std::span<const std::byte> binary) {
  const std::size_t count = size_of_member(document, "animations");
  for (std::size_t i = 0; i < count; ++i) {
    const JsonReader animation = document.at("animations").element(i);
    if (!name.empty() && text_or_empty(animation, "name") != name) continue;
    return AnimationReader(document, animation, binary).read();
  }
  document.fail(StatusCode::kInvalidArgument,
                count == 0 ? "the file has no animation"
                           : "the file has no animation called " + in_quotes(name));
  return {};
}

std::array<double, 4> TrackCursor::value_at(double time) {
  const Accessor& times = track_->times;
  const Accessor& values = track_->values;
  const bool is_cubic = track_->interpolation == TrackInterpolation::kCubicSpline;
  const auto key_value = [&](std::size_t key) {
    return value_of(values, is_cubic ? 3 * key + 1 : key, track_->path);
  };
  while (key_ + 1 < times.count() && times.value(key_ + 1, 0) <= time) ++key_;
  Value value = key_value(key_);
  const double start = times.value(key_, 0);
  const bool is_between = time > start && key_ + 1 < times.count();
  if (is_between && track_->interpolation != TrackInterpolation::kStep) {
    const double interval = times.value(key_ + 1, 0) - start;
    const double f = (time - start) / interval;
    const Value next = key_value(key_ + 1);
    value = is_cubic ? cubic(value, value_of(values, 3 * key_ + 2, track_->path),
                             value_of(values, 3 * key_ + 3, track_->path), next, interval, f)
                     : linear(value, next, f, track_->path);
  }
  if (track_->path != TrackPath::kRotation) return value;
  // A spline leaves the unit sphere between its keys, so that only its direction counts.
  const Quatd q = to_quaternion(value);
  const bool on_spline = is_cubic && is_between && dot(q, q) > 0;
  return on_spline ? to_value(normalized(q)) : unit_rotation(value);
}

}  // namespace tassel
