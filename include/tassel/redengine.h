#pragma once
// REDengine's own files: bytes -> rig, graph -> DyngSpec, and the spec's JSON form.
//
// Readers take bytes and recognise what they hold by content: loose CR2W (version 195) or
// WolvenKit JSON (WKitJsonVersion 0.0.9; a UTF-8 byte order mark is skipped). They never expand
// shared handles, never recurse on a file's nesting, and refuse what is past the limits in
// docs/formats.md. On failure the output is untouched and the Status holds a byte offset
// ("byte 424") or a JSON pointer as its place.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tassel/dyng.h"
#include "tassel/skeleton.h"
#include "tassel/status.h"

namespace tassel {

/// What some bytes hold, judged by their content alone.
enum class RedFileKind { kUnknown, kRig, kAnimGraph, kDyngSpec };
[[nodiscard]] RedFileKind recognise(std::span<const std::byte> bytes);

/// A `.rig` (animRig): the skeleton in parents-first order (stable where the file's order isn't).
/// Numbers are the nine digits that WolvenKit shows for the game's floats; a scale within 1e-6
/// of 1 is 1.
struct RigFile {
  Skeleton skeleton;
  /// Each joint's rest transform in model space: the file's referencePoseMS, else composed.
  std::vector<Transformd> reference_ms;
  /// levelOfDetailStartIndices[0]: the joints before it are the body's, the rest are chains'.
  /// The number of joints where the rig doesn't say.
  int base_joint_count = 0;
  std::vector<std::string> notes;
};
[[nodiscard]] Status read_rig(std::span<const std::byte> bytes, RigFile& rig);

/// An `.animgraph` (animAnimGraph) with its dangle, as far as Tassel reads it.
struct AnimGraphFile {
  DyngSimulation simulation;  ///< As stored, class defaults filled in.
  /// Why the graph can't be run as it is: one plain sentence each that says where and what. Empty
  /// for a graph that is the five-node spine (§2.3) around a Dyng simulation in which `validate`
  /// finds nothing and no flag is set that isn't decoded. At most 1,001.
  std::vector<std::string> problems;
  std::vector<std::string> notes;  ///< Remarks that keep nothing from running.
};
[[nodiscard]] Status read_anim_graph(std::span<const std::byte> bytes, AnimGraphFile& graph);

/// Joins a rig and a graph (nullptr: a rig alone). Never fails: where anything keeps the dangle
/// from running (the graph's problems, or a finding of `validate`), the spec has no particles and
/// `notes` holds a sentence for each reason, behind the files' own notes. `reasons`, where given,
/// gets those sentences alone: none where the dangle runs.
[[nodiscard]] DyngSpec compile(const RigFile& rig, const AnimGraphFile* graph,
                               std::vector<std::string>* reasons = nullptr);

/// The spec as JSON: the shape is docs/formats.md's. Numbers are the shortest that read back to
/// the same doubles.
[[nodiscard]] std::string to_json(const DyngSpec& spec);
/// Reads it back. Unknown keys, wrong types and missing required members fail with their pointer.
[[nodiscard]] Status from_json(std::string_view json, DyngSpec& spec);

}  // namespace tassel
