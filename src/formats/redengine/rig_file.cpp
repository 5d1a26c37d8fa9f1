#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "formats/redengine/resource_file.h"
#include "formats/redengine/resource_kind.h"
#include "formats/redengine/struct_reader.h"
#include "skeleton/in_quotes.h"
#include "skeleton/transform_checks.h"
#include "tassel/redengine.h"

namespace tassel {

namespace red {
namespace {

constexpr std::uint32_t kMostBones = 65'535;

/// Reads a rig's bones as stored, then puts parents first.
class RigReader {
 public:
  explicit RigReader(const Resource& resource)
      : resource_(resource), rig_(resource, &resource.object(0), failure_) {}

  Status read(RigFile& rig) {
    RigFile result;
    result.notes = resource_.notes;
    if (!find_bones() || !read_joints() || !order_joints(result)) return std::move(failure_);
    if (!read_reference(result)) return std::move(failure_);
    read_base_joint_count(result);
    note_duplicate_names(result);
    if (failure_.ok()) rig = std::move(result);
    return std::move(failure_);
  }

 private:
  bool fail(const Value& value, std::string what) {
    if (failure_.ok()) {
      failure_ = {StatusCode::kUnreadable, resource_.place(value), std::move(what)};
    }
    return false;
  }

  bool find_bones() {
    names_ = rig_.array("boneNames");
    parents_ = rig_.array("boneParentIndexes");
    transforms_ = rig_.array("boneTransforms");
    if (!failure_.ok()) return false;
    if (!names_ || names_->count == 0) return fail(resource_.object(0), "the rig has no bones");
    if (names_->count > kMostBones) return fail(*names_, "the rig has more than 65,535 bones");
    const auto has_one_a_bone = [this](const Value* array) {
      return array && array->count == names_->count;
    };
    if (!has_one_a_bone(parents_) || !has_one_a_bone(transforms_)) {
      return fail(*names_, "boneNames, boneParentIndexes and boneTransforms differ in number");
    }
    return true;
  }

  bool read_joints() {
    joints_.resize(names_->count);
    for (std::uint32_t i = 0; i < names_->count; ++i) {
      const Value& name = resource_.element(*names_, i);
      if (name.kind != ValueKind::kText) return fail(name, "the bone's name isn't a name");
      joints_[i].name = name.text;
      if (!read_parent(i) || !read_transform(resource_.element(*transforms_, i),
                                             joints_[i].reference_ls, joints_[i].name)) {
        return false;
      }
    }
    return true;
  }

  bool read_parent(std::uint32_t bone) {
    const Value& parent = resource_.element(*parents_, bone);
    const double count = names_->count;
    if (parent.kind != ValueKind::kNumber || parent.number < -1 || parent.number >= count ||
        std::trunc(parent.number) != parent.number) {
      return fail(parent, "the parent of the bone " + in_quotes(joints_[bone].name) +
                              " isn't a bone of the rig");
    }
    joints_[bone].parent = static_cast<int>(parent.number);
    return true;
  }

  bool read_transform(const Value& stored, Transformd& transform, const std::string& bone) {
    const auto whose = [&] { return "the transform of the bone " + in_quotes(bone); };
    if (stored.kind != ValueKind::kStruct) return fail(stored, whose() + " isn't a struct");
    transform = StructReader(resource_, &stored, failure_).as_transform();
    if (!failure_.ok()) return false;
    return is_finite(transform) || fail(stored, whose() + " isn't finite");
  }

  /// Each joint behind its parent, else in the file's order.
  bool order_joints(RigFile& rig) {
    new_index_.assign(joints_.size(), -1);
    for (std::size_t bone = 0; bone < joints_.size(); ++bone) {
      if (!place_with_ancestors(static_cast<int>(bone))) return false;
    }
    for (const int bone : order_) {
      Joint& joint = rig.skeleton.joints.emplace_back(std::move(joints_[bone]));
      if (joint.parent >= 0) joint.parent = new_index_[joint.parent];
    }
    if (!std::is_sorted(order_.begin(), order_.end())) {
      rig.notes.emplace_back("the rig's bones were put in order, parents before children");
    }
    return true;
  }

