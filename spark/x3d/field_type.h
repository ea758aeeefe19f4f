// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace x3d {

/// The field types of VRML97. A field of a type SF… has one value, one of a type MF… any number of them.
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

/// The name of the type: "SFBool".
std::string_view to_string(FieldType type);
/// Returns `nullopt` if no type has that name.
std::optional<FieldType> field_type_of(std::string_view name);

/// The elements of a type's values. `SFImage` has whole numbers: width, height, components, then one per pixel.
enum class Element : std::uint8_t { boolean, real, integer, time, string, node };
Element element_of(FieldType type);
/// The number of numbers in one value: 3 for SFColor and MFColor; 1 for a type without vectors.
std::size_t components_of(FieldType type);
/// Whether it is a type MF…; false for SFImage.
bool is_multiple(FieldType type);

/// The ways to access a field. Only `field` and `exposed_field` have values.
enum class Access : std::uint8_t { event_in, event_out, field, exposed_field };

/// The word of VRML97: "eventIn".
std::string_view to_string(Access access);
/// The word of X3D: "inputOnly".
std::string_view to_x3d(Access access);
/// The access with that word of VRML97 or X3D.
std::optional<Access> access_of(std::string_view name);

}  // namespace x3d
