// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "spark/agent/effector.h"

namespace rctp {

/// An effector of one number that sets the speed of something that turns, whatever its unit.
struct Motor {
  const spark::Effector* effector = nullptr;
  double unit = 1.0;               ///< of its number, per rad/s
  double least = 0.0, most = 0.0;  ///< rad/s
};

/// Nothing if the body has none of that name, or it sets no speed in rad/s or degrees/s that can be zero.
std::optional<Motor> find_motor(const spark::AgentAspect& body, std::string_view name);

/// The speed that has been set, rad/s; nothing if that is not known.
std::optional<double> speed_of(const Motor& motor);

}  // namespace rctp
