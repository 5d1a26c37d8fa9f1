#pragma once
// A REDengine resource in memory, whichever form it was stored in: objects of named fields. CR2W
// and WolvenKit JSON are both decoded into this, and one extractor reads rigs and graphs from it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tassel::red {

using ValueIndex = std::uint32_t;
using ObjectIndex = std::uint32_t;

enum class ValueKind : std::uint8_t {
  kNull,       ///< JSON's null: as if the field were absent.
  kBool,       ///< `number` is 0 or 1.
  kNumber,     ///< An integer of up to 32 bits, or a float.
  kText,       ///< A CName, an enum's member, or text.
  kArray,      ///< Elements: `count` values from `first` on.
  kStruct,     ///< Fields: `count` values from `first` on, each with its `name`; class in `text`.
  kHandle,     ///< `first` is the object's index, or kNullObject, or kUnresolvedObject.
  kResource,   ///< Another file: `text` is its path, empty for none.
  kUndecoded,  ///< Of the type `text`, which nothing that Tassel runs uses.
};

inline constexpr ObjectIndex kNullObject = 0xFFFFFFFF;
inline constexpr ObjectIndex kUnresolvedObject = 0xFFFFFFFE;

/// The longest CName that is read: names are copied as often as they are referred to.
inline constexpr std::size_t kMostNameBytes = 1'023;

/// One value. Its text lives in the bytes or the JSON document that it was decoded from.
struct Value {
  ValueKind kind = ValueKind::kNull;
  std::uint32_t place = 0;  ///< CR2W: byte offset. JSON: index into Resource::json_places.
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  double number = 0;
  std::string_view name;  ///< As a field; empty as an element.
  std::string_view text;
};

/// A step of a JSON pointer: a key or an index below another step.
struct JsonPlace {
  std::uint32_t parent = 0;  ///< Step 0 is the document's root.
  std::uint32_t index = 0;   ///< Where `key` is empty.
  std::string_view key;
};

/// A decoded resource. Object 0 is its root. Objects refer to each other by handles, perhaps in
/// circles: follow them with a record of where you have been.
struct Resource {
  std::vector<Value> values;
  std::vector<ValueIndex> objects;  ///< Each a kStruct.
  std::vector<JsonPlace> json_places;
  std::shared_ptr<const void> json_document;  ///< Keeps JSON text alive.
  std::vector<std::string> notes;

  [[nodiscard]] const Value& object(ObjectIndex index) const { return values[objects[index]]; }
  [[nodiscard]] const Value& element(const Value& parent, std::uint32_t i) const {
    return values[parent.first + i];
  }
  /// A struct's field of that name; nullptr where it is absent or null.
  [[nodiscard]] const Value* field(const Value& structure, std::string_view name) const;
  /// "byte 424", or a JSON pointer.
  [[nodiscard]] std::string place(const Value& value) const;
};

}  // namespace tassel::red
