// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/field_type.h"

#include <array>

namespace x3d {
namespace {

struct FieldTypeRow {
  std::string_view name;
  Element element;
  std::size_t components;
};
/// In the order of `FieldType`.
constexpr std::array<FieldTypeRow, 20> kFieldTypes{{
    {"SFBool", Element::boolean, 1},  {"SFColor", Element::real, 3},    {"SFFloat", Element::real, 1},
    {"SFImage", Element::integer, 1}, {"SFInt32", Element::integer, 1}, {"SFNode", Element::node, 1},
    {"SFRotation", Element::real, 4}, {"SFString", Element::string, 1}, {"SFTime", Element::time, 1},
    {"SFVec2f", Element::real, 2},    {"SFVec3f", Element::real, 3},    {"MFColor", Element::real, 3},
    {"MFFloat", Element::real, 1},    {"MFInt32", Element::integer, 1}, {"MFNode", Element::node, 1},
    {"MFRotation", Element::real, 4}, {"MFString", Element::string, 1}, {"MFTime", Element::time, 1},
    {"MFVec2f", Element::real, 2},    {"MFVec3f", Element::real, 3},
}};

const FieldTypeRow& row_of(FieldType type) {
  return kFieldTypes.at(static_cast<std::size_t>(type));
}

struct AccessRow {
  std::string_view name;
  std::string_view in_x3d;
};
/// In the order of `Access`.
constexpr std::array<AccessRow, 4> kAccesses{{{"eventIn", "inputOnly"},
                                              {"eventOut", "outputOnly"},
                                              {"field", "initializeOnly"},
                                              {"exposedField", "inputOutput"}}};

}  // namespace

std::string_view to_string(FieldType type) {
  return row_of(type).name;
}

std::optional<FieldType> field_type_of(std::string_view name) {
  for (std::size_t i = 0; i < kFieldTypes.size(); ++i)
    if (kFieldTypes[i].name == name) return static_cast<FieldType>(i);
  return std::nullopt;
}

Element element_of(FieldType type) {
  return row_of(type).element;
}

std::size_t components_of(FieldType type) {
  return row_of(type).components;
}

bool is_multiple(FieldType type) {
  return row_of(type).name.front() == 'M';
}

std::string_view to_string(Access access) {
  return kAccesses.at(static_cast<std::size_t>(access)).name;
}

std::string_view to_x3d(Access access) {
  return kAccesses.at(static_cast<std::size_t>(access)).in_x3d;
}

std::optional<Access> access_of(std::string_view name) {
  for (std::size_t i = 0; i < kAccesses.size(); ++i)
    if (kAccesses[i].name == name || kAccesses[i].in_x3d == name) return static_cast<Access>(i);
  return std::nullopt;
}

}  // namespace x3d
