#pragma once
// A made-up strand, as CR2W and as WolvenKit JSON: three joints on a head, one link and one cone
// each, an ellipsoid at the tip and a capsule. Tests bend it and look at what is said.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "formats/redengine/cr2w_writer.h"

namespace tassel::sample {

using nlohmann::json;

inline const std::vector<std::string> kBones = {"Root", "Head", "tip_1", "tip_2", "tip_3"};
inline constexpr float kStep = 0.1F;  ///< Every bone's offset from its parent, along X.

// ---------------------------------------------------------------------------------------------
// CR2W

inline std::string packed_transform(const std::vector<float>& twelve) {
  std::string result;
  for (const float number : twelve) result += Cr2wWriter::f32(number);
  return result;
}

struct RigParts {
  std::vector<std::string> names = kBones;
  std::vector<int> parents = {-1, 0, 1, 2, 3};
  std::vector<std::vector<float>> transforms =
      std::vector<std::vector<float>>(5, {kStep, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1});
  int base_joints = 2;
  std::vector<std::string> more_properties;  ///< Written with the same writer.
};

inline std::string rig_file(Cr2wWriter& writer, const RigParts& parts) {
  std::vector<std::string> properties = {
      writer.property("cookingPlatform", "ECookingPlatform", writer.name("PLATFORM_PC")),
      writer.property("boneNames", "array:CName", writer.names(parts.names)),
      writer.property("levelOfDetailStartIndices", "array:Int16",
                      Cr2wWriter::array({Cr2wWriter::u16(parts.base_joints)}))};
  for (const std::string& property : parts.more_properties) properties.push_back(property);
  std::string content = Cr2wWriter::structure(properties);
  for (const int parent : parts.parents) content += Cr2wWriter::u16(parent & 0xFFFF);
  for (const auto& transform : parts.transforms) content += packed_transform(transform);
  writer.add_object("animRig", content);
  return writer.file();
}

inline std::string rig_file(const RigParts& parts = {}) {
  Cr2wWriter writer;
  return rig_file(writer, parts);
}

inline std::string graph_file() {
  Cr2wWriter w;
  const auto constraint_number = [&](const char* field, float value) {
    return w.property(field, "Float", Cr2wWriter::f32(value));
  };
  const auto particle = [&](const char* bone, bool is_free) {
    return Cr2wWriter::structure({constraint_number("mass", 0.4F),
                                  w.property("isFree", "Bool", Cr2wWriter::boolean(is_free)),
                                  w.bone("bone", bone)});
  };
  const auto transform = [&](const char* field) {
    return w.property(
        field, "QsTransform",
        Cr2wWriter::structure(
            {w.property("Translation", "Vector4", w.floats("XYZW", {0.25F, 0, 0, 1})),
             w.property("Rotation", "Quaternion", w.floats("ijkr", {0.6F, 0, 0, 0.8F})),
             w.property("Scale", "Vector4", w.floats("XYZW", {1, 1, 1, 1}))}));
  };
  w.add_object("animAnimGraph",
               Cr2wWriter::structure(
                   {w.property("rootNode", "handle:animAnimNode_Root", Cr2wWriter::handle(1))}));
  w.add_object("animAnimNode_Root",
               Cr2wWriter::structure({w.property(
                   "nodes", "array:handle:animAnimNode_Base",
                   Cr2wWriter::array({Cr2wWriter::handle(2), Cr2wWriter::handle(13)}))}));
  w.add_object("animAnimNode_Output", Cr2wWriter::structure({w.link("node", "animPoseLink", 3)}));
  const auto pose_node = [&](const char* class_name, int input) {
    w.add_object(class_name, Cr2wWriter::structure({w.link("inputLink", "animPoseLink", input)}));
  };
  pose_node("animAnimNode_PoseMsToLs", 4);
  w.add_object("animAnimNode_Dangle",
               Cr2wWriter::structure(
                   {w.link("inputLink", "animPoseLink", 5),
                    w.property("dangleConstraint", "handle:animDangleConstraint_Simulation",
                               Cr2wWriter::handle(8))}));
  pose_node("animAnimNode_PoseLsToMs", 6);
  pose_node("animAnimNode_SharedMetaPose", 7);
  w.add_object("animAnimNode_ReferencePoseTerminator", Cr2wWriter::structure({}));
  w.add_object(
      "animDangleConstraint_SimulationDyng",
      Cr2wWriter::structure(
          {w.property("collisionRoundedShapes", "array:animCollisionRoundedShape",
                      Cr2wWriter::array(
                          {Cr2wWriter::structure({w.bone("bone", "Head"), transform("transformLS"),
                                                  constraint_number("roundedCornerRadius", 0.06F),
                                                  constraint_number("zBoxExtent", 0.09F)})})),
           w.property(
               "particlesContainer", "animDyngParticlesContainer",
               Cr2wWriter::structure(
                   {w.link("externalForceWsLink", "animVectorLink", 13),
                    w.property("particles", "array:animDyngParticle",
                               Cr2wWriter::array({particle("tip_1", false), particle("tip_2", true),
                                                  particle("tip_3", true)}))})),
           w.property("dyngConstraint", "handle:animIDyngConstraint", Cr2wWriter::handle(9))}));
  w.add_object("animDyngConstraintMulti",
               Cr2wWriter::structure(
                   {w.property("innerConstraints", "array:handle:animIDyngConstraint",
                               Cr2wWriter::array({Cr2wWriter::handle(10), Cr2wWriter::handle(11),
                                                  Cr2wWriter::handle(12)}))}));
  w.add_object("animDyngConstraintLink",
               Cr2wWriter::structure(
                   {w.bone("bone1", "tip_2"), w.bone("bone2", "tip_1"),
                    w.property("linkType", "animDyngConstraintLinkType", w.name("Closer"))}));
  w.add_object("animDyngConstraintCone",
               Cr2wWriter::structure(
                   {w.bone("constrainedBone", "tip_2"), w.bone("coneAttachmentBone", "tip_1"),
                    transform("coneTransformLS"),
                    w.property("constraintType", "animPendulumConstraintType", w.name("HalfCone")),
                    constraint_number("halfOfMaxApertureAngle", 10)}));
  w.add_object("animDyngConstraintEllipsoid",
               Cr2wWriter::structure(
                   {w.bone("bone", "tip_3"), constraint_number("constraintRadius", 0.05F)}));
  w.add_object(
      "animAnimNode_VectorInput",
      Cr2wWriter::structure({w.property("group", "CName", w.name("DangleExternalInput")),
                             w.property("name", "CName", w.name("fictitiousAccelerationWs"))}));
  return w.file();
}

// ---------------------------------------------------------------------------------------------
// WolvenKit JSON

inline json cname(const std::string& text) {
  return {{"$type", "CName"}, {"$storage", "string"}, {"$value", text}};
}

inline json bone(const std::string& joint) {
  return {{"$type", "animTransformIndex"}, {"name", cname(joint)}};
}

inline json transform(const std::vector<double>& t) {
  return {
      {"$type", "QsTransform"},
      {"Translation", {{"$type", "Vector4"}, {"W", 1}, {"X", t[0]}, {"Y", t[1]}, {"Z", t[2]}}},
      {"Rotation", {{"$type", "Quaternion"}, {"i", t[3]}, {"j", t[4]}, {"k", t[5]}, {"r", t[6]}}},
      {"Scale", {{"$type", "Vector4"}, {"W", 1}, {"X", 1}, {"Y", 1}, {"Z", 1}}}};
}

inline json file_json(const json& root_chunk) {
  return {{"Header", {{"WKitJsonVersion", "0.0.9"}, {"DataType", "CR2W"}}},
          {"Data", {{"Version", 195}, {"RootChunk", root_chunk}}}};
}

inline json rig_json() {
  json rig = {{"$type", "animRig"},
              {"boneNames", json::array()},
              {"boneParentIndexes", {-1, 0, 1, 2, 3}},
              {"boneTransforms", json::array()},
              {"levelOfDetailStartIndices", json::array({2})},
              {"referencePoseMS", json::array()}};
  for (const std::string& name : kBones) {
    rig["boneNames"].push_back(cname(name));
    rig["boneTransforms"].push_back(transform({kStep, 0, 0, 0, 0, 0, 1}));
  }
  return file_json(rig);
}

inline json object(const char* id, json data) {
  return {{"HandleId", id}, {"Data", std::move(data)}};
}

inline json pose_node(const std::string& class_name, const json& input) {
  return {{"$type", "animAnimNode_" + class_name},
          {"inputLink", {{"$type", "animPoseLink"}, {"node", input}}}};
}

inline json particle(const std::string& joint, int is_free) {
  return {{"$type", "animDyngParticle"},
          {"bone", bone(joint)},
          {"isFree", is_free},
          {"mass", 0.400000006}};
}

/// The same dangle as graph_file(): shared handles nested as WolvenKit nests them.
inline json graph_json() {
  const json link = {{"$type", "animDyngConstraintLink"},
                     {"bone1", bone("tip_2")},
                     {"bone2", bone("tip_1")},
                     {"linkType", "Closer"}};
  const json cone = {{"$type", "animDyngConstraintCone"},
                     {"constrainedBone", bone("tip_2")},
                     {"coneAttachmentBone", bone("tip_1")},
                     {"coneTransformLS", transform({0.25, 0, 0, 0.600000024, 0, 0, 0.800000012})},
                     {"constraintType", "HalfCone"},
                     {"halfOfMaxApertureAngle", 10}};
  const json ellipsoid = {{"$type", "animDyngConstraintEllipsoid"},
                          {"bone", bone("tip_3")},
                          {"constraintRadius", 0.0500000007}};
  const json shape = {{"$type", "animCollisionRoundedShape"},
                      {"bone", bone("Head")},
                      {"transformLS", transform({0.25, 0, 0, 0.600000024, 0, 0, 0.800000012})},
                      {"roundedCornerRadius", 0.0599999987},
                      {"zBoxExtent", 0.0900000036}};
  const json simulation = {
      {"$type", "animDangleConstraint_SimulationDyng"},
      {"collisionRoundedShapes", json::array({shape})},
      {"particlesContainer",
       {{"$type", "animDyngParticlesContainer"},
        {"gravityWS", 9.81000042},
        {"externalForceWsLink", {{"$type", "animVectorLink"}, {"node", {{"HandleRefId", "13"}}}}},
        {"particles", {particle("tip_1", 0), particle("tip_2", 1), particle("tip_3", 1)}}}},
      {"dyngConstraint",
       object("9", {{"$type", "animDyngConstraintMulti"},
                    {"innerConstraints",
                     {object("10", link), object("11", cone), object("12", ellipsoid)}}})},
      {"substepTime", 0.00999999978}};
  const json terminator = json::object({{"$type", "animAnimNode_ReferencePoseTerminator"}});
  const json meta_pose = pose_node("SharedMetaPose", object("7", terminator));
  const json ls_to_ms = pose_node("PoseLsToMs", object("6", meta_pose));
  json dangle = pose_node("Dangle", object("5", ls_to_ms));
  dangle["dangleConstraint"] = object("8", simulation);
  const json output = {{"$type", "animAnimNode_Output"},
                       {"node",
                        {{"$type", "animPoseLink"},
                         {"node", object("3", pose_node("PoseMsToLs", object("4", dangle)))}}}};
  const json input = {{"$type", "animAnimNode_VectorInput"},
                      {"group", cname("DangleExternalInput")},
                      {"name", cname("fictitiousAccelerationWs")}};
  const json root = {{"$type", "animAnimNode_Root"},
                     {"nodes", {object("2", output), object("13", input)}}};
  return file_json({{"$type", "animAnimGraph"},
                    {"nodesToInit", json::array({object("1", root)})},
                    {"rootNode", {{"HandleRefId", "1"}}}});
}

// Where the JSON graph's parts stand.
inline const std::string kNodes = "/Data/RootChunk/nodesToInit/0/Data/nodes";
inline const std::string kOutput = kNodes + "/0/Data";
inline const std::string kMsToLs = kOutput + "/node/node/Data";
inline const std::string kDangle = kMsToLs + "/inputLink/node/Data";
inline const std::string kLsToMs = kDangle + "/inputLink/node/Data";
inline const std::string kMetaPose = kLsToMs + "/inputLink/node/Data";
inline const std::string kSimulation = kDangle + "/dangleConstraint/Data";
inline const std::string kContainer = kSimulation + "/particlesContainer";
inline const std::string kInner = kSimulation + "/dyngConstraint/Data/innerConstraints";
inline const std::string kShape = kSimulation + "/collisionRoundedShapes/0";

}  // namespace tassel::sample
