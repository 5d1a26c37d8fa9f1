// Any text as a spec. What is accepted must be written and read back the same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tassel/redengine.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tassel::DyngSpec spec;
  if (!from_json(std::string_view(reinterpret_cast<const char*>(data), size), spec).ok()) return 0;
  (void)validate(spec);
  const std::string written = to_json(spec);
  tassel::DyngSpec again;
  if (!from_json(written, again).ok() || to_json(again) != written) std::abort();
  return 0;
}
