#pragma once
// A DyngSpec out of a parsed document.

#include "formats/json/json_reader.h"
#include "tassel/dyng.h"

namespace tassel {

/// Reads a spec; faults go to the reader's status.
[[nodiscard]] DyngSpec read_spec(const JsonReader& reader);

/// The spec as an ordered document.
[[nodiscard]] nlohmann::ordered_json spec_document(const DyngSpec& spec);

/// A transform as an array of 7 numbers, or 10 where the scale isn't 1.
[[nodiscard]] nlohmann::ordered_json transform_document(const Transformd& t);

}  // namespace tassel
