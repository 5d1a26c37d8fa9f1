#pragma once
// A small rig with two hanging chains, and a clip that moves it.

#include <cmath>
#include <vector>

#include "tassel/gltf.h"

namespace tassel::test {

inline Quatd turn(const Vec3d& axis, double radians) {
  const double s = std::sin(radians / 2);
  return {s * axis.x, s * axis.y, s * axis.z, std::cos(radians / 2)};
}

struct GltfSample {
  Skeleton skeleton;
  Clip clip;
  std::vector<Chain> chains;
  std::vector<DyngRoundedShape> shapes;

  [[nodiscard]] GlbContent content() const { return {&skeleton, &clip, chains, shapes}; }
};

/// Root, Head 1.6 m above it, a strand of four joints and an earring of two, with a sphere and a
/// capsule. In the clip the Head nods, the strand's second joint swings and moves, and the rest
/// stays where it is.
inline GltfSample make_gltf_sample() {
  GltfSample sample;
  const Quatd down = turn({0, 1, 0}, 1.4);
  sample.skeleton.joints = {{"Root", -1, {}},
                            {"Head", 0, {{0.01, -0.04, 1.6}, turn({1, 0, 0}, 0.3)}},
                            {"hair_1", 1, {{0, -0.1, 0.1}, down}},
                            {"hair_2", 2, {{0.07, 0, 0}, turn({0, 0, 1}, 0.2)}},
                            {"hair_3", 3, {{0.07, 0, 0}, turn({0, 1, 0}, 0.2)}},
                            {"hair_4", 4, {{0.07, 0, 0}, {}}},
                            {"earring_1", 1, {{-0.08, 0, 0.02}, down}},
                            {"earring_2", 6, {{0.04, 0, 0}, {}}}};
  sample.chains = {{1, {2, 3, 4, 5}}, {1, {6, 7}}};
  sample.shapes = {{"Head", {{0, 0, 0.1}, turn({1, 0, 0}, 1)}, 0, 0, 0.05, 0.06},
                   {"Root", {{0.2, 0, 1.3}, {}}, 0, 0, 0, 0.1}};
  sample.clip.name = "nod";
  sample.clip.joint_count = sample.skeleton.size();
  for (int key = 0; key <= 30; ++key) {
    const double phase = std::sin(3.14159265 * key / 15);
    sample.clip.times.push_back(key / 30.0);
    for (const Joint& joint : sample.skeleton.joints) {
      Transformd pose = joint.reference_ls;
      if (joint.name == "Head") pose.rotation = turn({1, 0, 0}, 0.3 + 0.4 * phase);
      if (joint.name == "hair_2") {
        pose.rotation = turn({0, 1, 0}, 0.8 * phase);
        pose.translation.y += 0.002 * phase;
      }
      sample.clip.poses_ls.push_back(pose);
    }
  }
  return sample;
}

}  // namespace tassel::test
