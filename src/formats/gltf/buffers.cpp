#include "formats/gltf/buffers.h"

#include <algorithm>
#include <string>

#include "formats/gltf/gltf_json.h"
#include "formats/gltf/resource_uri.h"
#include "skeleton/in_quotes.h"

namespace tassel {

Buffers::Buffers(const JsonReader& document, std::span<const std::byte> binary,
                 const ReadResource& resource)
    : document_(document),
      binary_(binary),
      resource_(resource),
      buffers_(size_of_member(document, "buffers")) {}

std::span<const std::byte> Buffers::bytes(const JsonReader& index) {
  const JsonReader reader = pointed_at(document_, "buffers", index);
  if (reader.failed()) return {};
  const std::uint64_t number = whole_number(index, buffers_.size());
  Buffer& buffer = buffers_[number];
  if (!buffer.is_fetched) fetch(reader, number == 0, buffer);
  return buffer.bytes;
}

void Buffers::fetch(const JsonReader& buffer, bool is_first, Buffer& result) {
  const std::uint64_t size = whole_number(buffer.at("byteLength"), kByteLimit);
  if (buffer.has("uri")) {
    fetch_uri(buffer.at("uri"), result);
  } else if (is_first && !binary_.empty()) {
    result.bytes = binary_;
  } else {
    buffer.fail("the buffer has no bytes: neither a URI nor a binary chunk of the file");
  }
  if (buffer.failed()) return;
  result.bytes = result.bytes.first(std::min<std::uint64_t>(size, result.bytes.size()));
  result.is_fetched = true;
  fetched_size_ += result.bytes.size();
}

void Buffers::fetch_uri(const JsonReader& uri, Buffer& result) {
  const std::string_view text = uri.text();
  if (uri.failed()) return;
  Status status;
  if (is_data_uri(text)) {
    status = decode_data_uri(text, result.owned);
  } else {
    std::string name;
    status = decode_relative_uri(text, name);
    if (status.ok() && !resource_) {
      status = {StatusCode::kUnsupported, "",
                "the data lies in another file, " + in_quotes(name) + ", which isn't at hand"};
    }
    if (status.ok()) status = resource_(name, result.owned);
  }
  if (!status.ok()) return uri.fail(status.code(), status.to_string());
  result.bytes = result.owned;
}

}  // namespace tassel
