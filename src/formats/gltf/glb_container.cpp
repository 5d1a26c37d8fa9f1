#include "formats/gltf/glb_container.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

namespace tassel {

namespace {

constexpr std::uint32_t kMagic = 0x46546C67;   // "glTF"
constexpr std::uint32_t kJson = 0x4E4F534A;    // "JSON"
constexpr std::uint32_t kBinary = 0x004E4942;  // "BIN"
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kHeaderSize = 12;
constexpr std::size_t kChunkHeaderSize = 8;

std::uint32_t read_u32(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) {
    value = value << 8 | std::to_integer<std::uint32_t>(bytes[offset + i]);
  }
  return value;
}

void append_u32(std::uint64_t value, std::vector<std::byte>& bytes) {
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
}

Status fault(std::size_t offset, std::string what) {
  return {StatusCode::kUnreadable, "byte " + std::to_string(offset), std::move(what)};
}

Status too_large() {
  return {StatusCode::kInvalidArgument, "", "the GLB would be larger than 4 GiB"};
}

std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }

struct Chunk {
  std::uint32_t type = 0;
  std::size_t offset = 0;  ///< Of its data, in the file.
  std::size_t size = 0;
};

Status read_chunk(std::span<const std::byte> file, std::size_t offset, Chunk& chunk) {
  if (file.size() - offset < kChunkHeaderSize) {
    return fault(offset, "the file ends inside a chunk's header");
  }
  chunk = {read_u32(file, offset + 4), offset + kChunkHeaderSize, read_u32(file, offset)};
  const std::size_t left = file.size() - chunk.offset;
  if (chunk.size > left) {
    return fault(offset, "the chunk says it has " + std::to_string(chunk.size) +
                             " bytes, but only " + std::to_string(left) + " are left");
  }
  return {};
}

Status check_header(std::span<const std::byte> file) {
  if (file.size() < kHeaderSize || read_u32(file, 0) != kMagic) {
    return fault(0, "not a GLB file: it doesn't begin with glTF's 12-byte header");
  }
  if (read_u32(file, 4) != kVersion) {
    return fault(4, "GLB version " + std::to_string(read_u32(file, 4)) + "; only 2 is read");
  }
  const std::size_t size = read_u32(file, 8);
  if (size > file.size()) {
    return fault(8, "the header says the file has " + std::to_string(size) + " bytes, but it has " +
                        std::to_string(file.size()));
  }
  if (size < kHeaderSize) return fault(8, "the header's file size is less than its own");
  return {};
}

void append_chunk(std::uint32_t type, std::span<const std::byte> data, char padding,
                  std::vector<std::byte>& file) {
  append_u32(padded(data.size()), file);
  append_u32(type, file);
  file.insert(file.end(), data.begin(), data.end());
  file.resize(padded(file.size()), static_cast<std::byte>(padding));
}

}  // namespace

Status split_glb(std::span<const std::byte> file, GlbChunks& chunks) {
  if (Status status = check_header(file); !status.ok()) return status;
  file = file.first(read_u32(file, 8));
  Chunk chunk;
  if (Status status = read_chunk(file, kHeaderSize, chunk); !status.ok()) return status;
  if (chunk.type != kJson) return fault(kHeaderSize, "the first chunk isn't JSON");
  chunks = {};
  chunks.json = {reinterpret_cast<const char*>(file.data()) + chunk.offset, chunk.size};
  chunks.json_offset = chunk.offset;
  const std::size_t next = chunk.offset + chunk.size;
  if (next == file.size()) return {};
  if (Status status = read_chunk(file, next, chunk); !status.ok()) return status;
  if (chunk.type != kBinary) return {};
  chunks.binary = file.subspan(chunk.offset, chunk.size);
  chunks.binary_offset = chunk.offset;
  return {};
}

Status join_glb(std::string_view json, std::span<const std::byte> binary,
                std::vector<std::byte>& file) {
  std::size_t size = kHeaderSize + kChunkHeaderSize + padded(json.size());
  if (!binary.empty()) size += kChunkHeaderSize + padded(binary.size());
  if (size > std::numeric_limits<std::uint32_t>::max()) {
    return too_large();
  }
  std::vector<std::byte> bytes;
  bytes.reserve(size);
  append_u32(kMagic, bytes);
  append_u32(kVersion, bytes);
  append_u32(size, bytes);
  append_chunk(kJson, std::as_bytes(std::span(json)), ' ', bytes);
  if (!binary.empty()) append_chunk(kBinary, binary, '\0', bytes);
  file = std::move(bytes);
  return {};
}

Status extend_glb(std::span<const std::byte> source, std::string_view json,
                  std::span<const std::byte> more, std::vector<std::byte>& file) {
  GlbChunks chunks;
  if (Status status = split_glb(source, chunks); !status.ok()) return status;
  const std::size_t binary_end = chunks.binary_offset + chunks.binary.size();
  const std::size_t rest_start = std::max(chunks.json_offset + chunks.json.size(), binary_end);
  const std::span<const std::byte> rest = source.subspan(rest_start);
  const std::size_t rest_in_file = read_u32(source, 8) - rest_start;
  std::size_t binary_size = chunks.binary.size();
  if (!more.empty()) binary_size = padded(binary_size) + more.size();

  std::size_t size = kHeaderSize + kChunkHeaderSize + padded(json.size());
  if (chunks.binary_offset > 0 || binary_size > 0) size += kChunkHeaderSize + padded(binary_size);
  if (size + rest.size() > std::numeric_limits<std::uint32_t>::max()) return too_large();
  std::vector<std::byte> bytes;
  bytes.reserve(size + rest.size());
  append_u32(kMagic, bytes);
  append_u32(kVersion, bytes);
  append_u32(size + rest_in_file, bytes);
  append_chunk(kJson, std::as_bytes(std::span(json)), ' ', bytes);
  if (chunks.binary_offset > 0 || binary_size > 0) {
    append_u32(padded(binary_size), bytes);
    append_u32(kBinary, bytes);
    bytes.insert(bytes.end(), chunks.binary.begin(), chunks.binary.end());
    bytes.resize(padded(bytes.size()));
    bytes.insert(bytes.end(), more.begin(), more.end());
    bytes.resize(padded(bytes.size()));
  }
  bytes.insert(bytes.end(), rest.begin(), rest.end());
  file = std::move(bytes);
  return {};
}

}  // namespace tassel
