#include "formats/json/json_reader.h"

#include <algorithm>
#include <limits>

#include "formats/json/json_text.h"

namespace tassel {

namespace {

/// What every read gives after a fault.
const nlohmann::json& nothing() {
  static const nlohmann::json kNothing;
  return kNothing;
}

}  // namespace

void JsonReader::fail(StatusCode code, const std::string& what) const {
  if (!failed()) *status_ = {code, pointer_.empty() ? "at the top level" : pointer_, what};
}

void JsonReader::expect_object() const {
  if (!failed() && !value_->is_object()) fail("expected an object");
}

void JsonReader::expect_keys(std::initializer_list<std::string_view> keys) const {
  if (failed()) return;
  if (!value_->is_object()) return fail("expected an object");
  for (const auto& [key, member] : value_->items()) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      return JsonReader(member, *status_, pointer_ + "/" + json_pointer_step(key))
          .fail("unknown key");
    }
  }
}

bool JsonReader::has(const char* key) const {
  return !failed() && value_->is_object() && value_->contains(key);
}

bool JsonReader::is_null() const { return !failed() && value_->is_null(); }

std::vector<std::string> JsonReader::keys() const {
  std::vector<std::string> keys;
  if (failed() || !value_->is_object()) return keys;
  for (const auto& [key, member] : value_->items()) keys.push_back(key);
  return keys;
}

JsonReader JsonReader::at(const char* key) const {
  if (!failed() && !value_->is_object()) fail("expected an object");
  if (!failed() && !value_->contains(key)) fail(std::string("'") + key + "' is missing");
  if (failed()) return {nothing(), *status_, pointer_};
  return {(*value_)[key], *status_, pointer_ + "/" + key};
}

std::size_t JsonReader::size() const {
  if (!failed() && !value_->is_array()) fail("expected an array");
  return failed() ? 0 : value_->size();
}

JsonReader JsonReader::element(std::size_t index) const {
  if (index >= size()) {
    fail("expected more elements");
    return {nothing(), *status_, pointer_};
  }
  return {(*value_)[index], *status_, pointer_ + "/" + std::to_string(index)};
}

double JsonReader::number() const {
  if (!failed() && !value_->is_number()) fail("expected a number");
  return failed() ? 0 : value_->get<double>();
}

int JsonReader::integer() const {
  const double value = number();
  const bool fits = value >= std::numeric_limits<int>::min() &&
                    value <= std::numeric_limits<int>::max() &&
                    value == static_cast<double>(static_cast<int>(value));
  if (!fits) fail("expected a whole number of at most 32 bits");
  return failed() ? 0 : static_cast<int>(value);
}

bool JsonReader::boolean() const {
  if (!failed() && !value_->is_boolean()) fail("expected true or false");
  return failed() ? false : value_->get<bool>();
}

std::string JsonReader::string() const { return std::string(text()); }

std::string_view JsonReader::text() const {
  if (!failed() && !value_->is_string()) fail("expected a string");
  return failed() ? std::string_view() : *value_->get_ptr<const std::string*>();
}

Vec3d JsonReader::vector() const {
  if (size() != 3) fail("expected three numbers");
  return failed() ? Vec3d{} : Vec3d{element(0).number(), element(1).number(), element(2).number()};
}

Transformd JsonReader::transform() const {
  const std::size_t count = size();
  if (count != 7 && count != 10) {
    fail("expected [tx,ty,tz, qx,qy,qz,qw], with sx,sy,sz behind where the scale isn't 1");
  }
  if (failed()) return {};
  double numbers[10] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
  for (std::size_t i = 0; i < count; ++i) numbers[i] = element(i).number();
  return {{numbers[0], numbers[1], numbers[2]},
          {numbers[3], numbers[4], numbers[5], numbers[6]},
          {numbers[7], numbers[8], numbers[9]}};
}

double JsonReader::number(const char* key, double otherwise) const {
  return has(key) ? at(key).number() : otherwise;
}
int JsonReader::integer(const char* key, int otherwise) const {
  return has(key) ? at(key).integer() : otherwise;
}
bool JsonReader::boolean(const char* key, bool otherwise) const {
  return has(key) ? at(key).boolean() : otherwise;
}
Vec3d JsonReader::vector(const char* key, const Vec3d& otherwise) const {
  return has(key) ? at(key).vector() : otherwise;
}
Transformd JsonReader::transform(const char* key, const Transformd& otherwise) const {
  return has(key) ? at(key).transform() : otherwise;
}

}  // namespace tassel
