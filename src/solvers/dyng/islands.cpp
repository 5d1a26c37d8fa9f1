#include "solvers/dyng/islands.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "math/trigonometry.h"
#include "skeleton/name_index.h"

namespace tassel::dyng {

namespace {

/// The two particles of a constraint; an ellipsoid's only one, twice.
struct Ends {
  int a;
  int b;
};

Ends ends_of(const DyngConstraint& constraint, const NameIndex& particle_of) {
  if (const auto* link = std::get_if<DyngLink>(&constraint)) {
    return {particle_of.find(link->bone1), particle_of.find(link->bone2)};
  }
  if (const auto* cone = std::get_if<DyngCone>(&constraint)) {
    return {particle_of.find(cone->cone_attachment_bone), particle_of.find(cone->constrained_bone)};
  }
  const int particle = particle_of.find(std::get_if<DyngEllipsoid>(&constraint)->bone);
  return {particle, particle};
}

class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int root(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(int a, int b) {
    const int ra = root(a);
    const int rb = root(b);
    parent_[std::max(ra, rb)] = std::min(ra, rb);
  }

 private:
  std::vector<int> parent_;
};

LaneOperation to_operation(OperationKind kind, Ends ends, std::vector<double> constants) {
  return {kind, static_cast<std::uint16_t>(ends.a), static_cast<std::uint16_t>(ends.b),
          std::move(constants)};
}

OperationKind kind_of(DyngLinkType type) {
  switch (type) {
    case DyngLinkType::kKeepVariableDistance:
      return OperationKind::kLinkVariable;
    case DyngLinkType::kGreater:
      return OperationKind::kLinkGreater;
    case DyngLinkType::kCloser:
      return OperationKind::kLinkCloser;
    case DyngLinkType::kKeepFixedDistance:
      break;
  }
  return OperationKind::kLinkFixed;
}

OperationKind kind_of(DyngConeType type) {
  switch (type) {
    case DyngConeType::kHingePlane:
      return OperationKind::kHingePlane;
    case DyngConeType::kHalfCone:
      return OperationKind::kHalfCone;
    case DyngConeType::kCone:
      break;
  }
  return OperationKind::kCone;
}

/// Shares of a length error: a free particle beside a fixed one takes it whole, two free ones
/// share it by the other's mass (§5.3).
LaneOperation link_operation(const DyngLink& link, Ends ends, double rest,
                             const std::vector<DyngParticle>& particles) {
  const DyngParticle& p1 = particles[ends.a];
  const DyngParticle& p2 = particles[ends.b];
  const double both = p1.mass + p2.mass;
  const double share1 = !p1.is_free ? 0 : p2.is_free ? p2.mass / both : 1;
  const double share2 = !p2.is_free ? 0 : p1.is_free ? p1.mass / both : 1;
  return to_operation(kind_of(link.type), ends,
                      {link.length_lower_bound_ratio_percentage * 0.01 * rest,
                       link.length_upper_bound_ratio_percentage * 0.01 * rest, share1, share2});
}

LaneOperation cone_operation(const DyngCone& cone, Ends ends) {
  const double half_aperture = cone.half_of_max_aperture_angle * kRadiansPerDegree;
  const Quatd& q = cone.cone_transform_ls.rotation;
  const Vec3d& t = cone.cone_transform_ls.translation;
  return to_operation(
      kind_of(cone.type), ends,
      {cosine(half_aperture), sine(half_aperture), q.x, q.y, q.z, q.w, t.x, t.y, t.z});
}

LaneOperation ellipsoid_operation(const DyngEllipsoid& ellipsoid, Ends ends) {
  const double radius = ellipsoid.constraint_radius;
  const Quatd& q = ellipsoid.ellipsoid_transform_ls.rotation;
  const Vec3d& t = ellipsoid.ellipsoid_transform_ls.translation;
  return to_operation(OperationKind::kEllipsoid, ends,
                      {radius, radius * ellipsoid.constraint_scale1,
                       radius * ellipsoid.constraint_scale2, q.x, q.y, q.z, q.w, t.x, t.y, t.z});
}

using LooksAt = std::unordered_map<int, std::vector<LaneOperation>>;

/// For each particle the links whose bone2 it is: their bone1 looks at it.
LooksAt index_looks(const DyngSimulation& simulation, const NameIndex& particle_of) {
  LooksAt looks_at;
  if (!simulation.rotate_parent_to_look_at_dangle) return looks_at;
  for (const DyngConstraint& constraint : simulation.constraints) {
    const auto* link = std::get_if<DyngLink>(&constraint);
    if (link == nullptr) continue;
    const Ends ends = ends_of(constraint, particle_of);
    // Only its direction counts; a unit axis keeps every scalar's squares in range.
    const Vec3d axis = (1 / length(link->look_at_axis)) * link->look_at_axis;
    looks_at[ends.b].push_back(
        to_operation(OperationKind::kLookAt, ends, {axis.x, axis.y, axis.z}));
  }
  return looks_at;
}

/// Particles in the order of their joints, each preceded by its parents' looks at it.
void add_outputs(LooksAt& looks_at, Island& island) {
  for (const int particle : island.particles) {
    for (LaneOperation& look : looks_at[particle]) island.outputs.push_back(std::move(look));
    island.outputs.push_back(to_operation(OperationKind::kPlace, {particle, particle}, {}));
  }
}

}  // namespace

std::vector<Island> find_islands(const DyngSpec& spec, const std::vector<int>& joints) {
  const std::vector<DyngParticle>& particles = spec.simulation.particles;
  const NameIndex particle_of(particles, &DyngParticle::bone);

  UnionFind ties(particles.size());
  for (const DyngConstraint& constraint : spec.simulation.constraints) {
    const Ends ends = ends_of(constraint, particle_of);
    ties.unite(ends.a, ends.b);
  }

  std::vector<Island> islands;
  std::vector<int> island_of_root(particles.size(), -1);
  for (int i = 0; i < static_cast<int>(particles.size()); ++i) {
    int& island = island_of_root[ties.root(i)];
    if (island < 0) {
      island = static_cast<int>(islands.size());
      islands.emplace_back();
    }
    islands[island].particles.push_back(i);
  }

  for (const DyngConstraint& constraint : spec.simulation.constraints) {
    const Ends ends = ends_of(constraint, particle_of);
    std::vector<LaneOperation>& operations = islands[island_of_root[ties.root(ends.a)]].operations;
    if (const auto* link = std::get_if<DyngLink>(&constraint)) {
      if (!particles[ends.a].is_free && !particles[ends.b].is_free) continue;
      const double rest = length(spec.reference_ms[joints[ends.b]].translation -
                                 spec.reference_ms[joints[ends.a]].translation);
      operations.push_back(link_operation(*link, ends, rest, particles));
    } else if (!particles[ends.b].is_free) {
      continue;
    } else if (const auto* cone = std::get_if<DyngCone>(&constraint)) {
      operations.push_back(cone_operation(*cone, ends));
    } else {
      operations.push_back(ellipsoid_operation(*std::get_if<DyngEllipsoid>(&constraint), ends));
    }
  }

  LooksAt looks_at = index_looks(spec.simulation, particle_of);
  for (Island& island : islands) {
    std::sort(island.particles.begin(), island.particles.end(),
              [&](int a, int b) { return joints[a] < joints[b]; });
    add_outputs(looks_at, island);
  }
  return islands;
}

}  // namespace tassel::dyng
