#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "formats/redengine/cr2w_tables.h"
#include "formats/redengine/resource_file.h"
#include "formats/redengine/resource_kind.h"
#include "tassel/redengine.h"

namespace tassel {

namespace red {
namespace {

RedFileKind kind_of_class(std::string_view root_class) {
  if (root_class == kRigClass) return RedFileKind::kRig;
  if (root_class == kAnimGraphClass) return RedFileKind::kAnimGraph;
  return RedFileKind::kUnknown;
}

RedFileKind recognise_cr2w(std::span<const std::byte> bytes) {
  Cr2wTables tables;
  if (!read_cr2w_tables(bytes, tables).ok()) return RedFileKind::kUnknown;
  return kind_of_class(tables.names[tables.exports.front().class_name]);
}

/// Looks at the top levels of a JSON document as it is parsed, and stops once it knows.
class Recogniser final : public nlohmann::json_sax<nlohmann::json> {
 public:
  [[nodiscard]] RedFileKind kind() const {
    return has_joints_ && has_reference_ && has_simulation_ ? RedFileKind::kDyngSpec : kind_;
  }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

  bool key(string_t& name) override {
    if (depth_ > kKeysWatched) return true;
    keys_[depth_ - 1] = name;
    if (depth_ == 1) {
      has_joints_ |= name == "joints";
      has_reference_ |= name == "reference";
      has_simulation_ |= name == "simulation";
    }
    return kind() == RedFileKind::kUnknown;
  }

  bool string(string_t& text) override {
    const bool is_root_class = depth_ == 3 && keys_[0] == "Data" && keys_[1] == "RootChunk" &&
                               (keys_[2] == "$type" || keys_[2] == "Type");
    if (!is_root_class) return true;
    kind_ = kind_of_class(text);
    return false;
  }

 private:
  static constexpr std::size_t kKeysWatched = 3;

  bool enter() {
    ++depth_;
    return true;
  }
  bool leave() {
    --depth_;
    return true;
  }

  std::size_t depth_ = 0;
  std::string keys_[kKeysWatched];
  bool has_joints_ = false;
  bool has_reference_ = false;
  bool has_simulation_ = false;
  RedFileKind kind_ = RedFileKind::kUnknown;
};

}  // namespace
}  // namespace red

RedFileKind recognise(std::span<const std::byte> bytes) {
  if (red::is_cr2w(bytes)) return red::recognise_cr2w(bytes);
  red::Recogniser recogniser;
  nlohmann::json::sax_parse(red::as_text(bytes), &recogniser);
  return recogniser.kind();
}

}  // namespace tassel
