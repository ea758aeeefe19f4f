// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <deque>
#include <span>

#include "gateways/x3d/rcml_nodes.h"

namespace x3d {
namespace {

struct Row {
  FieldType type;
  std::string_view name;
  std::string_view usual;
};
using enum FieldType;

/// The one field that is exposed: what is in it are nodes.
constexpr std::string_view kChildren = "children";

constexpr std::array kRobot{Row{SFString, "name", "\"\""}, Row{MFNode, kChildren, "[]"}};
constexpr std::array kSystem{Row{SFString, "language", "\"RCML/1.0\""}, Row{SFString, "os", "\"\""},
                             Row{SFString, "serversoft", "\"\""}, Row{MFString, "url", "[]"}};
constexpr std::array kVideo{Row{SFString, "name", "\"\""},
                            Row{SFInt32, "width", "320"},
                            Row{SFInt32, "height", "240"},
                            Row{SFFloat, "frameRate", "15"},
                            Row{SFFloat, "fieldOfView", "0.785398"},
                            Row{SFString, "encoding", "\"image/jpeg\""},
                            Row{MFString, "url", "[]"}};
constexpr std::array kAudio{Row{SFString, "name", "\"\""}, Row{SFInt32, "sampleRate", "16000"},
                            Row{SFInt32, "channels", "1"}, Row{SFString, "encoding", "\"audio/wav\""},
                            Row{MFString, "url", "[]"}};
constexpr std::array kText{Row{SFString, "name", "\"\""}, Row{SFInt32, "maxLength", "65535"},
                           Row{SFString, "encoding", "\"UTF-8\""}, Row{SFBool, "timeStamp", "TRUE"}};
constexpr std::array kBinary{Row{SFString, "name", "\"\""}, Row{SFInt32, "bits", "1"}, Row{SFBool, "timeStamp", "TRUE"},
                             Row{SFBool, "trigger", "FALSE"}, Row{MFString, "nodeName", "[]"}};
constexpr std::array kControl{Row{SFString, "byteOrder", "\"BIG_ENDIAN\""}, Row{MFNode, kChildren, "[]"}};
constexpr std::array kControlData{
    Row{SFString, "name", "\"\""},     Row{SFInt32, "parameters", "0"},    Row{MFString, "parameterName", "[]"},
    Row{MFString, "dataType", "[]"},   Row{MFString, "unit", "[]"},        Row{MFFloat, "minValue", "[]"},
    Row{MFFloat, "maxValue", "[]"},    Row{MFFloat, "neutralValue", "[]"}, Row{SFBool, "timeStamp", "TRUE"},
    Row{SFBool, "dataMask", "TRUE"},   Row{SFBool, "trigger", "FALSE"},    Row{SFFloat, "rate", "100"},
    Row{SFString, "standard", "\"\""}, Row{MFString, "translator", "[]"}};

/// Outputs have the fields of inputs, the client those of the server.
struct TypeRow {
  std::string_view name;
  std::span<const Row> rows;
};
const std::array<TypeRow, 15> kTypes{{
    {"RCML_Robot", kRobot},
    {"RCML_Server", kSystem},
    {"RCML_Client", kSystem},
    {"RCML_VideoInput", kVideo},
    {"RCML_AudioInput", kAudio},
    {"RCML_ControlInput", kControl},
    {"RCML_TextInput", kText},
    {"RCML_BinaryInput", kBinary},
    {"RCML_VideoOutput", kVideo},
    {"RCML_AudioOutput", kAudio},
    {"RCML_ControlOutput", kControl},
    {"RCML_TextOutput", kText},
    {"RCML_BinaryOutput", kBinary},
    {"RCML_ControlInputData", kControlData},
    {"RCML_ControlOutputData", kControlData},
}};

std::vector<FieldRow> rows_of(const TypeRow& type) {
  std::vector<FieldRow> rows;
  for (const Row& row : type.rows)
    rows.push_back({row.name == kChildren ? Access::exposed_field : Access::field, row.type, std::string(row.name),
                    std::string(row.usual)});
  return rows;
}

}  // namespace

std::vector<const NodeType*> rcml_types() {
  static const std::deque<NodeType> made = [] {
    std::deque<NodeType> types;
    for (const TypeRow& type : kTypes) types.emplace_back(std::string(type.name), rows_of(type));
    return types;
  }();
  std::vector<const NodeType*> all;
  all.reserve(made.size());
  for (const NodeType& type : made) all.push_back(&type);
  return all;
}

const NodeType* find_rcml_type(std::string_view name) {
  static const std::unordered_map<std::string_view, const NodeType*> by_name = [] {
    std::unordered_map<std::string_view, const NodeType*> made;
    for (const NodeType* type : rcml_types()) made.emplace(type->name(), type);
    return made;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

std::string_view rcml_spelling(std::string_view name) {
  constexpr std::string_view kPrefix = "RCML_";
  if (!name.starts_with("Rcm1_") && !name.starts_with("Rcml_")) return name;
  for (const NodeType* type : rcml_types())
    if (std::string_view(type->name()).substr(kPrefix.size()) == name.substr(kPrefix.size())) return type->name();
  return name;
}

}  // namespace x3d
