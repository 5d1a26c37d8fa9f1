#include "formats/vrm/spring_limit_reader.h"

#include <array>

#include "formats/gltf/gltf_json.h"
#include "formats/vrm/vrm_json.h"
#include "math/trigonometry.h"
#include "skeleton/transform_checks.h"

namespace tassel {

namespace {

Quatd read_rotation(const JsonReader& limit, Notes& notes) {
  if (!has_value(limit, "rotation")) return {};
  std::array<double, 4> r{};
  read_numbers(limit, "rotation", r);
  const Quatd rotation{r[0], r[1], r[2], r[3]};
  if (is_nearly_unit(rotation)) return normalized(rotation);
  notes.add(limit.at("rotation"), "the rotation isn't a unit quaternion, and is left out");
  return {};
}

SpringLimit read_angle_limit(const JsonReader& reader, SpringLimit::Kind kind, Notes& notes) {
  reader.expect_object();
  note_unknown_keys(reader, {"angle", "rotation"}, notes);
  SpringLimit limit;
  limit.kind = kind;
  limit.angle = read_in_range(reader, "angle", kPi, 0, kPi, notes);
  limit.rotation_ls = read_rotation(reader, notes);
  return limit;
}

SpringLimit read_spherical_limit(const JsonReader& reader, Notes& notes) {
  reader.expect_object();
  note_unknown_keys(reader, {"pitch", "yaw", "rotation"}, notes);
  SpringLimit limit;
  limit.kind = SpringLimit::Kind::kSpherical;
  limit.pitch = read_in_range(reader, "pitch", kPi, 0, kPi, notes);
  limit.yaw = read_in_range(reader, "yaw", kPi / 2, 0, kPi / 2, notes);
  limit.rotation_ls = read_rotation(reader, notes);
  return limit;
}

}  // namespace

std::optional<SpringLimit> read_spring_limit(const JsonReader& joint, Notes& notes) {
  if (!has_extension(joint, kSpringLimit, notes)) return {};
  const JsonReader found = extension(joint, kSpringLimit);
  const JsonReader limit = has_value(found, "limit") ? found.at("limit") : found;
  limit.expect_object();
  if (has_value(limit, "cone")) {
    return read_angle_limit(limit.at("cone"), SpringLimit::Kind::kCone, notes);
  }
  if (has_value(limit, "hinge")) {
    return read_angle_limit(limit.at("hinge"), SpringLimit::Kind::kHinge, notes);
  }
  if (has_value(limit, "spherical")) return read_spherical_limit(limit.at("spherical"), notes);
  notes.add(limit, "the limit is none that is known, and is left out");
  return {};
}

}  // namespace tassel
