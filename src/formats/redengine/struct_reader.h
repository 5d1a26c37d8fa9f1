#pragma once
// Typed access to a decoded struct: class defaults for what it leaves out, a failure with its
// place for what has another type.

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/dyng_json/dyng_enums.h"
#include "formats/redengine/resource.h"
#include "tassel/math.h"
#include "tassel/status.h"

namespace tassel::red {

class StructReader {
 public:
  /// `structure` may be nullptr, for one that was left out. The first fault goes to `failure`.
  StructReader(const Resource& resource, const Value* structure, Status& failure)
      : resource_(resource), structure_(structure), failure_(failure) {}

  [[nodiscard]] double number(std::string_view field, double class_default) const;
  [[nodiscard]] std::int64_t integer(std::string_view field, std::int64_t class_default) const;
  [[nodiscard]] bool flag(std::string_view field, bool class_default) const;
  /// A CName; "None" where it is left out.
  [[nodiscard]] std::string_view name(std::string_view field) const;
  /// An enum's member. An unknown one fails.
  template <class Enum, std::size_t N>
  [[nodiscard]] Enum choice(std::string_view field, const EnumNames<Enum, N>& names,
                            Enum class_default) const {
    const Value* value = find(field, ValueKind::kText, "the name of an enum's member");
    if (value && !find_member(names, value->text, class_default)) fail_unknown(field, *value);
    return class_default;
  }
  /// The name in an animTransformIndex.
  [[nodiscard]] std::string bone(std::string_view field) const;
  [[nodiscard]] Vec3d vector3(std::string_view field, const Vec3d& class_default) const;
  /// A QsTransform; the identity where it is left out.
  [[nodiscard]] Transformd transform(std::string_view field) const;
  /// This struct itself as a QsTransform.
  [[nodiscard]] Transformd as_transform() const;
  [[nodiscard]] StructReader structure(std::string_view field) const;
  /// An array; nullptr where it is left out.
  [[nodiscard]] const Value* array(std::string_view field) const;
  /// A handle's object; nullptr where it is left out or null. A handle to nothing fails.
  [[nodiscard]] const Value* object(std::string_view field) const;
  /// The path of another file; empty for none.
  [[nodiscard]] std::string_view file(std::string_view field) const;

  [[nodiscard]] const Value* value() const { return structure_; }

 private:
  const Value* find(std::string_view field) const;
  const Value* find(std::string_view field, ValueKind kind, std::string_view in_words) const;
  void fail(const Value& value, std::string what) const;
  void fail_unknown(std::string_view field, const Value& member) const;
  Vec3d components(const char* x, const char* y, const char* z, const Vec3d& defaults) const;

  const Resource& resource_;
  const Value* structure_;
  Status& failure_;
};

/// A handle's object; nullptr where it is null. A handle to nothing, or another kind of value,
/// fails.
[[nodiscard]] const Value* object_of(const Resource& resource, const Value& handle,
                                     Status& failure);

}  // namespace tassel::red
