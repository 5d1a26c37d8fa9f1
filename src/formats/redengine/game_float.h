#pragma once
// The game's floats as doubles.

namespace tassel::red {

/// The decimal with 9 significant digits that WolvenKit shows for a float, read as a double, so
/// that binary and JSON of one resource give the same number.
[[nodiscard]] double decimal(float value);

/// The same, except that a class default comes out as the tables write it (0.01, not
/// 0.00999999978).
[[nodiscard]] double decimal(float value, double class_default);

}  // namespace tassel::red
