// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/world/body_tree.h"
#include "gateways/sigverse/world/xml_file.h"

namespace sigverse {

/// Reads a body file: an articulated body in XML, with `define-param` names, `joint` elements in `joint` elements, and
/// a `segment` for each, whose `shape` elements may stand in `transform` elements. Numbers may be expressions
/// (expression.h) of the parameters that were defined before. Lengths are cm.
///
/// A segment with one shape has that shape; one with several has the box around all of them. A joint is fixed if its
/// type is missing.
///
/// Elements and attributes that are not known have no effect, with a warning for the first of each kind. Throws
/// `WorldFileError` with file and line for everything else that is wrong, among it joints and transforms that nest more
/// than 256 deep.
BodyTree read_body_file(const XmlFile& file);

}  // namespace sigverse
