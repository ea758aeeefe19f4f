// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "server/reference/reference.h"

namespace server {

/// "-100 to 100", "at least 0", "0 to 50, at rest 10" for a level whose rest value is not 0; empty if there is no
/// bound.
std::string range_text(const spark::Range& range, bool is_level);

/// "(drive x y z)", "(say text)"; named parameters are in square brackets: "[(level N)]", as is a list of any number of
/// arguments: "[arguments …]".
std::string action_form(const Reference::Effector& effector);

/// "setRadius(radius (m))", followed by its result: "getRadius() → real".
std::string method_form(const Reference::Method& method);

}  // namespace server
