#include "formats/dyng_json/trace_json.h"

#include "formats/dyng_json/spec_json.h"
#include "formats/json/json_document.h"
#include "formats/json/json_text.h"
#include "spec/dyng_range.h"

namespace tassel {

namespace {

DyngMode read_mode(const JsonReader& frame) {
  const int mode = frame.integer("mode", 0);
  if (mode < 0 || mode > 2) frame.at("mode").fail("a mode is 0, 1 or 2");
  return static_cast<DyngMode>(mode);
}

Transformd read_pose(const JsonReader& reader) {
  const Transformd t = reader.transform();
  if (!fits(t)) reader.fail("holds a number past 1e30");
  return t;
}

DyngInputFrame read_frame(const JsonReader& reader, std::size_t joint_count) {
  reader.expect_keys({"realDt", "gameDt", "mode", "world", "externalForceLink", "pose"});
  DyngInputFrame input;
  DyngFrame& frame = input.frame;
  frame.real_dt = reader.at("realDt").number();
  frame.game_dt = reader.at("gameDt").number();
  if (frame.real_dt < 0) reader.at("realDt").fail("a time step can't be negative");
  if (frame.game_dt < 0) reader.at("gameDt").fail("a time step can't be negative");
  frame.mode = read_mode(reader);
  frame.world_ws = reader.transform("world", frame.world_ws);
  frame.external_force_ws = reader.vector("externalForceLink", frame.external_force_ws);

  const JsonReader pose = reader.at("pose");
  if (!pose.failed() && pose.size() != joint_count) {
    pose.fail("holds " + std::to_string(pose.size()) + " transforms, but the spec has " +
              std::to_string(joint_count) + " joints");
  }
  for (std::size_t i = 0; i < joint_count && !pose.failed(); ++i) {
    input.pose_ms.push_back(read_pose(pose.element(i)));
  }
  return input;
}

DyngInput read_input(const JsonReader& reader, std::size_t joint_count) {
  reader.expect_keys({"initialSteps", "frames"});
  DyngInput input;
  input.initial_substeps = reader.number("initialSteps", 0);
  const JsonReader frames = reader.at("frames");
  for (std::size_t i = 0; i < frames.size() && !frames.failed(); ++i) {
    input.frames.push_back(read_frame(frames.element(i), joint_count));
  }
  return input;
}

void append_transform(const Transformd& t, std::string& out) {
  const Vec3d& p = t.translation;
  const Quatd& q = t.rotation;
  const Vec3d& s = t.scale;
  if (s.x == 1 && s.y == 1 && s.z == 1) {
    append_json_numbers({p.x, p.y, p.z, q.x, q.y, q.z, q.w}, out);
  } else {
    append_json_numbers({p.x, p.y, p.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z}, out);
  }
}

}  // namespace

Status read_case(std::string_view json, DyngCase& dyng_case) {
  nlohmann::json document;
  Status status = parse_json(json, document);
  if (!status.ok()) return status;

  const JsonReader reader(document, status);
  reader.expect_keys({"what", "spec", "input", "expected"});
  DyngCase read;
  if (reader.has("what")) read.what = reader.at("what").string();
  read.spec = read_spec(reader.at("spec"));
  read.input = read_input(reader.at("input"), read.spec.skeleton.joints.size());
  if (status.ok()) dyng_case = std::move(read);
  return status;
}

TraceWriter::TraceWriter() : text_("{\"frames\": [") {}

void TraceWriter::add(const DyngTraceFrame& frame) {
  text_ += first_ ? "\n" : ",\n";
  first_ = false;
  text_ += "{\"steps\": " + std::to_string(frame.substeps) + ", \"h\": ";
  append_json_number(frame.substep_time, text_);
  text_ += ", \"particles\": [";
  for (std::size_t i = 0; i < frame.positions_ms.size(); ++i) {
    const Vec3d& x = frame.positions_ms[i];
    const Vec3d& v = frame.velocities_ms[i];
    text_ += i == 0 ? "{\"x\": " : ", {\"x\": ";
    append_json_numbers({x.x, x.y, x.z}, text_);
    text_ += ", \"v\": ";
    append_json_numbers({v.x, v.y, v.z}, text_);
    text_ += "}";
  }
  text_ += "], \"pose\": [";
  for (std::size_t i = 0; i < frame.pose_ms.size(); ++i) {
    if (i > 0) text_ += ", ";
    append_transform(frame.pose_ms[i], text_);
  }
  text_ += "]}";
}

std::string TraceWriter::finish() {
  text_ += "\n]}\n";
  return std::move(text_);
}

}  // namespace tassel
