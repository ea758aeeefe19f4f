// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "spark/x3d/node.h"

namespace x3d {

/// The first line of every VRML97 file, without its end.
constexpr std::string_view kVrmlHeader = "#VRML V2.0 utf8";

/// Writes the document as VRML97 text. Reals are the shortest decimals that give the same 32-bit float (64-bit for
/// times), independent of the locale; numbers that are not finite become 0. Characters that X3D does not allow
/// (xml_characters.h) become U+FFFD. Throws `std::logic_error` if a USE has no DEF before it, because no reader would
/// accept that.
std::string to_vrml(const Document& document);

}  // namespace x3d
