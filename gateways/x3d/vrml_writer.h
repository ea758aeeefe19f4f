// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "gateways/x3d/node.h"

namespace x3d {

/// The first line of every VRML97 file, without its end.
constexpr std::string_view kVrmlHeader = "#VRML V2.0 utf8";

/// The document as VRML97 text. Reals are the shortest decimals that give the same 32-bit float back (times: 64-bit),
/// whatever the locale; what is not finite becomes 0. Characters that the other encoding could not have (utf8.h) become
/// U+FFFD. Throws `std::logic_error` if a USE has no DEF before it: no reader would take that.
std::string to_vrml(const Document& document);

}  // namespace x3d
