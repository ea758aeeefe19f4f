// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/x3d/node.h"

namespace x3d {

/// Writes the document as X3D 3.0 in XML (ISO/IEC 19775, 19776-1), with the same content and decimals as `to_vrml`.
/// Nodes of types that VRML97 does not have are instances of prototypes. Fields with another name in X3D are renamed:
/// `choice` of Switch and `level` of LOD to `children`, `collide` of Collision to `enabled`. An SFNode that is NULL,
/// which is the default of every node, is omitted. There is no document type, so that no program tries to load one.
///
/// Throws `std::logic_error` if a USE has no DEF before it.
std::string to_x3d(const Document& document);

}  // namespace x3d
