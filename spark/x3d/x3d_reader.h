// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "spark/x3d/limits.h"
#include "spark/x3d/node.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/warnings.h"

namespace x3d {

/// Reads X3D in XML (ISO/IEC 19776-1) from an untrusted source into the same `Document` that `read_vrml` makes of the
/// same scene: fields have their names of VRML97 (`choice` of a Switch, which X3D calls `children`), and a node stands
/// in the field that its containerField names, or in the usual one. Comments, the head of the file and what is in no
/// scene are dropped; prototypes are not expanded, and files that the text names are not loaded. Reading takes linear
/// time.
///
/// Octets that are no UTF-8 are taken, whatever encoding the file declares: in names and strings each becomes U+FFFD.
/// UTF-16 is refused. No entity but the five of XML is expanded: a text that defines some is refused, and so is one
/// that exceeds a limit.
///
/// Taken with a warning: nodes and fields that neither VRML97 nor RCML nor humanoids (humanoid_nodes.h) have, which are
/// skipped with everything in them; a number that is written as NaN or infinite, which is read as NaN.
///
/// Throws `ReadError` for the first fault; `file` is the name that its message and the warnings begin with.
Document read_x3d(std::string_view text, std::string_view file, const Limits& limits, Warnings& warnings);

/// Reads text in any of the encodings, which its first characters tell apart: X3D in XML, VRML97, or X3D in the classic
/// notation (`#X3D V3.0 utf8`), which is that of VRML97 with X3D's words. Takes all of them as `read_x3d` does: what is
/// not known is skipped with a warning, octets that are no UTF-8 are replaced.
///
/// Throws `ReadError`.
Document read_document(std::string_view text, std::string_view file, const Limits& limits, Warnings& warnings);

}  // namespace x3d
