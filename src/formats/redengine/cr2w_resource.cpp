#include "formats/redengine/cr2w_resource.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "formats/redengine/cr2w_tables.h"
#include "formats/redengine/little_endian.h"
#include "formats/redengine/red_types.h"
#include "formats/redengine/resource_kind.h"
#include "skeleton/in_quotes.h"

namespace tassel::red {

namespace {

constexpr std::size_t kMostValues = 2'000'000;
constexpr int kMostNestedArrays = 4;  ///< In a type's name. No type that is decoded has any.
constexpr int kMostNesting = 64;      ///< Structs and arrays within each other.
constexpr std::size_t kBoneBytes = 2 + 12 * 4;

/// A stretch of bytes that is being read.
struct Cursor {
  std::size_t at = 0;
  std::size_t end = 0;

  [[nodiscard]] std::size_t left() const { return end - at; }
};

/// A property whose value is still to be decoded.
struct Property {
  std::string_view name;
  std::string_view type;
  Cursor value;
};

class Cr2wDecoder {
 public:
  Cr2wDecoder(std::span<const std::byte> bytes, const Cr2wTables& tables, Resource& resource)
      : bytes_(bytes), tables_(tables), resource_(resource) {}

  Status decode() {
    const std::size_t count = tables_.exports.size();
    resource_.values.resize(count);
    for (ObjectIndex i = 0; i < count; ++i) resource_.objects.push_back(i);
    for (ObjectIndex i = 0; i < count && status_.ok(); ++i) decode_object(tables_.exports[i], i);
    note_more();
    return std::move(status_);
  }

 private:
  /// Old files have arrays with elements past their count.
  void note_more() {
    if (values_with_more_ == 0) return;
    resource_.notes.push_back("byte " + std::to_string(first_more_at_) +
                              ": bytes behind a value were left out (" +
                              std::to_string(values_with_more_) + " values have some)");
  }

  bool fail(std::size_t at, std::string what) {
    status_ = {StatusCode::kUnreadable, "byte " + std::to_string(at), std::move(what)};
    return false;
  }

  bool require(const Cursor& cursor, std::size_t size) {
    return cursor.left() >= size || fail(cursor.at, "the value ends too early");
  }

  /// Values side by side, the first one's index in `first`.
  bool add_values(std::size_t at, std::size_t count, ValueIndex& first) {
    if (count > kMostValues - std::min(resource_.values.size(), kMostValues)) {
      return fail(at, "more than " + std::to_string(kMostValues) + " values");
    }
    first = static_cast<ValueIndex>(resource_.values.size());
    resource_.values.resize(resource_.values.size() + count);
    return true;
  }

  bool decode_object(const Cr2wExport& object, ValueIndex target) {
    Cursor cursor{object.offset, std::size_t{object.offset} + object.size};
    const std::string_view class_name = tables_.names[object.class_name];
    resource_.values[target].place = object.offset;
    // Other classes' appended data stays unread, as do the classes.
    if (class_name != kRigClass) return decode_struct(cursor, target, class_name, 0, 0);
    return decode_struct(cursor, target, class_name, 0, 2) && decode_bones(cursor, target);
  }

  /// Leaves `extra_fields` null fields behind those that are stored.
  bool decode_struct(Cursor& cursor, ValueIndex target, std::string_view class_name, int nesting,
                     std::size_t extra_fields) {
    if (nesting > kMostNesting) return fail(cursor.at, "values are nested too deep");
    const std::size_t first_property = properties_.size();
    if (!scan_properties(cursor)) return false;
    const std::size_t count = properties_.size() - first_property;
    ValueIndex first = 0;
    if (!add_values(cursor.at, count + extra_fields, first)) return false;
    Value& value = resource_.values[target];
    value.kind = ValueKind::kStruct;
    value.text = class_name;
    value.first = first;
    value.count = static_cast<std::uint32_t>(count + extra_fields);
    for (ValueIndex i = 0; i < count; ++i) {
      const Property property = properties_[first_property + i];
      if (!decode_property(property, first + i, nesting)) return false;
    }
    properties_.resize(first_property);
    return true;
  }

  /// Steps from property to property by their sizes.
  bool scan_properties(Cursor& cursor) {
    if (!require(cursor, 1)) return false;
    if (bytes_[cursor.at] != std::byte{0}) {
      return fail(cursor.at, "an object or struct starts with a byte that isn't 0");
    }
    ++cursor.at;
    while (true) {
      if (!require(cursor, 2)) return false;
      const std::uint16_t name = load_u16(bytes_, cursor.at);
      if (name == 0) break;
      if (!require(cursor, 8)) return false;
      const std::uint16_t type = load_u16(bytes_, cursor.at + 2);
      if (name >= tables_.names.size() || type >= tables_.names.size()) {
        return fail(cursor.at, "a property's name or type isn't among the file's names");
      }
      const std::uint32_t size = load_u32(bytes_, cursor.at + 4);
      cursor.at += 4;
      if (size < 4 || size > cursor.left()) {
        return fail(cursor.at, "the property " + in_quotes(tables_.names[name]) + " claims " +
                                   std::to_string(size) + " bytes, and " +
                                   std::to_string(cursor.left()) + " are left");
      }
      properties_.push_back(
          {tables_.names[name], tables_.names[type], {cursor.at + 4, cursor.at + size}});
      cursor.at += size;
    }
    cursor.at += 2;
    return true;
  }

