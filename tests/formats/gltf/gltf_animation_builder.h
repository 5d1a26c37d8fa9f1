#pragma once
// A hand-built GLB with one node and one animated property, to be varied by tests.

#include <cstddef>
#include <string>
#include <vector>

#include "formats/gltf/glb_bytes.h"

namespace tassel::test {

/// Node 0 "a" with children 1 "b"; the animation "move" moves node 0. Accessor 0 and view 0 are
/// the times, 1 and 1 the values.
struct AnimatedGlb {
  nlohmann::ordered_json json;
  Bytes binary;

  [[nodiscard]] Bytes bytes() const { return make_glb(json.dump(), binary); }
};

template <class T>
AnimatedGlb make_animated_glb(const std::vector<float>& times, const std::vector<T>& values,
                              int component_type, const std::string& path,
                              const std::string& interpolation) {
  AnimatedGlb glb;
  glb.binary = bytes_of(times);
  const std::size_t time_size = glb.binary.size();
  const Bytes value_bytes = bytes_of(values);
  glb.binary.insert(glb.binary.end(), value_bytes.begin(), value_bytes.end());
  const std::size_t components = path == "rotation" ? 4 : 3;
  glb.json = nlohmann::ordered_json::parse(R"({
    "asset": {"version": "2.0"},
    "nodes": [{"name": "a", "children": [1]}, {"name": "b", "translation": [1, 2, 3]}],
    "animations": [{"name": "move",
      "channels": [{"sampler": 0, "target": {"node": 0}}],
      "samplers": [{"input": 0, "output": 1}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "type": "SCALAR"}, {"bufferView": 1}],
    "bufferViews": [{"buffer": 0}, {"buffer": 0}],
    "buffers": [{}]})");
  glb.json["animations"][0]["channels"][0]["target"]["path"] = path;
  glb.json["animations"][0]["samplers"][0]["interpolation"] = interpolation;
  glb.json["accessors"][0]["count"] = times.size();
  glb.json["accessors"][1]["componentType"] = component_type;
  glb.json["accessors"][1]["normalized"] = component_type != 5126;
  glb.json["accessors"][1]["type"] = components == 4 ? "VEC4" : "VEC3";
  glb.json["accessors"][1]["count"] = values.size() / components;
  glb.json["bufferViews"][0]["byteLength"] = time_size;
  glb.json["bufferViews"][1]["byteOffset"] = time_size;
  glb.json["bufferViews"][1]["byteLength"] = value_bytes.size();
  glb.json["buffers"][0]["byteLength"] = glb.binary.size();
  return glb;
}

}  // namespace tassel::test
