// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gateways/rctp/port/robot_desk.h"
#include "spark/http/message.h"

namespace rctp {

using RobotDesks = std::vector<std::unique_ptr<RobotDesk>>;

/// `/robots`: an array in JSON, `{"name", "state", "operator", "rcml"}` for each robot.
spark::http::Response robot_list(const RobotDesks& desks);
/// `/`: the same for people.
spark::http::Response robot_page(const RobotDesks& desks);
/// What an address that leads nowhere might have meant.
std::string not_found(const RobotDesks& desks);

}  // namespace rctp
