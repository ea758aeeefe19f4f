// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/codec/object.h"
#include "gateways/x3d/node.h"

namespace rctp {

/// What an RCML file says of one robot, as plain data.
struct RobotSheet {
  std::string name;
  std::string address;  ///< of its live sessions, "rctp://HOST:PORT/NAME"
  std::string os;
  std::string software;
  Objects objects;
  /// The movers of the surroundings by their numbers, as DEF calls them; empty where one has gone. Of the binary input
  /// without a fixed number of bits.
  std::vector<std::string> node_names;
};

/// "rctp://127.0.0.1:3300/rover".
std::string rctp_address(std::string_view host, std::string_view robot);
/// Where a robot's files are, "http://127.0.0.1:3300/rover/", from that address; empty if it is none.
std::string file_address(std::string_view rctp_address);

/// The `RCML_Robot` node: server and client, then the objects by their kinds, in the order of `Object::Kind`. What the
/// language has no field for is left out (the rate of texts and bits). Reals become 32-bit floats; a limit that is
/// infinite beside finite ones becomes the largest float.
x3d::Node robot_node(const RobotSheet& robot);

/// The other way round; objects in the order of the file. Reals are those that their shortest decimals say, so what was
/// written with up to six digits comes back as it was. `file` is for messages. Throws `x3d::ReadError` with the place
/// of the first thing that is wrong: lists of other lengths than `parameters`, two objects of one name, numbers that
/// cannot be.
RobotSheet read_robot(const x3d::Node& robot, std::string_view file);

/// The `RCML_Robot` of a file, wherever it stands; null if there is none. Of several the first.
const x3d::Node* find_robot(const x3d::Document& document);

}  // namespace rctp
