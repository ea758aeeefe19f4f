// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace x3d {

/// The field types of VRML97. SF… holds one value, MF… any number of them.
enum class FieldType : std::uint8_t {
  SFBool,
  SFColor,
  SFFloat,
  SFImage,
  SFInt32,
  SFNode,
  SFRotation,
  SFString,
  SFTime,
  SFVec2f,
  SFVec3f,
  MFColor,
  MFFloat,
  MFInt32,
  MFNode,
  MFRotation,
  MFString,
  MFTime,
  MFVec2f,
  MFVec3f,
};

/// "SFBool".
std::string_view to_string(FieldType type);
/// Nothing if there is none of that name.
std::optional<FieldType> field_type_of(std::string_view name);

/// What values of a type are made of. `SFImage` is whole numbers: width, height, components, then a number per pixel.
enum class Element : std::uint8_t { boolean, real, integer, time, string, node };
Element element_of(FieldType type);
/// How many numbers one value has: 3 of SFColor and MFColor; 1 of what is no vector.
std::size_t components_of(FieldType type);
/// MFVec3f and the like; SFImage is none.
bool is_multiple(FieldType type);

/// How a field of a node type can be used. Only `field` and `exposed_field` have values.
enum class Access : std::uint8_t { event_in, event_out, field, exposed_field };

/// As VRML97 writes it: "eventIn".
std::string_view to_string(Access access);
/// As X3D writes it: "inputOnly".
std::string_view to_x3d(Access access);
std::optional<Access> access_of(std::string_view name);

}  // namespace x3d