  bool place_with_ancestors(int bone) {
    std::vector<int> path;
    for (int at = bone; at >= 0 && new_index_[at] < 0; at = joints_[at].parent) {
      if (path.size() == joints_.size()) {
        return fail(resource_.element(*parents_, static_cast<std::uint32_t>(bone)),
                    "the bone " + in_quotes(joints_[bone].name) + " is its own ancestor");
      }
      path.push_back(at);
    }
    for (auto at = path.rbegin(); at != path.rend(); ++at) {
      new_index_[*at] = static_cast<int>(order_.size());
      order_.push_back(*at);
    }
    return true;
  }

  bool read_reference(RigFile& rig) {
    const Value* stored = rig_.array("referencePoseMS");
    if (!failure_.ok()) return false;
    if (!stored || stored->count != order_.size()) {
      if (stored && stored->count > 0) {
        rig.notes.push_back(resource_.place(*stored) +
                            ": referencePoseMS isn't of the rig's size, so the reference pose is "
                            "composed of the bones' transforms");
      }
      rig.reference_ms = reference_pose_ms(rig.skeleton);
      const bool finite = std::all_of(rig.reference_ms.begin(), rig.reference_ms.end(),
                                      [](const Transformd& t) { return is_finite(t); });
      return finite || fail(*transforms_, "composed, the bones' transforms aren't finite");
    }
    rig.reference_ms.resize(order_.size());
    for (std::uint32_t bone = 0; bone < stored->count; ++bone) {
      const int joint = new_index_[bone];
      if (!read_transform(resource_.element(*stored, bone), rig.reference_ms[joint],
                          rig.skeleton.joints[joint].name)) {
        return false;
      }
    }
    return true;
  }

  void read_base_joint_count(RigFile& rig) {
    rig.base_joint_count = rig.skeleton.size();
    const Value* starts = rig_.array("levelOfDetailStartIndices");
    if (!starts || starts->count == 0) return;
    const Value& first = resource_.element(*starts, 0);
    const bool is_count = first.kind == ValueKind::kNumber && first.number >= 0 &&
                          first.number <= rig.skeleton.size() &&
                          std::trunc(first.number) == first.number;
    const int count = is_count ? static_cast<int>(first.number) : 0;
    // Parents first must not have carried one of the body's joints behind a chain's.
    const bool is_first = std::all_of(order_.begin(), order_.begin() + count,
                                      [count](int bone) { return bone < count; });
    if (is_count && is_first) {
      rig.base_joint_count = count;
    } else {
      rig.notes.push_back(
          resource_.place(first) +
          ": levelOfDetailStartIndices doesn't tell the body's bones from the rest");
    }
  }

  void note_duplicate_names(RigFile& rig) {
    std::set<std::string_view> names;
    std::size_t duplicates = 0;
    std::string first;
    for (const Joint& joint : rig.skeleton.joints) {
      if (!names.insert(joint.name).second && duplicates++ == 0) first = joint.name;
    }
    if (duplicates == 0) return;
    rig.notes.push_back("more than one bone is called " + in_quotes(first) +
                        (duplicates > 1 ? ", and other names stand twice too" : "") +
                        ": the name means the first of them");
  }

  const Resource& resource_;
  Status failure_;
  StructReader rig_;
  const Value* names_ = nullptr;
  const Value* parents_ = nullptr;
  const Value* transforms_ = nullptr;
  std::vector<Joint> joints_;   ///< In the file's order.
  std::vector<int> order_;      ///< The file's indices, parents first.
  std::vector<int> new_index_;  ///< By the file's index; −1: not yet placed.
};

}  // namespace
}  // namespace red

Status read_rig(std::span<const std::byte> bytes, RigFile& rig) {
  red::Resource resource;
  if (Status status = red::read_resource(bytes, red::kRigClass, resource); !status.ok()) {
    return status;
  }
  return red::RigReader(resource).read(rig);
}

}  // namespace tassel
