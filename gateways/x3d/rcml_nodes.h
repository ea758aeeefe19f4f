// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateways/x3d/node.h"
#include "gateways/x3d/node_type.h"

namespace x3d {

/// The language number that these node types have; another set of fields needs another.
constexpr std::string_view kRcmlLanguage = "RCML/1.0";

/// The fifteen node types of RCML, by which a file says what of a robot can be controlled and sensed, in the order of
/// their levels: robot, server and client, inputs, outputs, data of control inputs and outputs. One table is behind
/// the prototypes in files, what the reader takes and the defaults.
std::vector<const NodeType*> rcml_types();
/// Null if there is none of that name.
const NodeType* find_rcml_type(std::string_view name);
/// As the table spells it: "RCML_Server" also for "Rcm1_Server" and "Rcml_Server", which is how papers print it. What
/// is no node type of RCML stays as it is.
std::string_view rcml_spelling(std::string_view name);

/// What a field has that is not given. `field` must be one of the type of RCML that the node has.
Value rcml_value(const Node& node, std::string_view field);

/// The prototype of such a type: all fields are bound in a Script, `children` also in a Group in front of it, so that a
/// VRML browser shows what is in there and leaves the rest aside. `url` is bound to a field called `address`, because
/// a browser would run a Script's `url` as a program.
Proto rcml_prototype(const NodeType& type);

/// Puts the prototypes of all node types of RCML that the document uses and does not declare in front of its other
/// statements. Without them no VRML browser would read it.
void add_rcml_prototypes(Document& document);

}  // namespace x3d
