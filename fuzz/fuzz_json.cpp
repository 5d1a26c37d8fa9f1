// Any text as JSON. What is accepted must be written and read back the same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "formats/json/json_document.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // Writing recurses, where reading does not.
  const tassel::JsonLimits limits{.max_depth = 100};
  nlohmann::json document;
  if (!tassel::parse_json(text, document, limits).ok()) return 0;
  nlohmann::json again;
  if (!tassel::parse_json(document.dump(), again, limits).ok() || again != document) std::abort();
  return 0;
}
