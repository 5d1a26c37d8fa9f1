// Usage: consumer SPEC.json AVATAR.vrm. Succeeds where the README's lines let a tip fall from its
// rigid place, and the avatar's bones lag behind a turn.
#include <tassel/tassel.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int run_dangle(std::string_view json) {
  tassel::DyngSpec rest;
  if (!tassel::from_json(json, rest).ok()) return 1;
  std::vector<tassel::Transformf> rest_pose;
  for (const tassel::Transformd& joint : rest.reference_ms) {
    rest_pose.push_back(tassel::cast<float>(joint));
  }
  std::vector<std::vector<tassel::Transformf>> poses(60, rest_pose);

#include "dangle_lines.inc"

  const int tip = program.particle_joint(program.particle_count() - 1);
  const auto index = static_cast<std::size_t>(tip);
  return poses.back()[index].translation.z < rest_pose[index].translation.z ? 0 : 1;
}

int run_character(const std::string& file) {
  const std::vector<std::byte> bytes(reinterpret_cast<const std::byte*>(file.data()),
                                     reinterpret_cast<const std::byte*>(file.data() + file.size()));
  tassel::Character rest;
  if (!tassel::read_gltf(bytes, {}, rest).ok()) return 1;
  std::vector<tassel::Transformf> rest_pose;
  for (const tassel::Joint& joint : rest.skeleton.joints) {
    rest_pose.push_back(tassel::cast<float>(joint.reference_ls));
  }
  std::vector<std::vector<tassel::Transformf>> poses(60, rest_pose);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const float half_angle = 0.02F * static_cast<float>(i);
    poses[i][0].rotation = {0, std::sin(half_angle), 0, std::cos(half_angle)};
  }
  const double seconds = 1.0 / 48;

#include "character_lines.inc"

  for (std::size_t i = 0; i < rest_pose.size(); ++i) {
    const bool is_turned = poses.back()[i].rotation.x != rest_pose[i].rotation.x;
    if (rest.skeleton.joints[i].name == "hair_tail_1") return is_turned ? 0 : 1;
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  return run_dangle(read_file(argv[1])) != 0 ? 1 : run_character(read_file(argv[2]));
}
