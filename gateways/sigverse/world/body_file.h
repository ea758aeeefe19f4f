// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/world/body_tree.h"
#include "gateways/sigverse/world/xml_file.h"

namespace sigverse {

/// Parses a body file: an articulated body in XML, with `define-param` names, nested `joint` elements, and a `segment`
/// for each, whose `shape` elements may be in `transform` elements. Numbers may be expressions (expression.h) of the
/// parameters that were defined before. Lengths are cm.
///
/// A segment with one shape has that shape; one with several has their bounding box. A joint is fixed if its type is
/// missing.
///
/// Unknown elements and attributes have no effect, with a warning for the first of each kind. Throws `WorldFileError`
/// with file and line for all other mistakes, including joints and transforms that nest more than 256 deep.
BodyTree read_body_file(const XmlFile& file);

}  // namespace sigverse
