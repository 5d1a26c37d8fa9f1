// What a file holds is judged by its bytes, whatever it is called.

#include <gtest/gtest.h>

#include <string>

#include "formats/redengine/sample_dangle.h"
#include "formats/redengine/sentences.h"
#include "tassel/redengine.h"
#include "test_files.h"

namespace tassel {
namespace {

RedFileKind kind_of(std::string_view bytes) { return recognise(to_bytes(bytes)); }

TEST(Recognise, KnowsRigsAndGraphsInBothForms) {
  EXPECT_EQ(kind_of(sample::rig_file()), RedFileKind::kRig);
  EXPECT_EQ(kind_of(sample::graph_file()), RedFileKind::kAnimGraph);
  EXPECT_EQ(kind_of(sample::rig_json().dump()), RedFileKind::kRig);
  EXPECT_EQ(kind_of("\xEF\xBB\xBF" + sample::graph_json().dump(2)), RedFileKind::kAnimGraph);
}

TEST(Recognise, KnowsASpec) {
  EXPECT_EQ(kind_of(R"({"joints": [], "reference": [], "simulation": {}})"),
            RedFileKind::kDyngSpec);
  EXPECT_EQ(kind_of(R"({"simulation": {"joints": 1}, "notes": [], "reference": [], "joints": []})"),
            RedFileKind::kDyngSpec);
  EXPECT_EQ(kind_of(R"({"simulation": {"joints": 1, "reference": 2}})"), RedFileKind::kUnknown);
}

TEST(Recognise, KnowsOlderJsonSoThatTheReaderCanSayWhatToDo) {
  EXPECT_EQ(kind_of(R"({"Data": {"RootChunk": {"Type": "animRig", "Properties": {}}}})"),
            RedFileKind::kRig);
}

TEST(Recognise, KnowsAFileThatEndsEarly) {
  const std::string rig = sample::rig_json().dump();
  EXPECT_EQ(kind_of(rig.substr(0, rig.size() - 1)), RedFileKind::kRig);
}

TEST(Recognise, NothingElse) {
  for (const char* text : {"", "{}", "[]", "CR2W", "glTF", "{\"Data\": {\"RootChunk\": 1}}",
                           "{\"$type\": \"animRig\"}", "\"animRig\""}) {
    EXPECT_EQ(kind_of(text), RedFileKind::kUnknown) << text;
  }
  EXPECT_EQ(kind_of(std::string(10'000'000, '[')), RedFileKind::kUnknown);
}

struct Other {
  const char* file;
  const char* is;  ///< What the readers must call it.
};

constexpr Other kOtherFiles[] = {
    {"redengine/other/cube.mesh", "'CMesh'"},
    {"redengine/other/cyberware_curves.curveset", "'CurveSet'"},
    {"redengine/other/empty_entity.ent", "'entEntityTemplate'"},
    {"redengine/other/en-us.json", "'JsonResource'"},  // A binary called .json.
    {"redengine/other/holo_always_base.mt", "'CMaterialTemplate'"},
    {"redengine/other/knife_projectile.ent", "'entEntityTemplate'"},
    {"redengine/other/rayfield_excalibur__basic_dav.app", "'appearanceAppearanceResource'"},
    {"redengine/other/workspot_anim.ent", "'entEntityTemplate'"},
    {"redengine/hair/hh_666_pwa__hairs_143.app", "'appearanceAppearanceResource'"},
    {"redengine/pairs/let_there_be_flight.en-us.json", "'JsonResource'"},
    {"redengine/pairs/let_there_be_flight.en-us.json.json", "'JsonResource'"},
    {"redengine/pairs/revised-backpack.json", "'JsonResource'"},
    {"redengine/pairs/revised-backpack.json.json", "'JsonResource'"},
    {"redengine/pairs/vrp_load_overture.ent", "'entEntityTemplate'"},
    {"redengine/pairs/vrp_load_overture.ent.json", "'entEntityTemplate'"},
    {"redengine/components/patch.app.json", "'appearanceAppearanceResource'"},
    {"redengine/components/he_000_pwa__basehead.app.json", "'appearanceAppearanceResource'"},
    {"redengine/components/template_root.ent.json", "'entEntityTemplate'"},
    {"redengine/negative/h1_base_color_patch.mesh.json", "'CMesh'"},
    {"redengine/negative/witcher3_djin_face_v163.xbm", "version 163"},
    {"redengine/negative/factory.csv.json", "line 2, column 11"},  // Its first brace is missing.
    {"redengine/woman_base_full.glb", "neither a CR2W file nor JSON"},
};

TEST(Recognise, TheReadersSayWhatOtherFilesAre) {
  for (const Other& other : kOtherFiles) {
    TASSEL_REQUIRE_SHARED_DATA(other.file);
    SCOPED_TRACE(other.file);
    const std::vector<std::byte> bytes = read_bytes(shared_data(other.file));
    EXPECT_EQ(recognise(bytes), RedFileKind::kUnknown);
    RigFile rig;
    EXPECT_TRUE(says(read_rig(bytes, rig), other.is)) << read_rig(bytes, rig).to_string();
    AnimGraphFile graph;
    EXPECT_TRUE(says(read_anim_graph(bytes, graph), other.is));
  }
}

TEST(Recognise, OldJsonOfARigOrGraphIsSentBackToWolvenKit) {
  for (const char* version : {"0.0.1", "0.0.3"}) {
    for (const char* kind : {"rig", "animgraph"}) {
      const std::string name =
          "redengine/json/fhair47_pt2." + std::string(kind) + ".v" + version + ".json";
      TASSEL_REQUIRE_SHARED_DATA(name);
      const std::vector<std::byte> bytes = read_bytes(shared_data(name));
      RigFile rig;
      AnimGraphFile graph;
      const Status status =
          kind == std::string("rig") ? read_rig(bytes, rig) : read_anim_graph(bytes, graph);
      EXPECT_EQ(status.place(), "/Header/WKitJsonVersion");
      EXPECT_TRUE(says(status, version) && says(status, "8.15")) << status.to_string();
    }
  }
}

}  // namespace
}  // namespace tassel
