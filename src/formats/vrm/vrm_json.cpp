#include "formats/vrm/vrm_json.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "formats/json/json_text.h"
#include "skeleton/in_quotes.h"
#include "spec/dyng_range.h"

namespace tassel {

bool has_value(const JsonReader& object, const char* key) {
  return object.has(key) && !object.at(key).is_null();
}

std::size_t size_of_list(const JsonReader& object, const char* key) {
  return has_value(object, key) ? object.at(key).size() : 0;
}

int read_index(const JsonReader& reader, std::size_t count, const char* what, Notes& notes) {
  const double value = reader.is_null() ? -1 : reader.number();
  if (value >= 0 && value < static_cast<double>(count) && value == std::floor(value)) {
    return static_cast<int>(value);
  }
  notes.add(reader, std::string("this is no ") + what + " of the file, and is passed over");
  return -1;
}

int read_index(const JsonReader& object, const char* key, std::size_t count, const char* what,
               Notes& notes) {
  if (!object.is_null()) object.expect_object();
  if (object.has(key)) return read_index(object.at(key), count, what, notes);
  notes.add(object, std::string("'") + key + "' is missing, so this is passed over");
  return -1;
}

double read_number(const JsonReader& object, const char* key, double otherwise) {
  if (!has_value(object, key)) return otherwise;
  const JsonReader reader = object.at(key);
  const double value = reader.number();
  if (!fits(value)) reader.fail("the number is larger than 1e30");
  return value;
}

Vec3d read_vector(const JsonReader& object, const char* key, const Vec3d& otherwise) {
  if (!has_value(object, key)) return otherwise;
  const JsonReader reader = object.at(key);
  const Vec3d value = reader.vector();
  if (!fits(value)) reader.fail("a number is larger than 1e30");
  return value;
}

double read_in_range(const JsonReader& object, const char* key, double otherwise, double least,
                     double most, Notes& notes) {
  const double value = read_number(object, key, otherwise);
  const double within = std::clamp(value, least, most);
  if (within != value) {
    notes.add(object.at(key), "the number is out of its range, and read as " +
                                  std::string(within == least ? "the least" : "the most") +
                                  " of it");
  }
  return within;
}

double read_radius(const JsonReader& object, const char* key, Notes& notes) {
  const double radius = read_number(object, key, 0);
  if (radius >= 0) return radius;
  notes.add(object.at(key), "a radius below 0 is read as 0");
  return 0;
}

void note_unknown_keys(const JsonReader& object, std::initializer_list<std::string_view> known,
                       Notes& notes) {
  for (const std::string& key : object.keys()) {
    if (key == "extensions" || key == "extras") continue;
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    notes.add(object.pointer() + "/" + json_pointer_step(key),
              "this member isn't known and has no effect");
  }
}

void note_unknown_extensions(const JsonReader& object, std::string_view known, Notes& notes) {
  if (!has_value(object, "extensions")) return;
  const JsonReader extensions = object.at("extensions");
  extensions.expect_object();
  for (const std::string& key : extensions.keys()) {
    if (key == known) continue;
    notes.add(extensions.pointer() + "/" + json_pointer_step(key),
              "this extension isn't known here and has no effect");
  }
}

bool has_extension(const JsonReader& object, const char* name, Notes& notes) {
  if (!has_value(object, "extensions") || !has_value(object.at("extensions"), name)) return false;
  const JsonReader found = extension(object, name);
  found.expect_object();
  if (!has_value(found, "specVersion")) {
    notes.add(found, "'specVersion' is missing; it is read as 1.0");
    return !found.failed();
  }
  const std::string version = found.at("specVersion").string();
  if (version == "1.0" || version.starts_with("1.0-")) return !found.failed();
  notes.add(found, "version " + in_quotes(version) + " isn't read, so this is left out");
  return false;
}

JsonReader extension(const JsonReader& object, const char* name) {
  return object.at("extensions").at(name);
}

}  // namespace tassel
