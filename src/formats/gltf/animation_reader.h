#pragma once
// glTF's animations: keys, and what is between them (glTF 2.0, appendix C).

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/gltf/accessor.h"
#include "formats/json/json_reader.h"
#include "tassel/math.h"

namespace tassel {

enum class TrackPath { kTranslation, kRotation, kScale };
enum class TrackInterpolation { kStep, kLinear, kCubicSpline };

/// How one property of one node moves. Y up, as in the file.
struct Track {
  std::size_t node = 0;
  TrackPath path = TrackPath::kTranslation;
  TrackInterpolation interpolation = TrackInterpolation::kLinear;
  Accessor times;       ///< Seconds, at least one, increasing from 0 or later.
  Accessor values;      ///< One a key; with cubic splines in-tangent, value and out-tangent.
  std::string pointer;  ///< Of its sampler.
};

struct Animation {
  std::string name;
  double end = 0;  ///< Seconds, of the last key.
  std::vector<Track> tracks;
};

/// Reads the animation of that name, or the first one where `name` is empty. Channels that move
/// no node (morph weights, pointers of extensions) are left out.
[[nodiscard]] Animation read_animation(const JsonReader& document, std::string_view name,
                                       std::span<const std::byte> binary);

/// Walks along a track. Times must not decrease from call to call.
class TrackCursor {
 public:
  explicit TrackCursor(const Track& track) : track_(&track) {}

  /// The value, held before the first key and after the last. A rotation's is a unit quaternion,
  /// or not finite where the file's isn't one.
  [[nodiscard]] std::array<double, 4> value_at(double time);

 private:
  const Track* track_;
  std::size_t key_ = 0;  ///< The last one that isn't after the time.
};

}  // namespace tassel
