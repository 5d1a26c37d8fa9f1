#include "formats/redengine/struct_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "formats/redengine/game_float.h"
#include "skeleton/in_quotes.h"

namespace tassel::red {

namespace {

constexpr double kLargestInteger = 4'294'967'295.0;  ///< Nothing that is read has over 32 bits.

/// JSON writes what its numbers can't hold as text.
bool text_number(std::string_view text, double& number) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (text == "+inf" || text == "inf" || text == "Infinity") {
    number = kInfinity;
  } else if (text == "-inf" || text == "-Infinity") {
    number = -kInfinity;
  } else if (text == "nan" || text == "NaN") {
    number = std::numeric_limits<double>::quiet_NaN();
  } else {
    return false;
  }
  return true;
}

/// As the game stores it. Past a float's range it is infinite, as after the game's own rounding.
float to_float(double number) {
  constexpr double kLargest = std::numeric_limits<float>::max();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (number > kLargest) return kInfinity;
  if (number < -kLargest) return -kInfinity;
  return static_cast<float>(number);
}

/// The game's rigs store some scales one float below 1, left over from normalising: those are 1.
Vec3d without_noise(const Vec3d& scale) {
  constexpr double kNoise = 1e-6;
  const auto cleaned = [](double s) { return std::abs(s - 1) <= kNoise ? 1 : s; };
  return {cleaned(scale.x), cleaned(scale.y), cleaned(scale.z)};
}

}  // namespace

const Value* StructReader::find(std::string_view field) const {
  return structure_ ? resource_.field(*structure_, field) : nullptr;
}

const Value* StructReader::find(std::string_view field, ValueKind kind,
                                std::string_view in_words) const {
  const Value* value = find(field);
  if (!value || value->kind == kind) return value;
  fail(*value, std::string(field) + " isn't " + std::string(in_words));
  return nullptr;
}

void StructReader::fail(const Value& value, std::string what) const {
  if (!failure_.ok()) return;
  failure_ = {StatusCode::kUnreadable, resource_.place(value), std::move(what)};
}

double StructReader::number(std::string_view field, double class_default) const {
  const Value* value = find(field);
  if (!value) return class_default;
  double number = value->number;
  if (value->kind != ValueKind::kNumber && !text_number(value->text, number)) {
    fail(*value, std::string(field) + " isn't a number");
    return class_default;
  }
  return decimal(to_float(number), class_default);
}

std::int64_t StructReader::integer(std::string_view field, std::int64_t class_default) const {
  const Value* value = find(field, ValueKind::kNumber, "a whole number");
  if (!value) return class_default;
  if (std::abs(value->number) > kLargestInteger || std::trunc(value->number) != value->number) {
    fail(*value, std::string(field) + " isn't a whole number of 32 bits");
    return class_default;
  }
  return static_cast<std::int64_t>(value->number);
}

bool StructReader::flag(std::string_view field, bool class_default) const {
  const Value* value = find(field);
  if (!value) return class_default;
  const bool is_number = value->kind == ValueKind::kBool || value->kind == ValueKind::kNumber;
  if (!is_number || (value->number != 0 && value->number != 1)) {
    fail(*value, std::string(field) + " is neither 0 nor 1");
    return class_default;
  }
  return value->number == 1;
}

std::string_view StructReader::name(std::string_view field) const {
  const Value* value = find(field, ValueKind::kText, "a name");
  if (!value) return "None";
  if (value->text.size() <= kMostNameBytes) return value->text;
  fail(*value, std::string(field) + " is longer than a name's 1,023 bytes");
  return "None";
}

void StructReader::fail_unknown(std::string_view field, const Value& member) const {
  fail(member, std::string(field) + " is " + in_quotes(member.text) + ", which isn't known");
}

std::string StructReader::bone(std::string_view field) const {
  return std::string(structure(field).name("name"));
}

Vec3d StructReader::components(const char* x, const char* y, const char* z,
                               const Vec3d& defaults) const {
  return {number(x, defaults.x), number(y, defaults.y), number(z, defaults.z)};
}

Vec3d StructReader::vector3(std::string_view field, const Vec3d& class_default) const {
  const StructReader vector = structure(field);
  return vector.value() ? vector.components("X", "Y", "Z", {}) : class_default;
}

Transformd StructReader::transform(std::string_view field) const {
  return structure(field).as_transform();
}

Transformd StructReader::as_transform() const {
  const StructReader rotation = structure("Rotation");
  const Vec3d vector_part = rotation.components("i", "j", "k", {});
  return {vector3("Translation", {}),
          {vector_part.x, vector_part.y, vector_part.z, rotation.number("r", 1)},
          without_noise(vector3("Scale", {1, 1, 1}))};
}

StructReader StructReader::structure(std::string_view field) const {
  return {resource_, find(field, ValueKind::kStruct, "a struct"), failure_};
}

const Value* StructReader::array(std::string_view field) const {
  return find(field, ValueKind::kArray, "an array");
}

const Value* StructReader::object(std::string_view field) const {
  const Value* handle = find(field);
  return handle ? object_of(resource_, *handle, failure_) : nullptr;
}

std::string_view StructReader::file(std::string_view field) const {
  const Value* value = find(field, ValueKind::kResource, "a reference to a file");
  return value ? value->text : std::string_view{};
}

const Value* object_of(const Resource& resource, const Value& handle, Status& failure) {
  if (handle.kind == ValueKind::kNull) return nullptr;
  const bool is_handle = handle.kind == ValueKind::kHandle;
  if (is_handle && handle.first == kNullObject) return nullptr;
  if (is_handle && handle.first != kUnresolvedObject) return &resource.object(handle.first);
  if (failure.ok()) {
    failure = {
        StatusCode::kUnreadable, resource.place(handle),
        is_handle ? "the handle's id is on no object, or on more than one" : "this isn't a handle"};
  }
  return nullptr;
}

}  // namespace tassel::red
