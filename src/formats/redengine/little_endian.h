#pragma once
// Numbers out of bytes, least significant first. The caller has checked that they are there.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tassel::red {

[[nodiscard]] inline std::uint16_t load_u16(std::span<const std::byte> bytes, std::size_t at) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(bytes[at]) |
                                    static_cast<unsigned>(bytes[at + 1]) << 8);
}

[[nodiscard]] inline std::uint32_t load_u32(std::span<const std::byte> bytes, std::size_t at) {
  return load_u16(bytes, at) | static_cast<std::uint32_t>(load_u16(bytes, at + 2)) << 16;
}

[[nodiscard]] inline float load_float(std::span<const std::byte> bytes, std::size_t at) {
  return std::bit_cast<float>(load_u32(bytes, at));
}

}  // namespace tassel::red
