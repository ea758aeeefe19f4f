// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/port/model_link.h"
#include "gateways/rctp/port/network.h"
#include "gateways/rctp/port/robot_proxy.h"
#include "spark/http/message.h"

namespace rctp {

using RobotProxies = std::vector<std::unique_ptr<RobotProxy>>;

// The contents of the port's pages. All functions are called on the network thread.

/// `/robots`: a JSON array of `{"name", "state", "operator", "rcml"}`, one for each robot.
spark::http::Response robot_list(const RobotProxies& robots);
/// `/`: the same list as an HTML page.
spark::http::Response robot_page(const RobotProxies& robots);
/// The names that movers and cameras have in the description of the environment, by their numbers.
std::vector<std::string> mover_names(const Model& model);
/// The text for an unknown address; it lists the known ones.
std::string not_found(const RobotProxies& robots);

/// The RCML file of that robot, or, if `robot` is empty, of the environment alone, in the classical encoding or in XML.
/// `authority` is host and port by which the client reached this server, for the addresses in the file.
spark::http::Response description(const Model& model, std::string_view robot, bool is_x3d, const std::string& authority,
                                  Network::World world);

}  // namespace rctp
