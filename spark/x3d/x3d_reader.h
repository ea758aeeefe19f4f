// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "spark/x3d/limits.h"
#include "spark/x3d/node.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/warnings.h"

namespace x3d {

/// Reads X3D in XML (ISO/IEC 19776-1) from an untrusted source into the same `Document` that `read_vrml` makes from the
/// same scene: fields have their names of VRML97 (`choice` of a Switch, which X3D calls `children`), and a node belongs
/// to the field that its containerField names, or to the default one. Comments, the head of the file and everything
/// outside of a scene are dropped; prototypes are not expanded, and files that the text names are not loaded. Reading
/// takes linear time.
///
/// Invalid UTF-8 is accepted, regardless of the encoding that the file declares: in names and strings each octet
/// becomes U+FFFD. UTF-16 is refused. Only the five entities of XML are expanded: a text that defines others is
/// refused, and so is one that exceeds a limit.
///
/// Accepted with a warning: nodes and fields that are not in VRML97, RCML or humanoids (humanoid_nodes.h), which are
/// skipped with their content; a number that is written as NaN or infinite, which is read as NaN.
///
/// Throws `ReadError` for the first fault; `file` is the name at the beginning of its message and of the warnings.
Document read_x3d(std::string_view text, std::string_view file, const Limits& limits, Warnings& warnings);

/// Reads text in any of the encodings, which are distinguished by the first characters: X3D in XML, VRML97, or X3D in
/// the classic notation (`#X3D V3.0 utf8`), which is that of VRML97 with X3D's words. Treats all of them like
/// `read_x3d`: unknown parts are skipped with a warning, invalid UTF-8 is replaced.
///
/// Throws `ReadError`.
Document read_document(std::string_view text, std::string_view file, const Limits& limits, Warnings& warnings);

}  // namespace x3d
