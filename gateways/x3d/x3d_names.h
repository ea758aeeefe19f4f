// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace x3d {

/// What X3D calls a field or event of a node type of VRML97.
std::string name_in_x3d(std::string_view type, std::string_view field);

}  // namespace x3d
