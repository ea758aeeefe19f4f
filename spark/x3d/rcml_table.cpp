// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <deque>
#include <span>

#include "spark/x3d/rcml_nodes.h"

namespace x3d {
namespace {

struct RcmlField {
  FieldType type;
  std::string_view name;
  std::string_view default_value;
};
using enum FieldType;

/// The only exposed field; it holds nodes.
constexpr std::string_view kChildren = "children";

constexpr std::array kRobot{RcmlField{SFString, "name", "\"\""}, RcmlField{MFNode, kChildren, "[]"}};
constexpr std::array kSystem{RcmlField{SFString, "language", "\"RCML/1.0\""}, RcmlField{SFString, "os", "\"\""},
                             RcmlField{SFString, "serversoft", "\"\""}, RcmlField{MFString, "url", "[]"}};
constexpr std::array kVideo{RcmlField{SFString, "name", "\"\""},
                            RcmlField{SFInt32, "width", "320"},
                            RcmlField{SFInt32, "height", "240"},
                            RcmlField{SFFloat, "frameRate", "15"},
                            RcmlField{SFFloat, "fieldOfView", "0.785398"},
                            RcmlField{SFString, "encoding", "\"image/jpeg\""},
                            RcmlField{MFString, "url", "[]"}};
constexpr std::array kAudio{RcmlField{SFString, "name", "\"\""}, RcmlField{SFInt32, "sampleRate", "16000"},
                            RcmlField{SFInt32, "channels", "1"}, RcmlField{SFString, "encoding", "\"audio/wav\""},
                            RcmlField{MFString, "url", "[]"}};
constexpr std::array kText{RcmlField{SFString, "name", "\"\""}, RcmlField{SFInt32, "maxLength", "65535"},
                           RcmlField{SFString, "encoding", "\"UTF-8\""}, RcmlField{SFBool, "timeStamp", "TRUE"}};
constexpr std::array kBinary{RcmlField{SFString, "name", "\"\""}, RcmlField{SFInt32, "bits", "1"},
                             RcmlField{SFBool, "timeStamp", "TRUE"}, RcmlField{SFBool, "trigger", "FALSE"},
                             RcmlField{MFString, "nodeName", "[]"}};
constexpr std::array kControl{RcmlField{SFString, "byteOrder", "\"BIG_ENDIAN\""}, RcmlField{MFNode, kChildren, "[]"}};
constexpr std::array kControlData{RcmlField{SFString, "name", "\"\""},        RcmlField{SFInt32, "parameters", "0"},
                                  RcmlField{MFString, "parameterName", "[]"}, RcmlField{MFString, "dataType", "[]"},
                                  RcmlField{MFString, "unit", "[]"},          RcmlField{MFFloat, "minValue", "[]"},
                                  RcmlField{MFFloat, "maxValue", "[]"},       RcmlField{MFFloat, "neutralValue", "[]"},
                                  RcmlField{SFBool, "timeStamp", "TRUE"},     RcmlField{SFBool, "dataMask", "TRUE"},
                                  RcmlField{SFBool, "trigger", "FALSE"},      RcmlField{SFFloat, "rate", "100"},
                                  RcmlField{SFString, "standard", "\"\""},    RcmlField{MFString, "translator", "[]"}};

/// Outputs have the same fields as inputs, and the client has those of the server.
struct RcmlType {
  std::string_view name;
  std::span<const RcmlField> rows;
};
const std::array<RcmlType, 15> kRcmlTypes{{
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

std::vector<FieldRow> rows_of(const RcmlType& type) {
  std::vector<FieldRow> rows;
  for (const RcmlField& row : type.rows)
    rows.push_back({row.name == kChildren ? Access::exposed_field : Access::field, row.type, std::string(row.name),
                    std::string(row.default_value)});
  return rows;
}

}  // namespace

std::vector<const NodeType*> rcml_types() {
  static const std::deque<NodeType> made = [] {
    std::deque<NodeType> types;
    for (const RcmlType& type : kRcmlTypes) types.emplace_back(std::string(type.name), rows_of(type));
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
