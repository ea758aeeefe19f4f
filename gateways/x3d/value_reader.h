// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "gateways/x3d/node.h"

namespace x3d {

/// Reads one value in the notation of VRML97: "[ 1 2 3 ]", "TRUE". Throws `ReadError` if it is none of that type.
Value read_value(FieldType type, std::string_view text);

}  // namespace x3d
