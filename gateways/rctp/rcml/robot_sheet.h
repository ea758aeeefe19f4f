// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/protocol/object.h"
#include "spark/x3d/node.h"

namespace rcml {

using rctp::Object;
using rctp::Objects;

/// One robot as an RCML file describes it, as plain data.
struct RobotSheet {
  std::string name;
  std::string address;  ///< of its live sessions: "rctp://HOST:PORT/NAME"
  std::string os;
  std::string software;
  Objects objects;
  /// The DEF names of the movers in the environment, by number; empty where one has been removed. They belong to the
  /// binary input without a fixed number of bits.
  std::vector<std::string> node_names;
};

/// "rctp://127.0.0.1:3300/rover".
std::string rctp_address(std::string_view host, std::string_view robot);
/// The address of a robot's files, "http://127.0.0.1:3300/rover/", from its RCTP address; empty if that is not one.
std::string file_address(std::string_view rctp_address);

/// Makes the `RCML_Robot` node: server and client, then the objects by their kinds, in the order of `Object::Kind`.
/// Data without a field in RCML is omitted (the rate of texts and bits). Reals become 32-bit floats; an infinite limit
/// beside finite ones becomes the largest float.
x3d::Node robot_node(const RobotSheet& robot);

/// Reads an `RCML_Robot` node, with objects in the order of the file. Reals become the doubles with the same shortest
/// decimals, so numbers with up to six digits are preserved. `file` is its name in errors. Throws `x3d::ReadError` with
/// the place of the first error: a list whose length is not `parameters`, two objects with one name, or a number out of
/// range.
RobotSheet read_robot(const x3d::Node& robot, std::string_view file);

/// The first `RCML_Robot` of a file, at any depth; null if there is none.
const x3d::Node* find_robot(const x3d::Document& document);

}  // namespace rcml
