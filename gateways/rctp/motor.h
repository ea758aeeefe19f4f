// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "spark/agent/effector.h"

namespace rctp {

/// An effector of one number that sets a rotational speed, in any unit.
struct Motor {
  const spark::Effector* effector = nullptr;
  double unit = 1.0;            ///< the effector's number for 1 rad/s
  double min = 0.0, max = 0.0;  ///< rad/s
};

/// Returns nothing if the body has no such effector, or if the effector sets no speed in rad/s or degrees/s that can be
/// zero.
std::optional<Motor> find_motor(const spark::AgentAspect& body, std::string_view name);

/// The speed that was set last, rad/s; nothing if it is unknown.
std::optional<double> speed_of(const Motor& motor);

}  // namespace rctp
