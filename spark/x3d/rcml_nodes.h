// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spark/x3d/node.h"
#include "spark/x3d/node_type.h"

namespace x3d {

/// The version of the node types below. A change of their fields would need another version.
constexpr std::string_view kRcmlLanguage = "RCML/1.0";

/// The fifteen node types of RCML, with which a file describes the controls and sensors of a robot, by levels: robot,
/// server and client, inputs, outputs, data of control inputs and outputs. Prototypes in files, the reader and defaults
/// share one table.
std::vector<const NodeType*> rcml_types();
/// Returns null if no node type of RCML has that name.
const NodeType* find_rcml_type(std::string_view name);
/// The spelling in the table: "RCML_Server" also for "Rcm1_Server" and "Rcml_Server", which occur in papers. Other
/// names are returned unchanged.
std::string_view rcml_spelling(std::string_view name);

/// The value of a field, or its default if it is not given. The node must have a type of RCML with that field.
Value rcml_value(const Node& node, std::string_view field);

/// The prototype of such a type. All fields are bound in a Script, except `children`, which are bound in a Group before
/// it, so that a VRML browser shows the children and ignores the rest. `url` is bound to a field called `address`,
/// because browsers run the `url` of a Script as a program.
Proto rcml_prototype(const NodeType& type);

/// Inserts prototypes for all node types of RCML that the document uses and does not declare at its beginning. Without
/// them no VRML browser could read it.
void add_rcml_prototypes(Document& document);

}  // namespace x3d
