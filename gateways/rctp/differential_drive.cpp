// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/differential_drive.h"

#include <algorithm>

#include "gateways/rctp/motor.h"

namespace rctp {
namespace {

/// The share of a speed that the motor can provide, from 0 to 1.
double possible_part(const Motor& motor, double speed) {
  const double limit = speed < 0.0 ? motor.min : motor.max;
  return speed == 0.0 || limit / speed >= 1.0 ? 1.0 : limit / speed;
}

}  // namespace

DifferentialDrive::DifferentialDrive(std::string object, TranslatorArguments arguments)
    : name_(std::move(object)),
      effectors_{arguments.effector("the left effector"), arguments.effector("the right effector")} {
  if (effectors_[0] == effectors_[1]) arguments.fail("both effectors are the same");
  radius_ = arguments.length("radius of a wheel in metres");
  track_ = arguments.length("distance of the wheels in metres");
  max_turn_ = arguments.number_or("greatest turn in rad/s", max_turn_);
  if (!(max_turn_ > 0.0)) arguments.fail("the greatest turn is not above 0");
  arguments.end();
}

std::optional<Object> DifferentialDrive::object(const spark::AgentAspect& body) const {
  const auto left = find_motor(body, effectors_[0]), right = find_motor(body, effectors_[1]);
  if (!left || !right) return std::nullopt;
  Object offered;
  offered.name = name_;
  offered.kind = Object::Kind::control_output;
  offered.standard = "forward-turn";
  auto& forward = offered.parameters.emplace_back();
  forward.name = "forward";
  forward.unit = "m/s";
  forward.min = radius_ * std::max(left->min, right->min);
  forward.max = radius_ * std::min(left->max, right->max);
  auto& turn = offered.parameters.emplace_back();
  turn.name = "turn";
  turn.unit = "rad/s";
  // The limits are those of turning on the spot, where one wheel turns backwards as fast as the other one forwards.
  turn.min = std::max(-max_turn_, -2.0 * radius_ / track_ * std::min(left->max, -right->min));
  turn.max = std::min(max_turn_, 2.0 * radius_ / track_ * std::min(-left->min, right->max));
  return offered;
}

bool DifferentialDrive::current(const spark::AgentAspect& body, std::span<double> values) const {
  const auto left = find_motor(body, effectors_[0]), right = find_motor(body, effectors_[1]);
  const auto left_speed = left ? speed_of(*left) : std::nullopt, right_speed = right ? speed_of(*right) : std::nullopt;
  if (!left_speed || !right_speed) return false;
  values[0] = radius_ * (*left_speed + *right_speed) / 2.0;
  values[1] = radius_ * (*right_speed - *left_speed) / track_;
  return true;
}

void DifferentialDrive::command(std::span<const double> values) {
  target_ = {values[0], values[1]};
}

void DifferentialDrive::act(const spark::AgentAspect& body, spark::Step, spark::ActionList& actions) {
  if (!target_) return;
  const auto [forward, turn] = *target_;
  target_.reset();  // no target is needed any more, because motors hold their speeds
  const auto left = find_motor(body, effectors_[0]), right = find_motor(body, effectors_[1]);
  if (!left || !right) return;
  const double left_speed = (forward - turn * track_ / 2.0) / radius_;
  const double right_speed = (forward + turn * track_ / 2.0) / radius_;
  const double part = std::min(possible_part(*left, left_speed), possible_part(*right, right_speed));
  actions.add(effectors_[0]).real(part * left_speed * left->unit);
  actions.add(effectors_[1]).real(part * right_speed * right->unit);
}

}  // namespace rctp
