// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/rctp/rcml/robot_sheet.h"
#include "gateways/x3d/node.h"

namespace rcml {

/// For people: the robot, then a line for each object and, in from it, for each of its parameters. What files say is
/// shown without control characters, so that no file can lead a terminal.
std::string robot_table(const rctp::RobotSheet& robot);

/// How many nodes of which types a document has, the most frequent first, its viewpoints and prototypes.
std::string document_table(const x3d::Document& document);

}  // namespace rcml
