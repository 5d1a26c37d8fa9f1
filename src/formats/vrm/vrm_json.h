#pragma once
// Members of VRM's extensions, read with the leniency that files in the wild need: what is null
// counts as left out, what points nowhere is noted. A value of the wrong kind remains a fault.

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "formats/json/json_reader.h"
#include "formats/vrm/notes.h"

namespace tassel {

[[nodiscard]] bool has_value(const JsonReader& object, const char* key);

/// Elements of an optional array; 0 where it is left out.
[[nodiscard]] std::size_t size_of_list(const JsonReader& object, const char* key);

/// The index below `count` that `reader` holds; −1 with a note where it holds none.
/// `what` names its kind: "node".
[[nodiscard]] int read_index(const JsonReader& reader, std::size_t count, const char* what,
                             Notes& notes);
/// The same of a required member.
[[nodiscard]] int read_index(const JsonReader& object, const char* key, std::size_t count,
                             const char* what, Notes& notes);

/// An optional number within 1e30; past it a fault.
[[nodiscard]] double read_number(const JsonReader& object, const char* key, double otherwise);
/// An optional array of three such numbers.
[[nodiscard]] Vec3d read_vector(const JsonReader& object, const char* key, const Vec3d& otherwise);

/// A number that is brought into its range, with a note where it wasn't.
[[nodiscard]] double read_in_range(const JsonReader& object, const char* key, double otherwise,
                                   double least, double most, Notes& notes);
[[nodiscard]] double read_radius(const JsonReader& object, const char* key, Notes& notes);

/// Notes the members that have no effect. "extensions" and "extras" are always known.
void note_unknown_keys(const JsonReader& object, std::initializer_list<std::string_view> known,
                       Notes& notes);
/// Notes the extensions of an object that have no effect.
void note_unknown_extensions(const JsonReader& object, std::string_view known, Notes& notes);

/// The extension of that name, where the object has it and its specVersion is one that is read
/// (1.0 and its drafts, or none). Another version is noted.
[[nodiscard]] bool has_extension(const JsonReader& object, const char* name, Notes& notes);
[[nodiscard]] JsonReader extension(const JsonReader& object, const char* name);

}  // namespace tassel
