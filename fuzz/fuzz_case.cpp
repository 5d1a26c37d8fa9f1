// Any text as a trace case.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "formats/dyng_json/trace_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tassel::DyngCase trace_case;
  (void)tassel::read_case(std::string_view(reinterpret_cast<const char*>(data), size), trace_case);
  return 0;
}
