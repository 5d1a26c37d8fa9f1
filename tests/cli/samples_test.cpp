#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "cli/run_tool.h"
#include "tassel/redengine.h"
#include "test_files.h"

namespace tassel {
namespace {

DyngSpec compile_sample(const std::string& rig_file, const std::string& graph_file) {
  RigFile rig;
  AnimGraphFile graph;
  const Status rig_status = read_rig(read_bytes(rig_file), rig);
  EXPECT_TRUE(rig_status.ok()) << rig_status.to_string();
  const Status graph_status = read_anim_graph(read_bytes(graph_file), graph);
  EXPECT_TRUE(graph_status.ok()) << graph_status.to_string();
  return compile(rig, &graph);
}

TEST(Samples, AreWhatTheirScriptWrites) {
  if (!has_file("/usr/bin/python3")) GTEST_SKIP() << "no /usr/bin/python3, so nothing was checked";
  TemporaryFolder folder;
  const std::string command =
      "/usr/bin/python3 -B '" TASSEL_SAMPLES_DIR "/make_samples.py' '" + (folder / "") + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  for (const char* name :
       {"hair/tassel_hair.rig.json", "hair/tassel_hair.animgraph.json",
        "earring/tassel_earring.rig.json", "earring/tassel_earring.animgraph.json"}) {
    EXPECT_EQ(read_text(folder / name), read_text(std::string(TASSEL_SAMPLES_DIR "/") + name));
  }
}

TEST(Samples, CompileWithoutANote) {
  EXPECT_EQ(compile_sample(kHairRig, kHairGraph).notes, std::vector<std::string>{});
  EXPECT_EQ(compile_sample(kEarringRig, kEarringGraph).notes, std::vector<std::string>{});
}

TEST(Samples, HangFromTheHeadByAFixedJoint) {
  for (const DyngSpec& spec :
       {compile_sample(kHairRig, kHairGraph), compile_sample(kEarringRig, kEarringGraph)}) {
    ASSERT_FALSE(spec.simulation.particles.empty());
    for (const DyngParticle& particle : spec.simulation.particles) {
      const int joint = spec.skeleton.find(particle.bone);
      const int parent = spec.skeleton.joints[static_cast<size_t>(joint)].parent;
      const bool hangs = spec.skeleton.joints[static_cast<size_t>(parent)].name == "Head";
      EXPECT_EQ(particle.is_free, !hangs) << particle.bone;
    }
  }
}

/// Distance of a model-space point from a shape's surface in the rest pose (§5.4).
double clearance(const DyngSpec& spec, const DyngRoundedShape& shape, const Vec3d& point) {
  const auto bone = static_cast<size_t>(spec.skeleton.find(shape.bone));
  const Transformd frame = spec.reference_ms[bone] * shape.transform_ls;
  const Vec3d q = rotate_back(frame.rotation, point - frame.translation);
  const Vec3d outside{std::max(std::abs(q.x) - shape.x_box_extent, 0.0),
                      std::max(std::abs(q.y) - shape.y_box_extent, 0.0),
                      std::max(std::abs(q.z) - shape.z_box_extent, 0.0)};
  return length(outside) - shape.rounded_corner_radius;
}

TEST(Samples, HairStartsOutsideTheBody) {
  const DyngSpec spec = compile_sample(kHairRig, kHairGraph);
  for (const DyngParticle& particle : spec.simulation.particles) {
    if (!particle.is_free) continue;
    const auto joint = static_cast<size_t>(spec.skeleton.find(particle.bone));
    for (const DyngRoundedShape& shape : spec.simulation.collision_rounded_shapes) {
      EXPECT_GT(clearance(spec, shape, spec.reference_ms[joint].translation),
                particle.collision_capsule_radius)
          << particle.bone << " and " << shape.bone;
    }
  }
}

}  // namespace
}  // namespace tassel