  bool decode_property(const Property& property, ValueIndex target, int nesting) {
    Value& value = resource_.values[target];
    value.name = property.name;
    value.place = static_cast<std::uint32_t>(property.value.at);
    if (!is_decoded(property.type)) {
      value.kind = ValueKind::kUndecoded;
      value.text = property.type;
      return true;
    }
    Cursor cursor = property.value;
    if (!decode_value(cursor, target, property.type, nesting + 1)) return false;
    if (cursor.left() > 0 && values_with_more_++ == 0) first_more_at_ = cursor.at;
    return true;
  }

  static bool is_decoded(std::string_view type) {
    RedType parsed = parse_type(type);
    for (int nesting = 0; parsed.kind == TypeKind::kArray && nesting < kMostNestedArrays;
         ++nesting) {
      parsed = parse_type(parsed.element);
    }
    return parsed.kind != TypeKind::kUnknown && parsed.kind != TypeKind::kArray;
  }

  bool decode_value(Cursor& cursor, ValueIndex target, std::string_view type, int nesting) {
    const RedType parsed = parse_type(type);
    resource_.values[target].place = static_cast<std::uint32_t>(cursor.at);
    if (!require(cursor, static_cast<std::size_t>(least_bytes(parsed.kind)))) return false;
    switch (parsed.kind) {
      case TypeKind::kStruct:
        return decode_struct(cursor, target, type, nesting, 0);
      case TypeKind::kArray:
        return decode_array(cursor, target, parsed.element, nesting);
      case TypeKind::kName:
        return decode_name(cursor, target);
      case TypeKind::kHandle:
        return decode_handle(cursor, target);
      case TypeKind::kResource:
        return decode_resource(cursor, target);
      default:
        decode_number(cursor, target, parsed.kind);
        return true;
    }
  }

  bool decode_array(Cursor& cursor, ValueIndex target, std::string_view element, int nesting) {
    if (nesting > kMostNesting) return fail(cursor.at, "values are nested too deep");
    const std::size_t count_at = cursor.at;
    const std::uint32_t count = load_u32(bytes_, cursor.at);
    cursor.at += 4;
    const std::size_t most =
        cursor.left() / static_cast<std::size_t>(least_bytes(parse_type(element).kind));
    if (count > most) {
      return fail(count_at, "the array claims " + std::to_string(count) +
                                " elements, and there is room for " + std::to_string(most));
    }
    ValueIndex first = 0;
    if (!add_values(count_at, count, first)) return false;
    Value& value = resource_.values[target];
    value.kind = ValueKind::kArray;
    value.first = first;
    value.count = count;
    for (ValueIndex i = 0; i < count; ++i) {
      if (!decode_value(cursor, first + i, element, nesting + 1)) return false;
    }
    return true;
  }

  bool decode_name(Cursor& cursor, ValueIndex target) {
    const std::uint16_t name = load_u16(bytes_, cursor.at);
    if (name >= tables_.names.size()) {
      return fail(cursor.at,
                  "name " + std::to_string(name) + " of " + std::to_string(tables_.names.size()));
    }
    resource_.values[target].kind = ValueKind::kText;
    resource_.values[target].text = name == 0 ? "None" : tables_.names[name];
    cursor.at += 2;
    return true;
  }

  bool decode_handle(Cursor& cursor, ValueIndex target) {
    const std::uint32_t number = load_u32(bytes_, cursor.at);  // 0 is null, n is object n − 1.
    if (number > tables_.exports.size()) {
      return fail(cursor.at, "a handle to object " + std::to_string(number) + " of " +
                                 std::to_string(tables_.exports.size()));
    }
    resource_.values[target].kind = ValueKind::kHandle;
    resource_.values[target].first = number == 0 ? kNullObject : number - 1;
    cursor.at += 4;
    return true;
  }

  bool decode_resource(Cursor& cursor, ValueIndex target) {
    const std::uint16_t number = load_u16(bytes_, cursor.at);  // As with handles.
    if (number > tables_.imports.size()) {
      return fail(cursor.at, "a reference to file " + std::to_string(number) + " of " +
                                 std::to_string(tables_.imports.size()));
    }
    resource_.values[target].kind = ValueKind::kResource;
    if (number != 0) resource_.values[target].text = tables_.imports[number - 1];
    cursor.at += 2;
    return true;
  }

  void decode_number(Cursor& cursor, ValueIndex target, TypeKind kind) {
    Value& value = resource_.values[target];
    value.kind = kind == TypeKind::kBool ? ValueKind::kBool : ValueKind::kNumber;
    value.number = load_number(cursor.at, kind);
    cursor.at += static_cast<std::size_t>(least_bytes(kind));
  }

