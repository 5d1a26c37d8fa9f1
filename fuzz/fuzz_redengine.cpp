// Any bytes as a rig and as a graph, joined with a rig that is fine.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "tassel/redengine.h"

namespace {

tassel::RigFile fallback_rig() {
  tassel::RigFile rig;
  const char* const names[] = {"Root", "Head", "tip_1", "tip_2", "tip_3"};
  for (int i = 0; i < 5; ++i) rig.skeleton.joints.push_back({names[i], i - 1, {{0.1, 0, 0}}});
  rig.reference_ms = reference_pose_ms(rig.skeleton);
  return rig;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  static const tassel::RigFile kFallback = fallback_rig();
  (void)tassel::recognise(bytes);
  tassel::RigFile rig = kFallback;
  tassel::AnimGraphFile graph;
  (void)tassel::read_rig(bytes, rig);
  const bool has_graph = tassel::read_anim_graph(bytes, graph).ok();
  const tassel::DyngSpec spec = tassel::compile(rig, has_graph ? &graph : nullptr);
  if (!spec.simulation.particles.empty() && !validate(spec).empty()) std::abort();
  if (spec.simulation.particles.empty() && spec.notes.empty()) std::abort();
  return 0;
}
