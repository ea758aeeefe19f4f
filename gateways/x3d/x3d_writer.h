// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/x3d/node.h"

namespace x3d {

/// The document as X3D 3.0 in XML (ISO/IEC 19775, 19776-1): all that `to_vrml` writes, numbers in the same decimals.
/// Nodes of types that VRML97 does not have are instances of prototypes. What X3D calls otherwise is renamed: `choice`
/// of Switch and `level` of LOD to `children`, `collide` of Collision to `enabled`. An SFNode that is NULL, which is
/// the default of every node, is left out. There is no document type, so that nobody loads one.
///
/// Throws `std::logic_error` if a USE has no DEF before it.
std::string to_x3d(const Document& document);

}  // namespace x3d
