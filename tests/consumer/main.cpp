// Usage: consumer SPEC.json. Succeeds where the README's lines let a tip fall from its rigid place.
#include <tassel/tassel.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string json{std::istreambuf_iterator<char>(file), {}};

  tassel::DyngSpec rest;
  if (!tassel::from_json(json, rest).ok()) return 1;
  std::vector<tassel::Transformf> rest_pose;
  for (const tassel::Transformd& joint : rest.reference_ms) {
    rest_pose.push_back(tassel::cast<float>(joint));
  }
  std::vector<std::vector<tassel::Transformf>> poses(60, rest_pose);

#include "readme_lines.inc"

  const int tip = program.particle_joint(program.particle_count() - 1);
  const auto index = static_cast<std::size_t>(tip);
  return poses.back()[index].translation.z < rest_pose[index].translation.z ? 0 : 1;
}
