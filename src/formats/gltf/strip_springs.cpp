#include "formats/gltf/strip_springs.h"

#include <optional>
#include <vector>

#include "formats/json/json_spans.h"

namespace tassel {

namespace {

constexpr std::string_view kSpringBone = "VRMC_springBone";
constexpr std::string_view kMentions[] = {kSpringBone, "VRMC_springBone_extended_collider",
                                          "VRMC_springBone_limit"};

std::string without_member(std::string_view text, const JsonSpan& object, std::string_view key) {
  const JsonSpans json(text);
  std::vector<JsonSpan> spans;
  std::optional<std::size_t> found;
  for (const JsonMember& member : json.members(object)) {
    if (!found && json.is_string(member.key, key)) found = spans.size();
    spans.push_back({member.key.begin, member.value.end});
  }
  return found ? without(text, spans, *found) : std::string(text);
}

/// The text without an array's strings that mention spring bones, or without the array where it
/// would be empty, which glTF forbids.
std::string without_mentions(std::string text, std::string_view array) {
  while (true) {
    const JsonSpans spans(text);
    const JsonSpan root = spans.root();
    const std::optional<JsonMember> member = spans.member(root, array);
    if (!member) return text;
    const std::vector<JsonSpan> elements = spans.elements(member->value);
    std::optional<std::size_t> mention;
    for (std::size_t i = 0; i < elements.size() && !mention; ++i) {
      for (const std::string_view wanted : kMentions) {
        if (spans.is_string(elements[i], wanted)) mention = i;
      }
    }
    if (!mention) return text;
    if (elements.size() == 1) return without_member(text, root, array);
    text = without(text, elements, *mention);
  }
}

std::string without_secondary_animation(std::string text, const JsonSpan& extensions) {
  const JsonSpans spans(text);
  const std::optional<JsonMember> vrm = spans.member(extensions, "VRM");
  if (!vrm) return text;
  const std::optional<JsonMember> animation = spans.member(vrm->value, "secondaryAnimation");
  if (!animation || text[animation->value.begin] != '{') return text;
  TextEdits edits(text);
  edits.replace(animation->value, "{\"boneGroups\":[],\"colliderGroups\":[]}");
  return edits.apply();
}

}  // namespace

std::string without_springs(std::string_view source) {
  std::string text = without_mentions(std::string(source), "extensionsUsed");
  text = without_mentions(std::move(text), "extensionsRequired");
  const auto extensions = JsonSpans(text).member(JsonSpans(text).root(), "extensions");
  if (!extensions) return text;
  const std::vector<JsonMember> members = JsonSpans(text).members(extensions->value);
  const bool is_only =
      members.size() == 1 && JsonSpans(text).member(extensions->value, kSpringBone);
  if (is_only) return without_member(text, JsonSpans(text).root(), "extensions");
  text = without_member(text, extensions->value, kSpringBone);
  const auto left = JsonSpans(text).member(JsonSpans(text).root(), "extensions");
  return without_secondary_animation(std::move(text), left->value);
}

}  // namespace tassel
