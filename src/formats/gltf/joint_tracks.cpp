#include "formats/gltf/joint_tracks.h"

#include <cmath>
#include <initializer_list>

namespace tassel {

namespace {

/// Metres, quaternion components or scale: what is below it is rounding, not motion.
constexpr double kStill = 1e-6;

void append(std::initializer_list<double> values, std::initializer_list<double> own,
            JointTrack& track) {
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

}  // namespace

JointTracks tracks_of(const Transformd& own, std::span<const Transformd> poses_ls) {
  JointTracks tracks;
  Quatd before = normalized(own.rotation);
  const Quatd still = before;
  for (const Transformd& pose : poses_ls) {
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

}  // namespace tassel
