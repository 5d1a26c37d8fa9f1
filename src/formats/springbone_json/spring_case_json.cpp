#include "formats/springbone_json/spring_case_json.h"

#include "formats/json/json_document.h"
#include "formats/json/json_reader.h"
#include "formats/json/json_text.h"
#include "skeleton/transform_checks.h"

namespace tassel {

namespace {

constexpr double kMaxFps = 1e6;
constexpr double kMaxNumber = 1e30;

Transformd read_root(const JsonReader& reader) {
  const Transformd root = reader.transform();
  if (reader.failed()) return {};
  const double largest = std::max({length(root.translation), length(root.scale)});
  if (!is_finite(root) || !(largest < kMaxNumber)) reader.fail("holds a number past 1e30");
  if (!is_unit(root.rotation)) reader.fail("the rotation isn't a unit quaternion");
  if (dot(root.scale, root.scale) == 0) reader.fail("the scale is 0");
  return root;
}

}  // namespace

bool is_spring_case(std::string_view json) {
  nlohmann::json document;
  return parse_json(json, document).ok() && document.is_object() && document.contains("root");
}

Status read_spring_case(std::string_view json, SpringCase& spring_case) {
  nlohmann::json document;
  Status status = parse_json(json, document);
  if (!status.ok()) return status;
  const JsonReader reader(document, status);
  reader.expect_keys({"what", "file", "fps", "root", "degenerate", "expected"});
  SpringCase read;
  read.file = reader.at("file").string();
  read.fps = reader.number("fps", read.fps);
  if (!(read.fps > 0 && read.fps <= kMaxFps)) {
    reader.at("fps").fail("must be above 0 and at most 1000000");
  }
  const JsonReader root = reader.at("root");
  for (std::size_t i = 0; i < root.size() && !root.failed(); ++i) {
    read.root.push_back(read_root(root.element(i)));
  }
  if (status.ok()) spring_case = std::move(read);
  return status;
}

SpringTraceWriter::SpringTraceWriter(const SpringBoneProgram& program, const Character& character) {
  for (int bone = 0; bone < program.bone_count(); ++bone) {
    joints_.push_back(program.bone_joint(bone));
    keys_.push_back('"' + std::to_string(character.node_of_joint[joints_.back()]) + "\": ");
  }
}

void SpringTraceWriter::add(std::span<const Transformd> pose_ls) {
  text_ += first_ ? "\n{\"rotations\": {" : ",\n{\"rotations\": {";
  first_ = false;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const Quatd& q = pose_ls[joints_[i]].rotation;
    if (i > 0) text_ += ", ";
    text_ += keys_[i];
    append_json_numbers({q.x, q.y, q.z, q.w}, text_);
  }
  text_ += "}}";
}

std::string SpringTraceWriter::finish() {
  text_ += "\n]}\n";
  return std::move(text_);
}

}  // namespace tassel
