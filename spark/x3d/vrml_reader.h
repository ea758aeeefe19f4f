// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "spark/x3d/limits.h"
#include "spark/x3d/node.h"
#include "spark/x3d/warnings.h"

namespace x3d {

/// What a reader does with nodes and fields that are not in VRML97, RCML or humanoids (humanoid_nodes.h).
///
/// `skipped` is for files of any origin: they are skipped with a warning, like USE of such nodes. In names and strings,
/// invalid UTF-8 becomes U+FFFD. X3D's names of fields are accepted, regardless of the first line. A number that is
/// written as NaN or infinite is read as NaN, with a warning.
enum class Unknown { refused, skipped };

/// Reads VRML97 text (ISO/IEC 14772-1) from an untrusted source: it may contain any bytes, and reading takes linear
/// time. Comments are dropped, and everything else is kept as written; prototypes are not expanded, and files that the
/// text names are not loaded.
///
/// Statements of X3D after the first line (PROFILE …) are accepted and dropped. X3D in the classic notation, which has
/// `#X3D V3.0 utf8` in the first line, is read like VRML97: X3D's words for the access to fields and its names of
/// fields (name_in_vrml) are known.
///
/// RCML files are also accepted: their node types need no PROTO; other nodes may be without a field name between the
/// fields of such a node, and become its `children` in the order of the text; `Rcm1_…` is read as `RCML_…`.
///
/// A duplicate field of a node is accepted with a warning: the last one counts, and names of nodes in the others are no
/// longer known.
///
/// Throws `ReadError` for the first fault; `file` is the name at the beginning of its message and of the warnings.
Document read_vrml(std::string_view text, std::string_view file, const Limits& limits, Warnings& warnings,
                   Unknown unknown = Unknown::skipped);
/// Refuses unknown nodes and fields, and drops the warnings.
Document read_vrml(std::string_view text, std::string_view file, const Limits& limits = {});

/// Reads one value in the notation of VRML97: "[ 1 2 3 ]", "TRUE". Throws `ReadError` if it is not of that type.
Value read_value(FieldType type, std::string_view text);

}  // namespace x3d
