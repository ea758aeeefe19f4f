// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/driven_wheels.h"

#include <algorithm>
#include <cmath>

#include "gateways/sigverse/controller/include/Logger.h"

namespace sigverse {
namespace {

/// Which requirement the numbers of a wheel violate; null if all are valid.
const char* fault_of(const DrivenWheel& wheel) {
  const auto is_size = [](double number) { return std::isfinite(number) && number >= 0.0; };
  if (!is_size(wheel.max_speed)) return "the largest speed has to be 0 or more";
  if (!is_size(wheel.speed_unit)) return "the unit of speed has to be 0 or more";
  if (!is_size(wheel.slip_noise) || wheel.slip_noise > 1.0) return "the slip noise has to be from 0 to 1";
  if (!is_size(wheel.encoder_resolution)) return "the resolution of the encoder has to be 0 or more";
  if (!is_size(wheel.max_torque)) return "the largest torque has to be 0 or more";
  return nullptr;
}

/// The speed that is sent to the motor.
double commanded(const DrivenWheel& wheel, double speed) {
  speed = std::clamp(speed, -wheel.max_speed, wheel.max_speed);
  if (wheel.speed_unit == 0.0) return speed;
  // 0.3/0.1 is 2.9999... as a double, but means three units.
  constexpr double kTolerance = 1e-9;
  const double units = speed / wheel.speed_unit, nearest = std::round(units);
  return (std::abs(units - nearest) < kTolerance ? nearest : std::trunc(units)) * wheel.speed_unit;
}

}  // namespace

bool DrivenWheels::set(const std::string& object, const DrivenWheel& left, const DrivenWheel& right) {
  const auto fails = [&object](const DrivenWheel& wheel, const char* fault) {
    if (fault) Logger::err("setWheelProperty: wheel %s of %s: %s", wheel.part.c_str(), object.c_str(), fault);
    return fault != nullptr;
  };
  if (fails(left, fault_of(left)) || fails(right, fault_of(right))) return false;
  SimObj* const loaded = objects_.get(object);
  for (const DrivenWheel* const wheel : {&left, &right})
    if (fails(*wheel, loaded && loaded->getParts(wheel->part.c_str()) ? nullptr : "there is no such part"))
      return false;
  pairs_[object] = {left, right};
  return true;
}

const DrivenWheels::Pair* DrivenWheels::find(const std::string& object) const {
  const auto found = pairs_.find(object);
  return found == pairs_.end() ? nullptr : &found->second;
}

/// Uses the copy of the object, which is loaded once per handler.
const CParts* DrivenWheels::find_part(const std::string& object, Side side) {
  const Pair* const pair = find(object);
  SimObj* const loaded = pair ? objects_.get(object) : nullptr;
  return loaded ? loaded->getParts((*pair)[side].part) : nullptr;
}

bool DrivenWheels::drive(const std::string& object, double left, double right) {
  const Pair* const pair = find(object);
  if (!pair || !std::isfinite(left) || !std::isfinite(right) || server_.is_lost()) return false;
  const double speeds[] = {left, right};
  for (const Side side : {kLeft, kRight}) {
    const DrivenWheel& wheel = (*pair)[side];
    const double slip = 1.0 + wheel.slip_noise * (2.0 * random_.next() - 1.0);
    server_.queue(wire::SetPartVelocity{.agent = object,
                                        .joint = wheel.part,
                                        .velocity = commanded(wheel, speeds[side]) * slip,
                                        .max_torque = wheel.max_torque});
  }
  return true;
}

double DrivenWheels::axle_length(const std::string& object) {
  const CParts* const left = find_part(object, kLeft);
  const CParts* const right = find_part(object, kRight);
  if (!left || !right) return 0.0;
  Vector3d between = left->position();
  between -= right->position();
  return between.length();
}

double DrivenWheels::radius(const std::string& object, Side side) {
  const CParts* const part = find_part(object, side);
  if (const auto* cylinder = dynamic_cast<const CylinderParts*>(part)) return cylinder->getRad();
  if (const auto* sphere = dynamic_cast<const SphereParts*>(part)) return sphere->getRad();
  return 0.0;
}

double DrivenWheels::encoder_noise(const std::string& object, Side side) {
  const Pair* const pair = find(object);
  return pair ? (*pair)[side].encoder_resolution * (random_.next() - 0.5) : 0.0;
}

}  // namespace sigverse
