#pragma once
// Writes small CR2W files for tests, from docs and not from the reader: names in order of first
// use, checksums, one zero property record.

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tassel {

class Cr2wWriter {
 public:
  static std::string u16(unsigned value) {
    return {static_cast<char>(value & 0xFF), static_cast<char>(value >> 8 & 0xFF)};
  }
  static std::string u32(std::uint32_t value) { return u16(value & 0xFFFF) + u16(value >> 16); }
  static std::string f32(float value) { return u32(std::bit_cast<std::uint32_t>(value)); }
  static std::string boolean(bool value) { return std::string(1, value ? '\1' : '\0'); }
  /// A handle to object `index`; −1 is null.
  static std::string handle(int index) { return u32(static_cast<std::uint32_t>(index + 1)); }
  static std::string array(const std::vector<std::string>& elements) {
    std::string result = u32(static_cast<std::uint32_t>(elements.size()));
    for (const std::string& element : elements) result += element;
    return result;
  }
  /// An object, or a struct within one.
  static std::string structure(const std::vector<std::string>& properties) {
    std::string result(1, '\0');
    for (const std::string& property : properties) result += property;
    return result + u16(0);
  }

  /// A CName, or an enum's member.
  std::string name(const std::string& text) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == text) return u16(static_cast<unsigned>(i));
    }
    names_.push_back(text);
    return u16(static_cast<unsigned>(names_.size() - 1));
  }
  std::string names(const std::vector<std::string>& texts) {
    std::vector<std::string> elements;
    for (const std::string& text : texts) elements.push_back(name(text));
    return array(elements);
  }
  std::string property(const std::string& field, const std::string& type,
                       const std::string& value) {
    const std::string head = name(field) + name(type);
    return head + u32(static_cast<std::uint32_t>(value.size() + 4)) + value;
  }
  /// A struct of floats whose names have one letter each: a vector or a quaternion.
  std::string floats(const std::string& fields, const std::vector<float>& values) {
    std::vector<std::string> properties;
    for (std::size_t i = 0; i < values.size(); ++i) {
      properties.push_back(property(std::string(1, fields[i]), "Float", f32(values[i])));
    }
    return structure(properties);
  }
  std::string bone(const std::string& field, const std::string& joint) {
    return property(field, "animTransformIndex",
                    structure({property("name", "CName", name(joint))}));
  }
  std::string link(const std::string& field, const std::string& type, int object) {
    return property(field, type,
                    structure({property("node", "whandle:animAnimNode_Base", handle(object))}));
  }
  std::string import(const std::string& path) {
    imports_.push_back(path);
    return u16(static_cast<unsigned>(imports_.size()));
  }

  /// `content` is a structure, perhaps with appended data. Object 0 is the root.
  void add_object(const std::string& class_name, const std::string& content) {
    (void)name(class_name);
    objects_.push_back({class_name, content});
  }

  [[nodiscard]] std::string file() {
    std::string strings;
    std::string names;
    std::string imports;
    for (const std::string& text : names_) names += record(strings, text);
    for (const std::string& text : imports_) imports += record(strings, text);
    const std::array<std::string, 5> tables = {strings, names, imports, std::string(16, '\0'),
                                               exports(strings, names, imports)};
    constexpr std::array<std::uint32_t, 5> kItemSizes = {1, 8, 8, 16, 24};
    std::string directory;
    std::string body;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const auto size = static_cast<std::uint32_t>(tables[i].size());
      directory += size == 0 ? std::string(12, '\0')
                             : u32(kHeader + static_cast<std::uint32_t>(body.size())) +
                                   u32(size / kItemSizes[i]) + u32(crc32_of(tables[i]));
      body += tables[i];
    }
    for (const Object& object : objects_) body += object.content;
    const auto end = static_cast<std::uint32_t>(kHeader + body.size());
    const std::string before =
        "CR2W" + u32(195) + u32(0) + u32(0) + u32(0) + u32(0) + u32(end) + u32(end);
    const std::string after = u32(6) + directory + std::string(60, '\0');
    return before + u32(crc32_of(before + u32(0xDEADBEEF) + after)) + after + body;
  }

 private:
  static constexpr std::uint32_t kHeader = 160;

  struct Object {
    std::string class_name;
    std::string content;
  };

  static std::string record(std::string& strings, const std::string& text) {
    const auto at = static_cast<std::uint32_t>(strings.size());
    strings += text + '\0';
    return u32(at) + u32(0);
  }

  std::string exports(const std::string& strings, const std::string& names,
                      const std::string& imports) {
    std::uint32_t at =
        kHeader + static_cast<std::uint32_t>(strings.size() + names.size() + imports.size() + 16 +
                                             24 * objects_.size());
    std::string result;
    for (const Object& object : objects_) {
      const auto size = static_cast<std::uint32_t>(object.content.size());
      result += name(object.class_name) + u16(0) + u32(0) + u32(size) + u32(at) + u32(0) + u32(0);
      at += size;
    }
    return result;
  }

  static std::uint32_t crc32_of(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char c : bytes) {
      crc ^= static_cast<unsigned char>(c);
      for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
    }
    return ~crc;
  }

  std::vector<std::string> names_ = {""};
  std::vector<std::string> imports_;
  std::vector<Object> objects_;
};

}  // namespace tassel
