// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "gateways/x3d/node.h"

namespace x3d {

/// Appends a value that is no node in the notation of VRML97; further lines of a long one begin behind `indent` blanks
/// and two more.
void append_vrml(std::string& out, const Value& value, std::size_t indent);

}  // namespace x3d
