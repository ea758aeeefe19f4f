// SPDX-License-Identifier: Apache-2.0
// Two driven wheels: motors on two hinge joints of an object.
#include <algorithm>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/include/Controller.h"

using sigverse::Agent;
using sigverse::Wheels;

namespace {

const Wheels& wheels() {
  static const Wheels none;
  const Agent* const agent = Agent::current();
  return agent ? agent->wheels : none;
}

/// A speed in rad/s, within what the motor can do; the slip makes it larger or smaller by a part of itself.
void drive(Agent& agent, const Wheels::Wheel& wheel, double speed) {
  const double slip = 1.0 + wheel.slip_noise * (2.0 * agent.random.next() - 1.0);
  agent.session.later(
      sigverse::wire::SetJointVelocity{.agent = agent.wheels.object,
                                       .joint = wheel.joint,
                                       .velocity = std::clamp(speed, -wheel.max_speed, wheel.max_speed) * slip,
                                       .most_torque = wheel.max_torque});
}

}  // namespace

bool Controller::setWheelProperty(const char* leftJoint, const char* rightJoint, double axleLength, double leftRadius,
                                  double rightRadius, double leftMaxSpeed, double rightMaxSpeed, double leftMaxTorque,
                                  double rightMaxTorque, double speedUnit, double leftSlipNoise, double rightSlipNoise,
                                  double leftEncoderNoise, double rightEncoderNoise) {
  return setWheelProperty(myname(), leftJoint, rightJoint, axleLength, leftRadius, rightRadius, leftMaxSpeed,
                          rightMaxSpeed, leftMaxTorque, rightMaxTorque, speedUnit, leftSlipNoise, rightSlipNoise,
                          leftEncoderNoise, rightEncoderNoise);
}
bool Controller::setWheelProperty(const char* object, const char* leftJoint, const char* rightJoint, double axleLength,
                                  double leftRadius, double rightRadius, double leftMaxSpeed, double rightMaxSpeed,
                                  double leftMaxTorque, double rightMaxTorque, double speedUnit, double leftSlipNoise,
                                  double rightSlipNoise, double leftEncoderNoise, double rightEncoderNoise) {
  Agent* const agent = Agent::current();
  if (!agent || !(axleLength > 0.0) || !(leftRadius > 0.0) || !(rightRadius > 0.0) || !(leftMaxSpeed >= 0.0) ||
      !(rightMaxSpeed >= 0.0))
    return false;
  agent->wheels = {.object = object,
                   .left = {leftJoint, leftRadius, leftMaxSpeed, leftMaxTorque, leftSlipNoise, leftEncoderNoise},
                   .right = {rightJoint, rightRadius, rightMaxSpeed, rightMaxTorque, rightSlipNoise, rightEncoderNoise},
                   .axle_length = axleLength,
                   .speed_unit = speedUnit};
  return true;
}
bool Controller::differentialWheelsSetSpeed(double left, double right) {
  Agent* const agent = Agent::current();
  if (!agent || agent->wheels.object.empty()) return false;
  drive(*agent, agent->wheels.left, left * agent->wheels.speed_unit);
  drive(*agent, agent->wheels.right, right * agent->wheels.speed_unit);
  return isAttached();
}
double Controller::getAxleLength() {
  return wheels().axle_length;
}
double Controller::getLeftWheelRadius() {
  return wheels().left.radius;
}
double Controller::getRightWheelRadius() {
  return wheels().right.radius;
}
double Controller::getLeftEncoderNoise() {
  return wheels().left.encoder_noise;
}
double Controller::getRightEncoderNoise() {
  return wheels().right.encoder_noise;
}
