#include "formats/gltf/document.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "formats/gltf/glb_container.h"
#include "formats/gltf/gltf_json.h"
#include "formats/json/json_document.h"
#include "skeleton/in_quotes.h"

namespace tassel {

namespace {

constexpr std::string_view kKnownExtensions[] = {"KHR_mesh_quantization",
                                                 "EXT_meshopt_compression",
                                                 "KHR_meshopt_compression",
                                                 "VRM",
                                                 "VRMC_vrm",
                                                 "VRMC_vrm_animation",
                                                 "VRMC_springBone",
                                                 "VRMC_node_constraint",
                                                 "VRMC_springBone_extended_collider",
                                                 "VRMC_springBone_limit"};

/// Extensions that change neither where a joint nor where a vertex is.
constexpr std::string_view kHarmlessPrefixes[] = {
    "KHR_materials_", "EXT_materials_", "VRMC_materials_", "ADOBE_materials_",
    "KHR_texture_",   "EXT_texture_",   "MSFT_texture_",   "MSFT_packing_",
    "KHR_lights_",    "EXT_lights_",    "KHR_xmp"};

bool is_known(std::string_view name) {
  return std::find(std::begin(kKnownExtensions), std::end(kKnownExtensions), name) !=
             std::end(kKnownExtensions) ||
         std::any_of(std::begin(kHarmlessPrefixes), std::end(kHarmlessPrefixes),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool begins_as_json(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

Status parse_chunk(const GlbChunks& chunks, nlohmann::json& json) {
  Status status = parse_json(chunks.json, json);
  if (status.ok()) return {};
  std::string place = "JSON chunk at byte " + std::to_string(chunks.json_offset);
  if (!status.place().empty()) place += ", " + status.place() + " of it";
  return {status.code(), std::move(place), status.what()};
}

}  // namespace

Status open_gltf(std::span<const std::byte> file, GltfDocument& document) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  document.binary = {};
  document.is_glb = false;
  document.text = text;
  if (begins_as_json(text)) return parse_json(text, document.json);
  if (!text.starts_with("glTF")) {
    return {StatusCode::kUnreadable, "byte 0",
            "neither a GLB, which begins with \"glTF\", nor glTF JSON, which begins with {"};
  }
  GlbChunks chunks;
  if (Status status = split_glb(file, chunks); !status.ok()) return status;
  document.is_glb = true;
  document.text = chunks.json;
  document.binary = chunks.binary;
  return parse_chunk(chunks, document.json);
}

void check_version_and_extensions(const JsonReader& document) {
  const JsonReader version = document.at("asset").at("version");
  if (!version.string().starts_with("2.")) version.fail("only glTF 2 is read");
  const std::size_t count = size_of_member(document, "extensionsRequired");
  for (std::size_t i = 0; i < count && !document.failed(); ++i) {
    const JsonReader extension = document.at("extensionsRequired").element(i);
    const std::string name = extension.string();
    if (extension.failed() || is_known(name)) continue;
    extension.fail(StatusCode::kUnsupported,
                   "the file can't be read without the extension " + in_quotes(name));
  }
}

}  // namespace tassel
