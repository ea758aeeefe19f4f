// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace x3d {

/// Whether a name of VRML97 may begin with, or have in it, that octet. Those above 0x7F may be anywhere.
bool begins_name(char c);
bool continues_name(char c);
/// A word of the language, which is no name: "DEF", "NULL" ….
bool is_reserved(std::string_view word);

}  // namespace x3d
