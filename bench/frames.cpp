// Runs frames of the hair scene and nothing else, for count_instructions:
//   tassel_frames scalar|chains|crowd COUNT
// scalar: one dangle, plain float. chains: one dangle, 8 chains side by side. crowd: 64 dangles, 8
// side by side. Widths are fixed, so that a count doesn't depend on the machine.

#include <cstdlib>
#include <cstring>
#include <vector>

#include "scenes/hair_scene.h"
#include "tassel/dyng.h"

namespace tassel {
namespace {

constexpr double kSteadySubsteps = 5.0 / 3;
constexpr int kCrowd = 64;

std::vector<Transformf> pose_of(const DyngSpec& spec) {
  std::vector<Transformf> pose;
  for (const Transformd& t : scenes::hair_pose(spec, 0.2, 0)) pose.push_back(cast<float>(t));
  return pose;
}

void run_one(const DyngProgram& program, const std::vector<Transformf>& still, int lanes,
             int count) {
  DyngState<float> state(program, kSteadySubsteps, lanes);
  std::vector<Transformf> pose;
  for (int i = 0; i < count; ++i) {
    pose = still;
    step(state, DyngFrame{}, std::span(pose));
  }
}

void run_crowd(const DyngProgram& program, const std::vector<Transformf>& still, int count) {
  DyngCrowd<float> crowd(program, kCrowd, kSteadySubsteps, 8);
  const std::vector<DyngFrame> frames(kCrowd);
  std::vector<std::vector<Transformf>> poses(kCrowd);
  std::vector<std::span<Transformf>> spans(kCrowd);
  std::vector<DyngReport> reports(kCrowd);
  for (int i = 0; i < count; ++i) {
    for (int dangle = 0; dangle < kCrowd; ++dangle) {
      poses[dangle] = still;
      spans[dangle] = poses[dangle];
    }
    step<float>(crowd, frames, spans, reports);
  }
}

}  // namespace
}  // namespace tassel

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const tassel::DyngSpec spec = tassel::scenes::hair();
  tassel::DyngProgram program;
  if (!tassel::cook(spec, program).ok()) return 1;
  const auto still = tassel::pose_of(spec);
  const int count = std::atoi(argv[2]);
  if (std::strcmp(argv[1], "crowd") == 0) {
    tassel::run_crowd(program, still, count);
  } else {
    tassel::run_one(program, still, std::strcmp(argv[1], "chains") == 0 ? 8 : 1, count);
  }
}
