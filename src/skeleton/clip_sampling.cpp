#include "skeleton/clip_sampling.h"

#include <algorithm>
#include <cmath>

#include "skeleton/transform_checks.h"

namespace tassel {

namespace {

/// Of a key's interval: what is nearer to the end is the end. Durations come from files' 32-bit
/// floats, which are off by up to 2e-6 of an interval at 60 keys a second and 10 s, more later on.
constexpr double kSameKey = 1e-3;

template <class T>
T lerp(const T& a, const T& b, double fraction) {
  return a + fraction * (b - a);
}

Quatd halfway(const Quatd& a, const Quatd& b) {
  return normalized(Quatd{a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w});
}

std::string place(const char* array, std::size_t index) {
  return std::string(array) + "[" + std::to_string(index) + "]";
}

bool is_usable(const Transformd& t) { return is_finite(t) && is_unit(t.rotation); }

}  // namespace

// The midpoint of two unit quaternions is their normalised sum, exactly. Bisecting down to an arc
// of at most π/2 · 2^-20, on which chord and arc differ by less than a rounding error, needs no
// trigonometry.
Quatd slerp(const Quatd& a, const Quatd& b, double fraction) {
  Quatd from = a;
  Quatd to = dot(a, b) < 0 ? Quatd{-b.x, -b.y, -b.z, -b.w} : b;
  for (int halvings = 0; halvings < 20; ++halvings) {
    const Quatd middle = halfway(from, to);
    const bool in_first_half = fraction < 0.5;
    (in_first_half ? to : from) = middle;
    fraction = in_first_half ? 2 * fraction : 2 * fraction - 1;
  }
  return normalized(Quatd{lerp(from.x, to.x, fraction), lerp(from.y, to.y, fraction),
                          lerp(from.z, to.z, fraction), lerp(from.w, to.w, fraction)});
}

Transformd interpolate(const Transformd& a, const Transformd& b, double fraction) {
  return {lerp(a.translation, b.translation, fraction), slerp(a.rotation, b.rotation, fraction),
          lerp(a.scale, b.scale, fraction)};
}

Status make_key_times(double duration, double keys_per_second, int joint_count,
                      std::vector<double>& times) {
  if (!(keys_per_second > 0 && keys_per_second <= kMaxKeysPerSecond)) {
    return {StatusCode::kInvalidArgument, "keys_per_second",
            "a clip has more than 0 and at most 1,000 keys a second"};
  }
  if (!(duration >= 0 && duration <= kMaxDuration)) {
    return {StatusCode::kInvalidArgument, "duration",
            "a motion lasts from 0 seconds to a day, 86,400 seconds"};
  }
  const double least = duration > 0 ? 1 : 0;
  const double intervals = std::max(least, std::ceil(duration * keys_per_second - kSameKey));
  if ((intervals + 1) * joint_count > kMaxClipPoses) {
    return {StatusCode::kInvalidArgument, "duration",
            "the clip would hold more than 8,000,000 joint poses; take fewer keys a second or a "
            "shorter motion"};
  }
  times.clear();
  for (int key = 0; key < static_cast<int>(intervals); ++key) {
    times.push_back(key / keys_per_second);
  }
  times.push_back(duration);
  return {};
}

Status validate(const Clip& clip, const Skeleton& skeleton) {
  if (clip.joint_count != skeleton.size()) {
    return {StatusCode::kInvalidArgument, "joint_count",
            "the clip has " + std::to_string(clip.joint_count) + " joints, its skeleton " +
                std::to_string(skeleton.size())};
  }
  if (clip.times.empty() || clip.times[0] != 0) {
    return {StatusCode::kInvalidArgument, "times", "the clip's first key isn't at 0 seconds"};
  }
  if (clip.poses_ls.size() != clip.times.size() * skeleton.joints.size()) {
    return {StatusCode::kInvalidArgument, "poses_ls",
            "the clip doesn't hold one pose of every joint a key"};
  }
  for (std::size_t i = 0; i < clip.times.size(); ++i) {
    if (!std::isfinite(clip.times[i]) || (i > 0 && !(clip.times[i] > clip.times[i - 1]))) {
      return {StatusCode::kInvalidArgument, place("times", i), "the times don't increase"};
    }
  }
  for (std::size_t i = 0; i < clip.poses_ls.size(); ++i) {
    if (!is_usable(clip.poses_ls[i])) {
      return {StatusCode::kInvalidArgument, place("poses_ls", i),
              "the transform isn't finite or its rotation isn't a unit quaternion"};
    }
  }
  return {};
}

void sample(const Clip& clip, double time, std::span<Transformd> pose_ls) {
  const auto after = std::upper_bound(clip.times.begin(), clip.times.end(), time);
  const int next = static_cast<int>(after - clip.times.begin());
  const int last = static_cast<int>(clip.times.size()) - 1;
  if (next == 0 || next > last) {
    const std::span<const Transformd> held = clip.pose_ls(next == 0 ? 0 : last);
    std::copy(held.begin(), held.end(), pose_ls.begin());
    return;
  }
  const double start = clip.times[next - 1];
  const double fraction = (time - start) / (clip.times[next] - start);
  const std::span<const Transformd> a = clip.pose_ls(next - 1);
  const std::span<const Transformd> b = clip.pose_ls(next);
  for (std::size_t i = 0; i < pose_ls.size(); ++i) pose_ls[i] = interpolate(a[i], b[i], fraction);
}

}  // namespace tassel
