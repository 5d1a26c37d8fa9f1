// Files that are broken, by accident or on purpose: a sentence, in bounded time and memory.

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "formats/redengine/sample_dangle.h"
#include "formats/redengine/sentences.h"
#include "tassel/redengine.h"
#include "test_files.h"

namespace tassel {
namespace {

using sample::json;

/// Reads the bytes as either kind and joins what comes out. Nothing may crash.
struct Outcome {
  Status rig_status;
  Status graph_status;
  DyngSpec spec;
};
Outcome read_as_everything(std::span<const std::byte> bytes) {
  static const RigFile kRig = [] {
    RigFile rig;
    (void)read_rig(to_bytes(sample::rig_file()), rig);
    return rig;
  }();
  RigFile rig = kRig;
  AnimGraphFile graph;
  Outcome outcome;
  (void)recognise(bytes);
  outcome.rig_status = read_rig(bytes, rig);
  outcome.graph_status = read_anim_graph(bytes, graph);
  outcome.spec = compile(rig, &graph);
  return outcome;
}

Status rig_status(std::string_view bytes) { return read_as_everything(to_bytes(bytes)).rig_status; }
Status graph_status(std::string_view bytes) {
  return read_as_everything(to_bytes(bytes)).graph_status;
}

void expect_every_truncation_refused(std::string_view whole) {
  const std::vector<std::byte> bytes = to_bytes(whole);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const Outcome outcome = read_as_everything(std::span(bytes).first(length));
    ASSERT_FALSE(outcome.rig_status.ok()) << length;
    ASSERT_FALSE(outcome.graph_status.ok()) << length;
    ASSERT_FALSE(outcome.rig_status.what().empty());
  }
}

/// Every byte of the file changed in turn, in some of its bits.
void survive_every_corruption(std::string_view whole, const std::vector<unsigned>& flips) {
  std::vector<std::byte> bytes = to_bytes(whole);
  for (std::byte& byte : bytes) {
    const std::byte original = byte;
    for (const unsigned flipped : flips) {
      byte = original ^ std::byte(flipped);
      const Outcome outcome = read_as_everything(bytes);
      ASSERT_TRUE(outcome.spec.simulation.particles.empty() || validate(outcome.spec).empty());
    }
    byte = original;
  }
}

TEST(Hostile, TruncatedCr2wHasASentence) {
  expect_every_truncation_refused(sample::rig_file());
  expect_every_truncation_refused(sample::graph_file());
}

TEST(Hostile, TruncatedJsonHasASentence) {
  expect_every_truncation_refused(sample::rig_json().dump());
  expect_every_truncation_refused(sample::graph_json().dump());
}

TEST(Hostile, AWrongByteDoesNoHarm) {
  survive_every_corruption(sample::rig_file(), {0x01, 0x80, 0xFF});
  survive_every_corruption(sample::graph_file(), {0x01, 0x80, 0xFF});
  survive_every_corruption(sample::rig_json().dump(), {0x01, 0x80, 0xFF});
}

TEST(Hostile, TheGamesFilesTruncatedOrCorrupted) {
  for (const char* name :
       {"redengine/hair/fhair47_pt2.rig", "redengine/hair/fhair47_pt2.animgraph"}) {
    TASSEL_REQUIRE_SHARED_DATA(name);
    const std::string file = read_text(shared_data(name));
    expect_every_truncation_refused(file);
    survive_every_corruption(file, {0x01});
  }
}

// -- CR2W ------------------------------------------------------------------------------------

std::size_t directory_entry(std::size_t table) { return 40 + 12 * table; }

std::string with_u32(std::string file, std::size_t at, std::uint32_t value) {
  return file.replace(at, 4, Cr2wWriter::u32(value));
}

TEST(Hostile, TablesPastTheEndAreRefusedAtTheirEntry) {
  const std::string file = sample::rig_file();
  for (std::size_t table = 0; table < 7; ++table) {
    const std::size_t entry = directory_entry(table);
    const Status count = rig_status(with_u32(file, entry + 4, 0xFFFFFFFF));
    EXPECT_EQ(count.place(), "byte " + std::to_string(entry)) << count.to_string();
    const std::string moved = with_u32(with_u32(file, entry, 0xFFFFFFF0), entry + 4, 1);
    EXPECT_EQ(rig_status(moved).place(), "byte " + std::to_string(entry));
  }
}

TEST(Hostile, AMillionEntriesAreRefusedBeforeAnythingIsAllocated) {
  std::string file = sample::rig_file();
  const std::size_t names = directory_entry(1);
  file = with_u32(file, names + 4, 1'000'000);
  EXPECT_TRUE(says(rig_status(file), "1000000 entries"));
  file.resize(20'000'000);  // Now they are within the file, and still too many.
  EXPECT_TRUE(says(rig_status(file), "at most 65536"));
  file = with_u32(sample::rig_file(), directory_entry(4) + 4, 0);
  EXPECT_TRUE(says(rig_status(file), "no objects"));
}

TEST(Hostile, AnArrayThatClaimsTooMuchIsRefused) {
  std::string file = sample::rig_file();
  const std::string count = Cr2wWriter::u32(5);  // Of boneNames: 5 names, 2 bytes each.
  const std::size_t at = file.find(Cr2wWriter::u32(4 + 4 + 10) + count) + 4;
  for (const std::uint32_t claim : {6U, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
    const Status status = rig_status(with_u32(file, at, claim));
    EXPECT_EQ(status.place(), "byte " + std::to_string(at)) << status.to_string();
    EXPECT_TRUE(says(status, "room for 5"));
  }
}

/// A graph whose root node's `nodes` has the content.
std::string graph_with(Cr2wWriter& writer, const std::string& type, const std::string& content) {
  writer.add_object("animAnimGraph",
                    Cr2wWriter::structure({writer.property("rootNode", type, content)}));
  return writer.file();
}

TEST(Hostile, PropertiesMustLieInTheirObject) {
  Cr2wWriter writer;
  std::string file = graph_with(writer, "handle:animAnimNode_Root", Cr2wWriter::handle(0));
  const std::size_t size = file.size() - 2 - 4 - 4;  // Before the handle and the terminator.
  for (const std::uint32_t claim : {0U, 3U, 11U, 0xFFFFFFFFU}) {
    const Status status = graph_status(with_u32(file, size, claim));
    EXPECT_EQ(status.place(), "byte " + std::to_string(size));
  }
  EXPECT_TRUE(says(graph_status(with_u32(file, size + 4, 2)), "object 2 of 1"));
}

TEST(Hostile, StructsWithinStructsEndSomewhere) {
  Cr2wWriter writer;
  std::string content = Cr2wWriter::structure({});
  for (int i = 0; i < 2'000; ++i) {
    content = Cr2wWriter::structure({writer.property("node", "animPoseLink", content)});
  }
  EXPECT_TRUE(says(graph_status(graph_with(writer, "animPoseLink", content)), "nested too deep"));
}

TEST(Hostile, ArraysOfArraysEndSomewhere) {
  Cr2wWriter writer;
  std::string type = "Bool";
  std::string content = Cr2wWriter::boolean(true);
  for (int i = 0; i < 100; ++i) {
    type = "array:" + type;
    content = Cr2wWriter::array({content});
  }
  EXPECT_TRUE(graph_status(graph_with(writer, type, content)).ok());  // Left undecoded.
}

TEST(Hostile, MillionsOfValuesAreTooMany) {
  Cr2wWriter writer;
  const std::string content = Cr2wWriter::u32(3'000'000) + std::string(3'000'000, '\1');
  EXPECT_TRUE(says(graph_status(graph_with(writer, "array:Bool", content)), "2000000 values"));
}

TEST(Hostile, ManyObjectsOverTheSameBytesAreRefused) {
  Cr2wWriter writer;
  for (int i = 0; i < 2'000; ++i) {
    writer.add_object("animAnimGraph", Cr2wWriter::structure({}));
  }
  std::string file = writer.file();
  const std::size_t first_object = file.size() - 3 * 2'000;
  const std::size_t exports = first_object - 24 * 2'000;
  for (std::size_t i = 0; i < 2'000; ++i) {
    file = with_u32(file, exports + 24 * i + 8, 6'000);  // Each claims the space of all.
    file = with_u32(file, exports + 24 * i + 12, static_cast<std::uint32_t>(first_object));
  }
  EXPECT_TRUE(says(graph_status(file), "larger than the file"));
}

TEST(Hostile, NamesMustBeText) {
  std::string file = sample::rig_file();
  file[file.find("tip_3")] = '\xFF';
  EXPECT_TRUE(says(rig_status(file), "no text"));
}

TEST(Hostile, ANameReachesASentenceWithoutItsControlCharacters) {
  sample::RigParts parts;
  parts.names[2] = "\x1B[31mred";
  parts.transforms[2][0] = std::numeric_limits<float>::infinity();
  const Status status = rig_status(sample::rig_file(parts));
  EXPECT_TRUE(says(status, "'?[31mred'")) << status.what();
}

TEST(Hostile, HandlesInCirclesComeToAnEnd) {
  // Every object's link leads to the output itself.
  Cr2wWriter w;
  w.add_object("animAnimGraph",
               Cr2wWriter::structure(
                   {w.property("rootNode", "handle:animAnimNode_Root", Cr2wWriter::handle(1))}));
  w.add_object("animAnimNode_Root",
               Cr2wWriter::structure({w.property("nodes", "array:handle:animAnimNode_Base",
                                                 Cr2wWriter::array({Cr2wWriter::handle(2)}))}));
  w.add_object("animAnimNode_Output", Cr2wWriter::structure({w.link("node", "animPoseLink", 3)}));
  w.add_object("animAnimNode_SkipPerformanceModeBegin",
               Cr2wWriter::structure({w.link("inputLink", "animPoseLink", 3)}));
  w.add_object("animAnimNode_Dangle", Cr2wWriter::structure({}));
  AnimGraphFile graph;
  EXPECT_TRUE(read_anim_graph(to_bytes(w.file()), graph).ok());
  EXPECT_FALSE(graph.problems.empty());
}

// -- JSON ------------------------------------------------------------------------------------

TEST(Hostile, GroupsThatHoldEachOtherTwiceDoNotFanOut) {
  json graph = sample::graph_json();
  json& inner = graph[json::json_pointer(sample::kInner)];
  json group = inner[0];
  for (int i = 0; i < 60; ++i) {  // 2^60 links, were they expanded.
    const json again = json::object({{"HandleRefId", group["HandleId"]}});
    const json multi = {{"$type", "animDyngConstraintMulti"},
                        {"innerConstraints", json::array({group, again})}};
    group = {{"HandleId", "group" + std::to_string(i)}, {"Data", multi}};
  }
  inner[0] = group;
  AnimGraphFile file;
  EXPECT_TRUE(read_anim_graph(to_bytes(graph.dump()), file).ok());
  EXPECT_LT(file.simulation.constraints.size(), 10u);
  EXPECT_TRUE(any_says(file.problems, "twice"));
}

// 300,000 fields looked through for each of 100,000 handles would take minutes.
TEST(Hostile, AConstraintWithManyFieldsIsReadOnceForAllItsHandles) {
  json graph = sample::graph_json();
  json& link = graph[json::json_pointer(sample::kInner + "/0/Data")];
  for (int i = 0; i < 300'000; ++i) link["a" + std::to_string(i)] = nullptr;
  json& inner = graph[json::json_pointer(sample::kInner)];
  for (int i = 0; i < 100'000; ++i) inner.push_back({{"HandleRefId", "10"}});
  AnimGraphFile file;
  const Status status = read_anim_graph(to_bytes(graph.dump()), file);
  EXPECT_TRUE(status.ok()) << status.to_string();
  ASSERT_EQ(file.simulation.constraints.size(), 100'003u);
  EXPECT_EQ(std::get<DyngLink>(file.simulation.constraints.back()).bone1, "tip_2");
}

TEST(Hostile, ANameIsNoLongerThanTheGameStores) {
  json graph = sample::graph_json();
  const std::string bone = sample::kContainer + "/particles/0/bone/name";
  graph[json::json_pointer(bone)] = sample::cname(std::string(1'024, 'x'));
  const Status status = graph_status(graph.dump());
  EXPECT_EQ(status.place(), bone + "/$value");
  EXPECT_TRUE(says(status, "1,023 bytes"));
}

TEST(Hostile, AChainOfNodesNestsThousandsDeep) {
  json graph = sample::graph_json();
  json& link = graph[json::json_pointer(sample::kMsToLs + "/inputLink/node")];
  const std::string behind = link.dump();
  link = "the chain";
  const std::string before =
      R"({"Data": {"$type": "animAnimNode_SkipPerformanceModeBegin", "inputLink": {"node": )";
  std::string chain;
  for (int i = 0; i < 3'000; ++i) chain += before;
  chain += behind;
  for (int i = 0; i < 3'000; ++i) chain += "}}}";
  std::string text = graph.dump();
  text.replace(text.find("\"the chain\""), std::string_view("\"the chain\"").size(), chain);
  AnimGraphFile file;
  const Status status = read_anim_graph(to_bytes(text), file);
  EXPECT_TRUE(status.ok()) << status.to_string();
  EXPECT_TRUE(file.problems.empty());
  EXPECT_EQ(file.simulation.particles.size(), 3u);
}

TEST(Hostile, ProblemsAreCountedOnlySoFar) {
  json graph = sample::graph_json();
  json& particles = graph[json::json_pointer(sample::kContainer + "/particles")];
  for (int i = 0; i < 5'000; ++i) particles.push_back(sample::particle("tip_1", 1));
  AnimGraphFile file;
  EXPECT_TRUE(read_anim_graph(to_bytes(graph.dump()), file).ok());
  EXPECT_GE(file.problems.size(), 1'000u);
  EXPECT_LE(file.problems.size(), 1'001u);
}

TEST(Hostile, TooManyParticlesAreOneProblem) {
  json graph = sample::graph_json();
  json& particles = graph[json::json_pointer(sample::kContainer + "/particles")];
  const json particle = particles[0];
  for (int i = 0; i < 70'000; ++i) particles.push_back(particle);
  AnimGraphFile file;
  EXPECT_TRUE(read_anim_graph(to_bytes(graph.dump()), file).ok());
  EXPECT_EQ(file.problems.size(), 1u);
  EXPECT_TRUE(any_says(file.problems, "65,535"));
}

}  // namespace
}  // namespace tassel
