// Any bytes as compressed data: the first four say how, the rest is the stream.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "formats/gltf/meshopt_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  static const char* const kModes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
  static const char* const kFilters[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"};
  const nlohmann::json json{{"mode", kModes[data[0] % 3]},
                            {"filter", kFilters[data[1] % 4]},
                            {"byteStride", data[2]},
                            {"count", 3 * data[3]}};
  tassel::Status status;
  const tassel::JsonReader compression(json, status);
  const tassel::MeshoptLayout layout = tassel::read_meshopt_layout(compression);
  if (!status.ok()) return 0;
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  std::vector<std::byte> decoded;
  tassel::decode_meshopt(layout, bytes.subspan(4), compression, decoded);
  return 0;
}
