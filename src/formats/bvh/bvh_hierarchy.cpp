#include "formats/bvh/bvh_hierarchy.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "skeleton/in_quotes.h"

namespace tassel {

namespace {

constexpr int kMostJoints = 65'535;
constexpr std::array<std::string_view, 6> kChannelNames{"Xposition", "Yposition", "Zposition",
                                                        "Xrotation", "Yrotation", "Zrotation"};

class HierarchyReader {
 public:
  explicit HierarchyReader(BvhText& text) : text_(text) {}

  BvhHierarchy run() {
    text_.expect("HIERARCHY");
    while (text_.take("ROOT")) read_tree();
    if (read_.skeleton.joints.empty()) text_.expect("ROOT");
    return text_.failed() ? BvhHierarchy{} : std::move(read_);
  }

 private:
  void read_tree() {
    open_joint(std::string(text_.rest_of_line()));
    while (!open_.empty() && !text_.failed()) {
      if (text_.take("}")) {
        open_.pop_back();
      } else if (text_.take("JOINT")) {
        open_joint(std::string(text_.rest_of_line()));
      } else if (text_.take("End")) {
        text_.expect("Site");
        read_end_site();
      } else {
        text_.fail("expected 'JOINT', 'End Site' or '}', found " + in_quotes(text_.word()));
      }
    }
  }

  void open_joint(std::string name) {
    add_joint(std::move(name));
    text_.expect("{");
    read_offset();
    if (text_.take("CHANNELS")) read_channels();
    open_.push_back(read_.skeleton.size() - 1);
  }

  void read_end_site() {
    add_joint(read_.skeleton.joints[open_.back()].name + "_end");
    text_.expect("{");
    read_offset();
    text_.expect("}");
  }

  void add_joint(std::string name) {
    if (read_.skeleton.size() == kMostJoints) text_.fail("more than 65,535 joints");
    read_.skeleton.joints.push_back({std::move(name), open_.empty() ? -1 : open_.back(), {}});
    read_.channels.emplace_back();
  }

  void read_offset() {
    text_.expect("OFFSET");
    Vec3d& offset = read_.skeleton.joints.back().reference_ls.translation;
    offset.x = text_.number();
    offset.y = text_.number();
    offset.z = text_.number();
  }

  void read_channels() {
    const double count = text_.number();
    if (!(count >= 0 && count <= 6 && count == static_cast<int>(count))) {
      return text_.fail("a joint has 0 to 6 channels");
    }
    std::vector<BvhChannel>& channels = read_.channels.back();
    for (int i = 0; i < static_cast<int>(count) && !text_.failed(); ++i) {
      const BvhChannel channel = read_channel();
      if (std::find(channels.begin(), channels.end(), channel) != channels.end()) {
        return text_.fail("the joint has a channel twice");
      }
      channels.push_back(channel);
    }
    read_.channel_count += static_cast<int>(channels.size());
  }

  BvhChannel read_channel() {
    const std::string_view name = text_.word();
    for (std::size_t i = 0; i < kChannelNames.size(); ++i) {
      if (is_same_word(name, kChannelNames[i])) return static_cast<BvhChannel>(i);
    }
    text_.fail(in_quotes(name) + " is no channel, such as 'Xposition' or 'Zrotation'");
    return BvhChannel::kXPosition;
  }

  BvhText& text_;
  BvhHierarchy read_;
  std::vector<int> open_;  ///< The joints whose braces are open.
};

}  // namespace

BvhHierarchy read_bvh_hierarchy(BvhText& text) { return HierarchyReader(text).run(); }

}  // namespace tassel
