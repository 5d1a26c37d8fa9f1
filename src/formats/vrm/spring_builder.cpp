#include "formats/vrm/spring_builder.h"

#include <algorithm>
#include <utility>

#include "skeleton/in_quotes.h"
#include "spec/springbone_range.h"

namespace tassel {

namespace {

/// Bounds what a small file can make of groups that many springs share.
constexpr std::size_t kMostPairs = 10'000'000;

std::vector<Affined> rest_of(const Skeleton& skeleton) {
  std::vector<Transformd> rest_ls;
  for (const Joint& joint : skeleton.joints) rest_ls.push_back(joint.reference_ls);
  std::vector<Affined> rest_ms(rest_ls.size());
  local_to_model(skeleton, rest_ls, rest_ms);
  return rest_ms;
}

double distance_to_segment(const Vec3d& point, const Vec3d& from, const Vec3d& to) {
  const Vec3d along = to - from;
  const double square = dot(along, along);
  const double share = square > 0 ? std::clamp(dot(point - from, along) / square, 0.0, 1.0) : 0;
  return length(point - from - share * along);
}

}  // namespace

SpringBuilder::SpringBuilder(const Skeleton& skeleton, Notes& notes)
    : skeleton_(skeleton),
      notes_(notes),
      ancestry_(skeleton),
      rest_ms_(rest_of(skeleton)),
      is_bone_(skeleton.joints.size(), false) {}

bool SpringBuilder::claim(int joint) {
  if (is_bone_[joint]) return false;
  is_bone_[joint] = true;
  return true;
}

Vec3d SpringBuilder::place_in(int head, int joint) const {
  // The difference first: joints at the same place are at exactly 0.
  return apply_linear(inverse(rest_ms_[head]), rest_ms_[joint].origin - rest_ms_[head].origin);
}

int SpringBuilder::add_collider(const SpringCollider& collider, const JsonReader& place) {
  if (collider.kind == SpringCollider::Kind::kPlane && !is_plane_normal(collider.normal_ls)) {
    notes_.add(place, "the plane's normal has no direction, so the collider is left out");
    return -1;
  }
  const Vec3d along = collider.tail_ls - collider.offset_ls;
  if (collider.kind == SpringCollider::Kind::kCapsule && dot(along, along) == 0) {
    notes_.add(place, "the capsule has no length, and acts as a sphere");
  }
  spec_.colliders.push_back(collider);
  collider_pointers_.push_back(place.pointer());
  return static_cast<int>(spec_.colliders.size()) - 1;
}

void SpringBuilder::add(Spring spring, const std::vector<int>& groups, const JsonReader& place) {
  add_colliders(spring, groups, place);
  for (const SpringBone& bone : spring.bones) {
    if (dot(bone.tail_ls, bone.tail_ls) > 0) continue;
    notes_.add(place, "the bone of " + in_quotes(skeleton_.joints[bone.joint].name) +
                          " has no length, so it keeps its rest rotation");
  }
  spec_.springs.push_back(std::move(spring));
  spring_pointers_.push_back(place.pointer());
}

void SpringBuilder::add_colliders(Spring& spring, const std::vector<int>& groups,
                                  const JsonReader& place) {
  for (const int group : groups) {
    pairs_ += spring.bones.size() * (groups_[group].size() + 1);
    if (pairs_ > kMostPairs) {
      return place.fail(StatusCode::kUnsupported,
                        "more than 10,000,000 pairs of a bone and a collider that it may hit");
    }
    spring.colliders.insert(spring.colliders.end(), groups_[group].begin(), groups_[group].end());
  }
}

SpringBoneSpec SpringBuilder::finish() {
  check_centers();
  note_swallowed_bones();
  return std::move(spec_);
}

void SpringBuilder::check_centers() {
  std::vector<bool> is_moved = is_bone_;
  mark_descendants(skeleton_, is_moved);
  for (std::size_t i = 0; i < spec_.springs.size(); ++i) {
    Spring& spring = spec_.springs[i];
    if (spring.center < 0) continue;
    const bool is_above_it = is_above(spring.center, spring.bones.front().joint);
    if (!is_above_it && is_moved[spring.center]) {
      notes_.add(spring_pointers_[i], "springs move its centre, so the centre is left out");
      spring.center = -1;
    } else if (!is_above_it) {
      notes_.add(spring_pointers_[i], "its centre isn't above its first joint, as VRM asks");
    } else if (is_moved[spring.center]) {
      notes_.add(spring_pointers_[i], "its centre is moved by another spring, which VRM prohibits");
    }
  }
}

void SpringBuilder::note_swallowed_bones() {
  for (std::size_t i = 0; i < spec_.springs.size(); ++i) {
    for (const SpringBone& bone : spec_.springs[i].bones) {
      const int collider = find_swallowing(bone, spec_.springs[i].colliders);
      if (collider < 0) continue;
      notes_.add(spring_pointers_[i],
                 "at rest the bone of " + in_quotes(skeleton_.joints[bone.joint].name) +
                     " lies so deep in the collider " + collider_pointers_[collider] +
                     " that it can't reach a place outside");
    }
  }
}

/// The first collider that holds all that the bone can reach at rest, or −1.
int SpringBuilder::find_swallowing(const SpringBone& bone,
                                   const std::vector<int>& colliders) const {
  const Affined& head = rest_ms_[bone.joint];
  const double reach = length(apply_linear(head, bone.tail_ls));
  if (!(reach > 0)) return -1;
  for (const int index : colliders) {
    const SpringCollider& collider = spec_.colliders[index];
    if (collider.inside || collider.kind == SpringCollider::Kind::kPlane) continue;
    const Affined& joint = rest_ms_[collider.joint];
    const bool is_capsule = collider.kind == SpringCollider::Kind::kCapsule;
    const Vec3d from = apply(joint, collider.offset_ls);
    const Vec3d to = is_capsule ? apply(joint, collider.tail_ls) : from;
    const double distance = distance_to_segment(head.origin, from, to);
    if (collider.radius + bone.hit_radius > distance + reach) return index;
  }
  return -1;
}

}  // namespace tassel
