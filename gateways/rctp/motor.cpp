// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/motor.h"

#include <numbers>

#include "spark/agent/agent_aspect.h"

namespace rctp {

std::optional<Motor> find_motor(const spark::AgentAspect& body, std::string_view name) {
  Motor motor;
  motor.effector = body.effector(name);
  if (!motor.effector || motor.effector->parameters().size() != 1) return std::nullopt;
  const std::string_view unit = motor.effector->parameters()[0].unit;
  if (unit == "degrees/s")
    motor.unit = 180.0 / std::numbers::pi;
  else if (unit != "rad/s")
    return std::nullopt;
  const spark::Range range = motor.effector->range(0);
  motor.min = range.min / motor.unit;
  motor.max = range.max / motor.unit;
  if (!(motor.min <= 0.0 && motor.max >= 0.0)) return std::nullopt;
  return motor;
}

std::optional<double> speed_of(const Motor& motor) {
  double value = 0.0;
  if (!motor.effector->current({&value, 1})) return std::nullopt;
  return value / motor.unit;
}

}  // namespace rctp
