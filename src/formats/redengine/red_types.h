#pragma once
// What a type name in a CR2W stands for. A stored value doesn't tell an enum from a struct or a
// bitfield, so the ones that a dangle uses are listed; values of others stay undecoded.

#include <cstdint>
#include <string_view>

namespace tassel::red {

enum class TypeKind : std::uint8_t {
  kUnknown,
  kBool,
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kFloat,
  kName,  ///< A CName, or an enum, which is stored as its member's name.
  kStruct,
  kHandle,
  kResource,
  kArray,
};

struct RedType {
  TypeKind kind = TypeKind::kUnknown;
  std::string_view element;  ///< An array's element type.
};

[[nodiscard]] RedType parse_type(std::string_view type);

/// The fewest bytes that a value of the type takes; at least 1.
[[nodiscard]] int least_bytes(TypeKind kind);

}  // namespace tassel::red
