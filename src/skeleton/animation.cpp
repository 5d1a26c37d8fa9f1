#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "skeleton/clip_sampling.h"
#include "skeleton/track_checks.h"
#include "skeleton/transform_checks.h"

namespace tassel {

namespace {

using Value = std::array<double, 4>;

Quatd to_quaternion(const Value& v) { return {v[0], v[1], v[2], v[3]}; }
Vec3d to_vector(const Value& v) { return {v[0], v[1], v[2]}; }

std::string place(const char* array, std::size_t index) {
  return std::string(array) + "[" + std::to_string(index) + "]";
}

/// Which of a key's three values, where the track is a spline.
enum Part { kInTangent, kMiddle, kOutTangent };

Value value_of(const Track& track, std::size_t key, Part part) {
  const std::size_t components = component_count(track.property);
  const bool is_cubic = track.interpolation == Interpolation::kCubicSpline;
  const std::size_t element = is_cubic ? 3 * key + part : key;
  Value value{};
  for (std::size_t i = 0; i < components; ++i) {
    value[i] = static_cast<double>(track.values[element * components + i]);
  }
  return value;
}

/// Hermite's spline from one key to the next; tangents are per second, so the interval scales
/// them.
Value spline(const Track& track, std::size_t key, double interval, double f) {
  const Value a = value_of(track, key, kMiddle);
  const Value a_out = value_of(track, key, kOutTangent);
  const Value b_in = value_of(track, key + 1, kInTangent);
  const Value b = value_of(track, key + 1, kMiddle);
  const double f2 = f * f;
  const double f3 = f2 * f;
  Value value{};
  for (std::size_t i = 0; i < 4; ++i) {
    value[i] = (2 * f3 - 3 * f2 + 1) * a[i] + interval * (f3 - 2 * f2 + f) * a_out[i] +
               (3 * f2 - 2 * f3) * b[i] + interval * (f3 - f2) * b_in[i];
  }
  return value;
}

void set_held(const Track& track, std::size_t key, Transformd& transform) {
  const Value value = value_of(track, key, kMiddle);
  switch (track.property) {
    case Track::Property::kTranslation:
      transform.translation = to_vector(value);
      break;
    case Track::Property::kRotation:
      transform.rotation = normalized(to_quaternion(value));
      break;
    case Track::Property::kScale:
      transform.scale = to_vector(value);
      break;
  }
}

Quatd rotation_between(const Track& track, std::size_t key, double interval, double f) {
  const Quatd from = normalized(to_quaternion(value_of(track, key, kMiddle)));
  if (track.interpolation == Interpolation::kLinear) {
    return slerp(from, normalized(to_quaternion(value_of(track, key + 1, kMiddle))), f);
  }
  // A spline leaves the unit sphere between its keys: only its direction counts, if it has one.
  const Quatd q = to_quaternion(spline(track, key, interval, f));
  const Quatd direction = normalized(q);
  return is_unit(direction) ? direction : from;
}

Vec3d vector_between(const Track& track, std::size_t key, double interval, double f) {
  if (track.interpolation == Interpolation::kCubicSpline) {
    return to_vector(spline(track, key, interval, f));
  }
  const Vec3d from = to_vector(value_of(track, key, kMiddle));
  return from + f * (to_vector(value_of(track, key + 1, kMiddle)) - from);
}

void sample(const Track& track, const std::vector<float>& times, double time,
            Transformd& transform) {
  const auto after = std::upper_bound(times.begin(), times.end(), time);
  if (after == times.begin()) return set_held(track, 0, transform);
  const auto key = static_cast<std::size_t>(after - times.begin()) - 1;
  const auto start = static_cast<double>(times[key]);
  const bool is_held = after == times.end() || time == start;
  if (is_held || track.interpolation == Interpolation::kStep) {
    return set_held(track, key, transform);
  }
  const double interval = static_cast<double>(*after) - start;
  const double f = (time - start) / interval;
  if (track.property == Track::Property::kRotation) {
    transform.rotation = rotation_between(track, key, interval, f);
    return;
  }
  const bool moves = track.property == Track::Property::kTranslation;
  (moves ? transform.translation : transform.scale) = vector_between(track, key, interval, f);
}

/// What is wrong with the track; empty where nothing is.
std::string fault_of(const Track& track, const Animation& animation, const Skeleton& skeleton) {
  if (track.joint < 0 || track.joint >= skeleton.size()) return "the skeleton lacks its joint";
  if (track.times < 0 || static_cast<std::size_t>(track.times) >= animation.times.size()) {
    return "the animation lacks its list of times";
  }
  const std::size_t wanted = animation.times[track.times].size() *
                             values_per_key(track.interpolation) * component_count(track.property);
  if (track.values.size() != wanted) {
    return "it has " + std::to_string(track.values.size()) + " numbers where its keys need " +
           std::to_string(wanted);
  }
  if (!has_usable_values(track)) return "a number isn't finite, or a rotation isn't unit";
  return {};
}

}  // namespace

std::size_t first_time_out_of_order(std::span<const float> times) {
  float before = -1;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i]) || times[i] < 0 || times[i] <= before) return i;
    before = times[i];
  }
  return times.size();
}

bool has_usable_values(const Track& track) {
  if (!std::all_of(track.values.begin(), track.values.end(),
                   [](float number) { return std::isfinite(number); })) {
    return false;
  }
  if (track.property != Track::Property::kRotation) return true;
  const std::size_t keys = track.values.size() / 4 / values_per_key(track.interpolation);
  for (std::size_t key = 0; key < keys; ++key) {
    if (!is_nearly_unit(to_quaternion(value_of(track, key, kMiddle)))) return false;
  }
  return true;
}

Status validate(const Animation& animation, const Skeleton& skeleton) {
  if (!(std::isfinite(animation.duration) && animation.duration >= 0)) {
    return {StatusCode::kInvalidArgument, "duration", "the duration isn't a number from 0"};
  }
  for (std::size_t i = 0; i < animation.times.size(); ++i) {
    const std::vector<float>& times = animation.times[i];
    if (times.empty() || first_time_out_of_order(times) < times.size()) {
      return {StatusCode::kInvalidArgument, place("times", i),
              "the times don't increase from 0 or later"};
    }
  }
  std::vector<bool> is_moved(3 * skeleton.joints.size(), false);
  for (std::size_t i = 0; i < animation.tracks.size(); ++i) {
    const Track& track = animation.tracks[i];
    const std::string fault = fault_of(track, animation, skeleton);
    if (!fault.empty()) return {StatusCode::kInvalidArgument, place("tracks", i), fault};
    const std::size_t moved = 3 * track.joint + static_cast<std::size_t>(track.property);
    if (is_moved[moved]) {
      return {StatusCode::kInvalidArgument, place("tracks", i),
              "an earlier track moves the same property"};
    }
    is_moved[moved] = true;
  }
  return {};
}

void sample_pose(const Animation& animation, const Skeleton& skeleton, double time,
                 std::span<Transformd> pose_ls) {
  for (int i = 0; i < skeleton.size(); ++i) pose_ls[i] = skeleton.joints[i].reference_ls;
  for (const Track& track : animation.tracks) {
    sample(track, animation.times[track.times], time, pose_ls[track.joint]);
  }
}

}  // namespace tassel
