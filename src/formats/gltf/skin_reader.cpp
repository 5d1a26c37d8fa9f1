#include "formats/gltf/skin_reader.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "formats/gltf/accessor.h"
#include "formats/gltf/gltf_json.h"

namespace tassel {

namespace {

constexpr std::size_t kMaxJoints = 1'000'000;
constexpr std::size_t kMaxJointsOfOne = 65'535;

void read_joints(const JsonReader& joints, const NodeTree& tree, Skin& skin) {
  const std::size_t count = joints.size();
  if (count == 0) joints.fail("a skin has at least one joint");
  if (count > kMaxJointsOfOne) joints.fail("more than 65,535 joints");
  for (std::size_t i = 0; i < count && !joints.failed(); ++i) {
    const std::uint64_t node = whole_number(joints.element(i), tree.joint_of_node.size());
    if (!joints.failed()) skin.joints.push_back(tree.joint_of_node[node]);
  }
}

Affined to_affine(std::span<const float> m) {
  const auto column = [&](std::size_t first) {
    return Vec3d{static_cast<double>(m[first]), static_cast<double>(m[first + 1]),
                 static_cast<double>(m[first + 2])};
  };
  return {column(0), column(4), column(8), column(12)};
}

void read_inverse_binds(const JsonReader& document, const JsonReader& reader, BufferViews& views,
                        Skin& skin) {
  skin.inverse_binds.assign(skin.joints.size(), Affined{});
  if (!reader.has("inverseBindMatrices")) return;
  const JsonReader index = reader.at("inverseBindMatrices");
  Accessor accessor = read_accessor(document, index, ElementType::kMat4, views);
  expect_type(accessor, {ComponentType::kFloat}, index);
  if (accessor.count < skin.joints.size()) index.fail("there are fewer matrices than joints");
  if (index.failed()) return;
  accessor.count = skin.joints.size();
  const std::vector<float> numbers = floats_of(accessor);
  if (!std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); })) {
    return index.fail("a matrix isn't finite");
  }
  for (std::size_t i = 0; i < skin.joints.size(); ++i) {
    skin.inverse_binds[i] = to_affine(std::span(numbers).subspan(16 * i, 16));
  }
}

}  // namespace

std::vector<Skin> read_skins(const JsonReader& document, const NodeTree& tree, BufferViews& views) {
  std::vector<Skin> skins;
  const std::size_t count = size_of_member(document, "skins");
  std::size_t joints = 0;
  for (std::size_t i = 0; i < count && !document.failed(); ++i) {
    const JsonReader reader = document.at("skins").element(i);
    Skin skin;
    skin.name = text_or_empty(reader, "name");
    read_joints(reader.at("joints"), tree, skin);
    joints += skin.joints.size();
    if (joints > kMaxJoints) reader.fail("the skins have more than 1,000,000 joints");
    read_inverse_binds(document, reader, views, skin);
    skins.push_back(std::move(skin));
  }
  return skins;
}

}  // namespace tassel
