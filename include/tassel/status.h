#pragma once
// How anything in Tassel that can fail says so: what went wrong, and where.

#include <string>
#include <utility>

namespace tassel {

/// What kind of failure a Status reports.
enum class StatusCode {
  kOk,
  kInvalidArgument,  ///< The caller's arguments don't fit together (sizes, ranges, non-finite).
  kUnreadable,       ///< Bytes that aren't what they should be, or past a reader's limits.
  kUnsupported,      ///< Well-formed, but something that Tassel doesn't run.
};

/// The outcome of a call. Default: success. A failure holds one plain sentence and a place.
///
/// `place` is a byte offset ("byte 424"), a JSON pointer ("/Data/RootChunk/boneNames"), or a
/// member ("particles[3].mass"); empty where the failure concerns the whole input. The caller
/// who knows the file's name puts it in front: readers here see bytes, never paths.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string place, std::string what)
      : code_(code), place_(std::move(place)), what_(std::move(what)) {}

  [[nodiscard]] bool ok() const { return code_ == StatusCode::kOk; }
  [[nodiscard]] StatusCode code() const { return code_; }
  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] const std::string& what() const { return what_; }

  /// "place: what", or only "what" where there is no place; "ok" for a success.
  [[nodiscard]] std::string to_string() const {
    if (ok()) return "ok";
    return place_.empty() ? what_ : place_ + ": " + what_;
  }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string place_;
  std::string what_;
};

}  // namespace tassel
