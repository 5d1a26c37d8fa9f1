// Any JSON as a glTF document with VRM's extensions. Springs that are accepted must be runnable.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "formats/gltf/node_reader.h"
#include "formats/json/json_document.h"
#include "formats/vrm/read_vrm.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  nlohmann::json json;
  if (!tassel::parse_json(text, json).ok()) return 0;
  tassel::Status status;
  const tassel::JsonReader document(json, status);
  const tassel::NodeTree tree = tassel::read_nodes(document);
  if (!status.ok()) return 0;
  tassel::Character character;
  character.skeleton = tree.skeleton;
  tassel::read_vrm(document, tree, character);
  if (status.ok() && !validate(character.springs, character.skeleton).empty()) std::abort();
  return 0;
}
