#include "formats/redengine/red_types.h"

#include <algorithm>
#include <iterator>

namespace tassel::red {

namespace {

struct NamedType {
  std::string_view name;
  TypeKind kind;
};

constexpr NamedType kNamedTypes[] = {
    {"Bool", TypeKind::kBool},
    {"Int8", TypeKind::kInt8},
    {"Uint8", TypeKind::kUint8},
    {"Int16", TypeKind::kInt16},
    {"Uint16", TypeKind::kUint16},
    {"Int32", TypeKind::kInt32},
    {"Uint32", TypeKind::kUint32},
    {"Float", TypeKind::kFloat},
    {"CName", TypeKind::kName},
    {"animDyngConstraintLinkType", TypeKind::kName},
    {"animDyngParticleProjectionType", TypeKind::kName},
    {"animPendulumConstraintType", TypeKind::kName},
    {"animPendulumProjectionType", TypeKind::kName},
    {"QsTransform", TypeKind::kStruct},
    {"Quaternion", TypeKind::kStruct},
    {"Vector3", TypeKind::kStruct},
    {"Vector4", TypeKind::kStruct},
    {"animCollisionRoundedShape", TypeKind::kStruct},
    {"animDyngParticle", TypeKind::kStruct},
    {"animDyngParticlesContainer", TypeKind::kStruct},
    {"animFloatLink", TypeKind::kStruct},
    {"animPoseLink", TypeKind::kStruct},
    {"animTransformIndex", TypeKind::kStruct},
    {"animVectorLink", TypeKind::kStruct},
};

constexpr NamedType kPrefixes[] = {
    {"array:", TypeKind::kArray},    {"handle:", TypeKind::kHandle},
    {"whandle:", TypeKind::kHandle}, {"rRef:", TypeKind::kResource},
    {"raRef:", TypeKind::kResource},
};

}  // namespace

RedType parse_type(std::string_view type) {
  for (const NamedType& prefix : kPrefixes) {
    if (type.starts_with(prefix.name)) return {prefix.kind, type.substr(prefix.name.size())};
  }
  const auto* named = std::find_if(std::begin(kNamedTypes), std::end(kNamedTypes),
                                   [&](const NamedType& entry) { return entry.name == type; });
  return {named == std::end(kNamedTypes) ? TypeKind::kUnknown : named->kind, {}};
}

int least_bytes(TypeKind kind) {
  switch (kind) {
    case TypeKind::kInt16:
    case TypeKind::kUint16:
    case TypeKind::kName:
    case TypeKind::kResource:
      return 2;
    case TypeKind::kStruct:
      return 3;
    case TypeKind::kInt32:
    case TypeKind::kUint32:
    case TypeKind::kFloat:
    case TypeKind::kHandle:
    case TypeKind::kArray:
      return 4;
    default:
      return 1;
  }
}

}  // namespace tassel::red
