#include "formats/redengine/json_resource.h"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "formats/json/json_document.h"
#include "formats/redengine/resource_kind.h"
#include "skeleton/in_quotes.h"

namespace tassel::red {

namespace {

using nlohmann::json;

constexpr JsonLimits kLimits{std::size_t{128} << 20, 10'000, 4'000'000};
constexpr std::string_view kVersion = "0.0.9";
constexpr const char* kRootPlace = "/Data/RootChunk";
constexpr int kCr2wVersion = 195;

std::string_view text_of(const json& value) { return value.get_ref<const std::string&>(); }

const json* member(const json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

/// The member's text, or an empty one where there is none.
std::string_view text_member(const json& object, const char* key) {
  const json* value = member(object, key);
  return value && value->is_string() ? text_of(*value) : std::string_view{};
}

/// The version that the header names. Where it names none, only 0.0.1 has another shape.
std::string_view version_of(const json& document) {
  const json* header = member(document, "Header");
  const std::string_view named = header ? text_member(*header, "WKitJsonVersion") : "";
  if (!named.empty()) return named;
  return document["Data"]["RootChunk"].contains("$type") ? kVersion : "0.0.1";
}

Status refuse_other_versions(const json& document) {
  const std::string_view version = version_of(document);
  if (version != kVersion) {
    return {StatusCode::kUnsupported, "/Header/WKitJsonVersion",
            "WolvenKit JSON of version " + in_quotes(version) +
                ", and only 0.0.9 is read: export the file again with WolvenKit 8.15 or later"};
  }
  const json* resource_version = member(document["Data"], "Version");
  if (resource_version && *resource_version != kCr2wVersion) {
    return {StatusCode::kUnsupported, "/Data/Version",
            "not the resource version of Cyberpunk 2077, which is 195"};
  }
  return {};
}

/// The root chunk, where the document is WolvenKit JSON of the version and class wanted.
Status find_root(const json& document, std::string_view root_class, const json*& root) {
  if (!document.is_object() || !document.contains("Data") ||
      !document["Data"].contains("RootChunk") || !document["Data"]["RootChunk"].is_object()) {
    return {StatusCode::kUnreadable, "", "JSON without Data and RootChunk: not from WolvenKit"};
  }
  root = &document["Data"]["RootChunk"];
  const char* class_key = root->contains("Type") ? "Type" : "$type";  // Version 0.0.1 has Type.
  Status status = require_root_class(text_member(*root, class_key), root_class, kRootPlace);
  return status.ok() ? refuse_other_versions(document) : status;
}

/// Turns JSON values into a Resource's, with a list of what is left to do in place of recursion:
/// a graph's nodes nest as deep as its longest chain.
class JsonDecoder {
 public:
  explicit JsonDecoder(Resource& resource) : resource_(resource) {}

  void decode(const json& root) {
    resource_.json_places.push_back({});
    const std::uint32_t data = add_place(0, "Data");
    add_object(root, add_place(data, "RootChunk"));
    while (!pending_.empty()) {
      const Pending next = pending_.back();
      pending_.pop_back();
      decode_value(*next.source, next.target);
    }
    resolve_references();
  }

 private:
  struct Pending {
    const json* source;
    ValueIndex target;
  };
  struct Reference {
    ValueIndex handle;
    std::string id;
  };

  std::uint32_t add_place(std::uint32_t parent, std::string_view key, std::uint32_t index = 0) {
    resource_.json_places.push_back({parent, index, key});
    return static_cast<std::uint32_t>(resource_.json_places.size() - 1);
  }

  ObjectIndex add_object(const json& source, std::uint32_t place) {
    resource_.objects.push_back(add_values(1));
    resource_.values.back().place = place;
    pending_.push_back({&source, resource_.objects.back()});
    return static_cast<ObjectIndex>(resource_.objects.size() - 1);
  }

  ValueIndex add_values(std::size_t count) {
    resource_.values.resize(resource_.values.size() + count);
    return static_cast<ValueIndex>(resource_.values.size() - count);
  }

  void decode_value(const json& source, ValueIndex target) {
    Value& value = resource_.values[target];
    switch (source.type()) {
      case json::value_t::boolean:
        value.kind = ValueKind::kBool;
        value.number = source.get<bool>() ? 1 : 0;
        break;
      case json::value_t::number_integer:
      case json::value_t::number_unsigned:
      case json::value_t::number_float:
        value.kind = ValueKind::kNumber;
        value.number = source.get<double>();
        break;
      case json::value_t::string:
        value.kind = ValueKind::kText;
        value.text = text_of(source);
        break;
      case json::value_t::array:
        decode_array(source, target);
        break;
      case json::value_t::object:
        decode_object(source, target);
        break;
      default:
        value.kind = ValueKind::kNull;
    }
  }

  void decode_array(const json& source, ValueIndex target) {
    const std::uint32_t place = resource_.values[target].place;
    const ValueIndex first = add_children(target, ValueKind::kArray, source.size());
    for (std::uint32_t i = 0; i < source.size(); ++i) {
      resource_.values[first + i].place = add_place(place, {}, i);
      pending_.push_back({&source[i], first + i});
    }
  }

  /// An object is a handle, a reference to a file, a wrapped value, or a struct.
  void decode_object(const json& source, ValueIndex target) {
    if (source.contains("HandleRefId") || source.contains("HandleId") || is_bare_data(source)) {
      decode_handle(source, target);
    } else if (const json* path = member(source, "DepotPath")) {
      decode_depot_path(*path, target);
    } else if (const json* wrapped = member(source, "$value")) {
      decode_wrapped(*wrapped, "$value", target);
    } else if (const json* elements = member(source, "Elements")) {
      decode_wrapped(*elements, "Elements", target);
    } else {
      decode_struct(source, target);
    }
  }

  /// A handle whose id was left out by hand.
  static bool is_bare_data(const json& source) {
    const json* data = member(source, "Data");
    return data && data->is_object() && !source.contains("$type");
  }

  void decode_wrapped(const json& source, std::string_view key, ValueIndex target) {
    const std::uint32_t place = add_place(resource_.values[target].place, key);
    resource_.values[target].place = place;
    pending_.push_back({&source, target});
  }

  void decode_struct(const json& source, ValueIndex target) {
    const std::uint32_t place = resource_.values[target].place;
    const std::size_t count = source.size() - source.count("$type");
    ValueIndex field = add_children(target, ValueKind::kStruct, count);
    resource_.values[target].text = text_member(source, "$type");
    for (auto child = source.begin(); child != source.end(); ++child) {
      if (child.key() == "$type") continue;
      resource_.values[field].name = child.key();
      resource_.values[field].place = add_place(place, child.key());
      pending_.push_back({&*child, field++});
    }
  }

  ValueIndex add_children(ValueIndex target, ValueKind kind, std::size_t count) {
    const ValueIndex first = add_values(count);
    Value& value = resource_.values[target];
    value.kind = kind;
    value.first = first;
    value.count = static_cast<std::uint32_t>(count);
    return first;
  }

  void decode_depot_path(const json& path, ValueIndex target) {
    Value& value = resource_.values[target];
    const json* stored = path.is_object() ? member(path, "$value") : &path;
    value.kind = ValueKind::kResource;
    if (stored == nullptr) return;
    if (stored->is_string()) value.text = text_of(*stored);
    // A path may stand as its hash; 0 is no file's.
    if (stored->is_number() && *stored != 0) value.text = "a file known by its hash";
    if (value.text == "0") value.text = {};
  }

  void decode_handle(const json& source, ValueIndex target) {
    const json* data = member(source, "Data");
    const std::string id = id_of(source);
    if (!data || !data->is_object()) {
      references_.push_back({target, id});
      set_handle(target, kUnresolvedObject);
      return;
    }
    const std::uint32_t place = add_place(resource_.values[target].place, "Data");
    const ObjectIndex object = add_object(*data, place);
    set_handle(target, object);
    if (id.empty()) return;
    const auto [entry, is_new] = objects_by_id_.try_emplace(id, object);
    if (!is_new) entry->second = kUnresolvedObject;  // Which of the two is meant isn't known.
  }

  static std::string id_of(const json& source) {
    const json* id = member(source, source.contains("HandleRefId") ? "HandleRefId" : "HandleId");
    if (!id) return {};
    if (id->is_string()) return std::string(text_of(*id));
    return id->is_number_integer() ? std::to_string(id->get<std::int64_t>()) : std::string{};
  }

  void set_handle(ValueIndex target, ObjectIndex object) {
    resource_.values[target].kind = ValueKind::kHandle;
    resource_.values[target].first = object;
  }

  void resolve_references() {
    for (const Reference& reference : references_) {
      const auto found = objects_by_id_.find(reference.id);
      if (reference.id == "-1") {
        set_handle(reference.handle, kNullObject);
      } else if (found != objects_by_id_.end()) {
        set_handle(reference.handle, found->second);
      }
    }
  }

  Resource& resource_;
  std::vector<Pending> pending_;
  std::vector<Reference> references_;
  std::map<std::string, ObjectIndex> objects_by_id_;
};

}  // namespace

Status decode_json(std::string_view text, std::string_view root_class, Resource& resource) {
  auto document = std::make_shared<json>();
  if (Status status = parse_json(text, *document, kLimits); !status.ok()) return status;
  const json* root = nullptr;
  if (Status status = find_root(*document, root_class, root); !status.ok()) return status;
  JsonDecoder(resource).decode(*root);
  resource.json_document = std::move(document);
  return {};
}

}  // namespace tassel::red
