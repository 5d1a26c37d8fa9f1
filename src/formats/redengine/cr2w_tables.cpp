#include "formats/redengine/cr2w_tables.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "formats/json/utf8.h"
#include "formats/redengine/checksum.h"
#include "formats/redengine/little_endian.h"
#include "formats/redengine/resource.h"

namespace tassel::red {

namespace {

using Bytes = std::span<const std::byte>;

constexpr std::size_t kHeaderSize = 160;
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr std::size_t kObjectsEndAt = 24;
constexpr std::size_t kHeaderChecksumAt = 32;
constexpr std::size_t kDirectoryAt = 40;
constexpr std::uint32_t kVersion = 195;
constexpr std::uint32_t kLastWitcherVersion = 163;
constexpr std::uint32_t kMostNames = 65'536;  // Indices into them have 16 bits.
constexpr std::uint32_t kMostObjects = 1'000'000;
constexpr std::uint32_t kLeastObjectSize = 3;

enum TableNumber { kStrings, kNames, kImports, kProperties, kExports, kBuffers, kEmbeds };

struct TableKind {
  std::string_view name;
  std::uint32_t item_size;
  std::uint32_t most_items;
};
constexpr std::array<TableKind, 7> kTableKinds = {{{"strings", 1, 0xFFFFFFFF},
                                                   {"names", 8, kMostNames},
                                                   {"imports", 8, kMostNames},
                                                   {"properties", 16, 0xFFFFFFFF},
                                                   {"objects", 24, kMostObjects},
                                                   {"buffers", 24, 0xFFFFFFFF},
                                                   {"embedded files", 16, 0xFFFFFFFF}}};

struct Table {
  std::uint32_t offset = 0;
  std::uint32_t count = 0;
  std::uint32_t checksum = 0;
};

Status unreadable(std::size_t at, std::string what) {
  return {StatusCode::kUnreadable, "byte " + std::to_string(at), std::move(what)};
}

std::size_t directory_entry(std::size_t table) { return kDirectoryAt + 12 * table; }

Table load_table(Bytes bytes, std::size_t number) {
  const std::size_t at = directory_entry(number);
  return {load_u32(bytes, at), load_u32(bytes, at + 4), load_u32(bytes, at + 8)};
}

Status check_header(Bytes bytes) {
  if (bytes.size() > kMostBytes) {
    return {StatusCode::kUnreadable, "", "larger than the 64 MiB that are read as CR2W"};
  }
  if (!is_cr2w(bytes)) return unreadable(0, "doesn't start with CR2W");
  if (bytes.size() < kHeaderSize) {
    return unreadable(bytes.size(), "the file ends within its header of 160 bytes");
  }
  const std::uint32_t version = load_u32(bytes, 4);
  if (version != kVersion) {
    return {StatusCode::kUnsupported, "byte 4",
            "CR2W version " + std::to_string(version) + ", not Cyberpunk 2077's 195" +
                (version <= kLastWitcherVersion ? ": a file of The Witcher 3 or older" : "")};
  }
  const std::uint32_t objects_end = load_u32(bytes, kObjectsEndAt);
  if (objects_end > bytes.size()) {
    return unreadable(bytes.size(), "the file ends early: its objects reach to byte " +
                                        std::to_string(objects_end));
  }
  return {};
}

class TableReader {
 public:
  TableReader(Bytes bytes, Cr2wTables& tables) : bytes_(bytes), tables_(tables) {}

  Status read() {
    for (std::size_t number = 0; number < kTableKinds.size(); ++number) {
      if (Status status = locate(number); !status.ok()) return status;
    }
    if (Status status = read_strings(kNames, tables_.names); !status.ok()) return status;
    if (tables_.names.empty()) return unreadable(directory_entry(kNames), "it has no names");
    if (Status status = read_strings(kImports, tables_.imports); !status.ok()) return status;
    return read_exports();
  }

 private:
  Status locate(std::size_t number) {
    const TableKind& kind = kTableKinds[number];
    const Table table = load_table(bytes_, number);
    const std::uint64_t end =
        table.offset + std::uint64_t{table.count} * std::uint64_t{kind.item_size};
    const std::string claim = "the table of " + std::string(kind.name) + " claims " +
                              std::to_string(table.count) + " entries at byte " +
                              std::to_string(table.offset);
    if (end > bytes_.size()) {
      return unreadable(directory_entry(number), claim + ", past the file's end");
    }
    if (table.count > kind.most_items) {
      return unreadable(directory_entry(number),
                        claim + "; at most " + std::to_string(kind.most_items) + " are read");
    }
    located_[number] = table;
    return {};
  }