  double load_number(std::size_t at, TypeKind kind) const {
    switch (kind) {
      case TypeKind::kInt8:
        return static_cast<std::int8_t>(bytes_[at]);
      case TypeKind::kInt16:
        return static_cast<std::int16_t>(load_u16(bytes_, at));
      case TypeKind::kUint16:
        return load_u16(bytes_, at);
      case TypeKind::kInt32:
        return static_cast<std::int32_t>(load_u32(bytes_, at));
      case TypeKind::kUint32:
        return load_u32(bytes_, at);
      case TypeKind::kFloat:
        return load_float(bytes_, at);
      default:
        return static_cast<std::uint8_t>(bytes_[at]);
    }
  }

  /// A rig's appended data: a parent's index a bone, then a transform a bone.
  bool decode_bones(Cursor& cursor, ValueIndex rig) {
    const Value* names = resource_.field(resource_.values[rig], "boneNames");
    const std::size_t count = names && names->kind == ValueKind::kArray ? names->count : 0;
    if (cursor.left() != count * kBoneBytes) {
      return fail(cursor.at, "behind the rig's fields stand " + std::to_string(cursor.left()) +
                                 " bytes, and " + std::to_string(count) + " bones take " +
                                 std::to_string(count * kBoneBytes));
    }
    const ValueIndex fields = resource_.values[rig].first + resource_.values[rig].count - 2;
    return add_array(fields, "boneParentIndexes", cursor.at, count) &&
           add_array(fields + 1, "boneTransforms", cursor.at + 2 * count, count) &&
           decode_bone_parents(fields, cursor) && decode_bone_transforms(fields + 1, cursor);
  }

  bool add_array(ValueIndex target, std::string_view name, std::size_t at, std::size_t count) {
    ValueIndex first = 0;
    if (!add_values(at, count, first)) return false;
    Value& value = resource_.values[target];
    value = {ValueKind::kArray,
             static_cast<std::uint32_t>(at),
             first,
             static_cast<std::uint32_t>(count),
             0,
             name,
             {}};
    return true;
  }

  bool decode_bone_parents(ValueIndex array, Cursor& cursor) {
    const Value parents = resource_.values[array];
    for (std::uint32_t i = 0; i < parents.count; ++i) {
      resource_.values[parents.first + i].place = static_cast<std::uint32_t>(cursor.at);
      decode_number(cursor, parents.first + i, TypeKind::kInt16);
    }
    return true;
  }

  bool decode_bone_transforms(ValueIndex array, Cursor& cursor) {
    const Value transforms = resource_.values[array];
    for (std::uint32_t i = 0; i < transforms.count; ++i) {
      if (!decode_packed_transform(transforms.first + i, cursor)) return false;
    }
    return true;
  }

  /// 12 floats, as the fields of a QsTransform.
  bool decode_packed_transform(ValueIndex target, Cursor& cursor) {
    struct Part {
      std::string_view name;
      std::string_view type;
      std::array<std::string_view, 4> fields;
    };
    static constexpr std::array<Part, 3> kParts = {
        {{"Translation", "Vector4", {"X", "Y", "Z", "W"}},
         {"Rotation", "Quaternion", {"i", "j", "k", "r"}},
         {"Scale", "Vector4", {"X", "Y", "Z", "W"}}}};
    ValueIndex part = 0;
    ValueIndex number = 0;
    if (!add_values(cursor.at, kParts.size(), part)) return false;
    if (!add_values(cursor.at, 4 * kParts.size(), number)) return false;
    const auto place = [&] { return static_cast<std::uint32_t>(cursor.at); };
    resource_.values[target] = {ValueKind::kStruct, place(), part, kParts.size(), 0, {},
                                "QsTransform"};
    for (const Part& kind : kParts) {
      resource_.values[part++] = {ValueKind::kStruct, place(), number, 4, 0, kind.name, kind.type};
      for (const std::string_view field : kind.fields) {
        resource_.values[number].place = place();
        resource_.values[number].name = field;
        decode_number(cursor, number++, TypeKind::kFloat);
      }
    }
    return true;
  }

  std::span<const std::byte> bytes_;
  const Cr2wTables& tables_;
  Resource& resource_;
  std::vector<Property> properties_;  ///< Of the structs that are being decoded, outermost first.
  int values_with_more_ = 0;
  std::size_t first_more_at_ = 0;
  Status status_;
};

}  // namespace

Status decode_cr2w(std::span<const std::byte> bytes, std::string_view root_class,
                   Resource& resource) {
  Cr2wTables tables;
  if (Status status = read_cr2w_tables(bytes, tables); !status.ok()) return status;
  const Cr2wExport& root = tables.exports.front();
  if (Status status = require_root_class(tables.names[root.class_name], root_class,
                                         "byte " + std::to_string(root.offset));
      !status.ok()) {
    return status;
  }
  resource.notes = check_cr2w_checksums(bytes);
  return Cr2wDecoder(bytes, tables, resource).decode();
}

}  // namespace tassel::red
