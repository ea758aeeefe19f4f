// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace x3d {

/// Whether that octet may be the first of a name of VRML97, or a later one. Those above 0x7F are allowed in both.
bool begins_name(char c);
bool continues_name(char c);
/// Whether a word is a keyword, which cannot be a name: "DEF", "NULL" ….
bool is_reserved(std::string_view word);
/// Whether X3D has a field with that name that VRML97 lacks, and that changes neither a shape nor its pose. Readers
/// skip such a field without a warning: exporters write `solid` and `centerOfRotation` everywhere.
bool is_ignorable_field(std::string_view name);

}  // namespace x3d
