#pragma once
// What the machine that runs this can do.

namespace tassel {

/// Each holds the ones before it.
enum class InstructionSet { kBaseline, kAvx2, kAvx512 };

/// The widest that this machine has and Tassel has kernels for.
[[nodiscard]] InstructionSet machine();

/// Floats in its widest register: 4, 8 or 16.
[[nodiscard]] int native_lanes();

}  // namespace tassel
