// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "gateways/rctp/rcml/robot_sheet.h"
#include "spark/core/log.h"
#include "spark/x3d/node.h"

namespace rcml {

/// A text of a file without its control characters, so that no file can manipulate a terminal.
inline std::string shown(std::string_view text) {
  return spark::printable(text, std::string_view::npos);
}

/// The robot, then a line for each object and an indented line for each of its parameters.
std::string robot_table(const RobotSheet& robot);

/// The numbers of nodes in a document by type, the most frequent first, its viewpoints and prototypes.
std::string document_table(const x3d::Document& document);

}  // namespace rcml
