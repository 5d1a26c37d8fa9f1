#pragma once
// CRC-32 as in zlib and PNG (polynomial EDB88320).

#include <cstddef>
#include <cstdint>
#include <span>

namespace tassel::red {

/// Of `bytes`, going on from the checksum of what came before them (0 at the start).
[[nodiscard]] std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before = 0);

}  // namespace tassel::red
