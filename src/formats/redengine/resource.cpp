#include "formats/redengine/resource.h"

#include <cstddef>

#include "formats/json/json_text.h"

namespace tassel::red {

namespace {

/// Pointers are for messages: past this, only the end is shown.
constexpr std::size_t kMostPointerBytes = 512;

std::string json_pointer(const std::vector<JsonPlace>& places, std::uint32_t index) {
  std::vector<std::string> steps;
  std::size_t size = 0;
  for (; index != 0; index = places[index].parent) {
    const JsonPlace& place = places[index];
    if (size + place.key.size() > kMostPointerBytes) {
      steps.emplace_back("...");
      break;
    }
    steps.push_back(
        "/" + (place.key.empty() ? std::to_string(place.index) : json_pointer_step(place.key)));
    size += steps.back().size();
  }
  std::string pointer;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) pointer += *step;
  return pointer;
}

}  // namespace

const Value* Resource::field(const Value& structure, std::string_view name) const {
  for (std::uint32_t i = 0; i < structure.count; ++i) {
    const Value& field = element(structure, i);
    if (field.name == name) return field.kind == ValueKind::kNull ? nullptr : &field;
  }
  return nullptr;
}

std::string Resource::place(const Value& value) const {
  if (!json_places.empty()) return json_pointer(json_places, value.place);
  return "byte " + std::to_string(value.place);
}

}  // namespace tassel::red
