#pragma once
// Reads typed members out of a parsed document; the first fault wins and names its pointer.

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tassel/math.h"
#include "tassel/status.h"

namespace tassel {

/// A place in a document. Reads after the first fault give defaults, so that a reader needs to
/// look at the status only once, at its end.
class JsonReader {
 public:
  JsonReader(const nlohmann::json& value, Status& status, std::string pointer = {})
      : value_(&value), status_(&status), pointer_(std::move(pointer)) {}

  [[nodiscard]] bool failed() const { return !status_->ok(); }
  [[nodiscard]] const std::string& pointer() const { return pointer_; }
  void fail(const std::string& what) const { fail(StatusCode::kUnreadable, what); }
  void fail(StatusCode code, const std::string& what) const;

  /// Faults where this isn't an object.
  void expect_object() const;

  /// Faults where this isn't an object, or holds a key that isn't listed.
  void expect_keys(std::initializer_list<std::string_view> keys) const;
  [[nodiscard]] bool has(const char* key) const;
  [[nodiscard]] bool is_null() const;
  /// An object's keys, sorted; none of what isn't one.
  [[nodiscard]] std::vector<std::string> keys() const;

  /// The member; faults where it is missing.
  [[nodiscard]] JsonReader at(const char* key) const;
  /// Elements of an array; faults where this isn't one.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] JsonReader element(std::size_t index) const;

  [[nodiscard]] double number() const;
  [[nodiscard]] int integer() const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::string string() const;
  /// The document's own string, not a copy: for those that may be as long as the file.
  [[nodiscard]] std::string_view text() const;
  [[nodiscard]] Vec3d vector() const;
  /// `[tx,ty,tz, qx,qy,qz,qw]`, with three scales behind where they aren't 1.
  [[nodiscard]] Transformd transform() const;

  // An optional member: the default where it is left out.
  [[nodiscard]] double number(const char* key, double otherwise) const;
  [[nodiscard]] int integer(const char* key, int otherwise) const;
  [[nodiscard]] bool boolean(const char* key, bool otherwise) const;
  [[nodiscard]] Vec3d vector(const char* key, const Vec3d& otherwise) const;
  [[nodiscard]] Transformd transform(const char* key, const Transformd& otherwise) const;

 private:
  const nlohmann::json* value_;
  Status* status_;
  std::string pointer_;
};

}  // namespace tassel
