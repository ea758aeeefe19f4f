// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "spark/x3d/limits.h"
#include "spark/x3d/node.h"
#include "spark/x3d/warnings.h"

namespace x3d {

/// What a reader does with nodes and fields that neither VRML97 nor RCML nor humanoids (humanoid_nodes.h) have.
///
/// `skipped` is for files of any origin: with a warning, like USE of such nodes. In names and strings, octets that are
/// no UTF-8 become U+FFFD. X3D's names of fields are taken, whatever the first line says. A number that is written as
/// NaN or infinite is read as NaN, with a warning.
enum class Unknown { refused, skipped };

/// Reads VRML97 text (ISO/IEC 14772-1) from an untrusted source: it may hold any bytes, and reading takes linear time.
/// Comments are dropped, and everything else is kept as it is written; prototypes are not expanded, and files that the
/// text names are not loaded.
///
/// Below the first line there may be statements of X3D (PROFILE …), which are dropped. X3D in the classic notation,
/// which has `#X3D V3.0 utf8` in the first line, is read like VRML97: X3D's words for the access to fields and its
/// names of fields (name_in_vrml) are known.
///
/// RCML files are read, too: its node types need no PROTO; other nodes may stand without a field name between the
/// fields of such a node, and become its `children` in the order of the text; `Rcm1_…` is read as `RCML_…`.
///
/// A field that a node has twice is taken with a warning: the last one counts, and names of nodes in the others are not
/// known any more.
///
/// Throws `ReadError` for the first fault; `file` is the name that its message and the warnings begin with.
Document read_vrml(std::string_view text, std::string_view file, const Limits& limits, Warnings& warnings,
                   Unknown unknown = Unknown::skipped);
/// Refuses what is not known, and drops the warnings.
Document read_vrml(std::string_view text, std::string_view file, const Limits& limits = {});

/// Reads one value in the notation of VRML97: "[ 1 2 3 ]", "TRUE". Throws `ReadError` if it is no value of that type.
Value read_value(FieldType type, std::string_view text);

}  // namespace x3d
