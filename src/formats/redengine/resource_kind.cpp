#include "formats/redengine/resource_kind.h"

#include <utility>

#include "skeleton/in_quotes.h"

namespace tassel::red {

namespace {

std::string in_words(std::string_view root_class) {
  return root_class == kRigClass ? "a rig (animRig)" : "an animation graph (animAnimGraph)";
}

}  // namespace

Status require_root_class(std::string_view found, std::string_view wanted, std::string place) {
  if (found == wanted) return {};
  const std::string is = found.empty() ? "the root chunk doesn't say its class"
                                       : "the resource is of the class " + in_quotes(found);
  return {StatusCode::kUnsupported, std::move(place), is + ", not " + in_words(wanted)};
}

}  // namespace tassel::red