  /// The names or the imports: both are records of 8 bytes that start with a string's offset.
  Status read_strings(TableNumber number, std::vector<std::string_view>& strings) {
    const Table& table = located_[number];
    strings.reserve(table.count);
    for (std::uint32_t i = 0; i < table.count; ++i) {
      const std::size_t at = table.offset + std::size_t{8} * i;
      std::string_view text;
      if (!find_string(load_u32(bytes_, at), text)) {
        return unreadable(at, "no text of at most 1,023 bytes stands at offset " +
                                  std::to_string(load_u32(bytes_, at)) + " of the strings");
      }
      strings.push_back(text);
    }
    return {};
  }

  /// Bounded, since a file's names may overlap.
  bool find_string(std::uint32_t offset, std::string_view& text) const {
    const Table& strings = located_[kStrings];
    if (offset >= strings.count) return false;
    const char* first = reinterpret_cast<const char*>(bytes_.data()) + strings.offset + offset;
    const std::size_t most = std::min<std::size_t>(strings.count - offset, kMostNameBytes + 1);
    const void* end = std::memchr(first, 0, most);
    if (!end) return false;
    text = {first, static_cast<std::size_t>(static_cast<const char*>(end) - first)};
    return is_utf8(text);
  }

  Status read_exports() {
    const Table& table = located_[kExports];
    if (table.count == 0) return unreadable(directory_entry(kExports), "it has no objects");
    std::uint64_t total_size = 0;
    tables_.exports.reserve(table.count);
    for (std::uint32_t i = 0; i < table.count; ++i) {
      const std::size_t at = table.offset + std::size_t{24} * i;
      const Cr2wExport object{load_u16(bytes_, at), load_u32(bytes_, at + 12),
                              load_u32(bytes_, at + 8)};
      if (object.class_name >= tables_.names.size()) {
        return unreadable(at, "the object's class is name " + std::to_string(object.class_name) +
                                  " of " + std::to_string(tables_.names.size()));
      }
      if (object.size < kLeastObjectSize ||
          std::uint64_t{object.offset} + object.size > bytes_.size()) {
        return unreadable(at, "the object's " + std::to_string(object.size) + " bytes at byte " +
                                  std::to_string(object.offset) + " aren't in the file");
      }
      total_size += object.size;
      tables_.exports.push_back(object);
    }
    // Objects don't overlap. Many over the same bytes would make reading slow.
    if (total_size > bytes_.size()) {
      return unreadable(table.offset, "the objects together are larger than the file");
    }
    return {};
  }

  Bytes bytes_;
  Cr2wTables& tables_;
  std::array<Table, kTableKinds.size()> located_{};
};

/// Over the header with its own field replaced.
std::uint32_t header_checksum(Bytes bytes) {
  constexpr std::array<std::byte, 4> kPlaceholder = {std::byte{0xEF}, std::byte{0xBE},
                                                     std::byte{0xAD}, std::byte{0xDE}};
  std::uint32_t crc = crc32(bytes.first(kHeaderChecksumAt));
  crc = crc32(kPlaceholder, crc);
  return crc32(bytes.subspan(kHeaderChecksumAt + 4, kHeaderSize - kHeaderChecksumAt - 4), crc);
}

std::string mismatch(std::size_t at, const std::string& of) {
  return "byte " + std::to_string(at) + ": the checksum of the " + of +
         " doesn't fit: the file was changed by something that leaves checksums alone";
}

}  // namespace

bool is_cr2w(std::span<const std::byte> bytes) {
  constexpr std::string_view kMagic = "CR2W";
  return bytes.size() >= kMagic.size() && std::memcmp(bytes.data(), "CR2W", kMagic.size()) == 0;
}

Status read_cr2w_tables(std::span<const std::byte> bytes, Cr2wTables& tables) {
  if (Status status = check_header(bytes); !status.ok()) return status;
  return TableReader(bytes, tables).read();
}

std::vector<std::string> check_cr2w_checksums(std::span<const std::byte> bytes) {
  std::vector<std::string> notes;
  if (header_checksum(bytes) != load_u32(bytes, kHeaderChecksumAt)) {
    notes.push_back(mismatch(kHeaderChecksumAt, "header"));
  }
  for (std::size_t number = 0; number < kTableKinds.size(); ++number) {
    const Table table = load_table(bytes, number);
    const std::size_t size = std::size_t{table.count} * kTableKinds[number].item_size;
    if (size != 0 && crc32(bytes.subspan(table.offset, size)) != table.checksum) {
      notes.push_back(mismatch(directory_entry(number) + 8,
                               "table of " + std::string(kTableKinds[number].name)));
    }
  }
  return notes;
}

}  // namespace tassel::red
