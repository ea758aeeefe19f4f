// SPDX-License-Identifier: Apache-2.0
#include "body.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace errand {
namespace {

constexpr double kWheelRadius = 10.0, kWheelDistance = 40.0;         // cm
constexpr double kMaxSpeed = 50.0, kMaxTurn = 1.5, kHeadTurn = 3.0;  // cm/s, rad/s
constexpr double kWristSpeed = 50.0, kWristTurn = 2.0;
constexpr double kTorque = 1000.0;  // has no effect on joints that the physics do not move
constexpr double kAnyJointSpeed = 60.0;
constexpr const char *kHand = "RARM_LINK7";

double limited(double value, double most) {
  return std::clamp(value, -most, most);
}
/// The angle of a triangle opposite to `side`, by the law of cosines.
double angle_opposite(double side, double a, double b) {
  return std::acos(limited((a * a + b * b - side * side) / (2.0 * a * b), 1.0));
}
/// Normalises an angle to -pi to pi.
double normal(double angle) {
  return std::remainder(angle, 2.0 * M_PI);
}

}  // namespace

void Body::begin(RobotObj *robot) {
  robot_ = robot;
  robot_->setWheel(kWheelRadius, kWheelDistance);
  wrist_ = kHanging;
}

void Body::pause() {
  usleep(static_cast<useconds_t>(kPeriod * 1e6));
}

FloorPlace Body::place() {
  Vector3d place;
  robot_->getPosition(place);
  return {place.x(), place.z()};
}

double Body::heading() {
  Rotation turn;
  Vector3d ahead(0.0, 0.0, 1.0);
  ahead.rotate(robot_->getRotation(turn));
  return std::atan2(ahead.x(), ahead.z());
}

Relative Body::relative(const Vector3d &point) {
  const FloorPlace here = place();
  const double turn = heading(), sine = std::sin(turn), cosine = std::cos(turn);
  const double x = point.x() - here.x, z = point.z() - here.z;
  return {x * sine + z * cosine, x * cosine - z * sine, point.y()};
}

void Body::drive(double speed, double turn) {
  const double both = limited(speed, kMaxSpeed) / kWheelRadius;
  const double difference = limited(turn, kMaxTurn) * kWheelDistance / 2.0 / kWheelRadius;
  robot_->setWheelVelocity(both - difference, both + difference);
}

bool Body::bring(const Vector3d &point, double ahead, double left) {
  const Relative is = relative(point);
  const double away = std::hypot(is.ahead, is.left);
  const double wanted = away > std::fabs(left) ? std::asin(left / away) : 0.0;
  const double angle = normal(std::atan2(is.left, is.ahead) - wanted), way = is.ahead - ahead;
  const bool is_there = std::fabs(way) < 0.5 && std::fabs(angle) < 0.01;
  if (is_there) {
    stop();
  } else {
    drive(std::fabs(angle) > 0.2 ? 0.0 : limited(3.0 * way, 30.0), 3.0 * angle);
  }
  return is_there;
}

bool Body::turn_to(double heading) {
  const double angle = normal(heading - this->heading());
  const bool is_there = std::fabs(angle) < 0.02;
  drive(0.0, is_there ? 0.0 : 4.0 * angle);
  return is_there;
}

/// Sets the velocity with which the joint reaches that angle in the next step, or comes as near as possible.
void Body::turn_joint(const char *joint, double angle, double speed) {
  robot_->setJointVelocity(joint, limited((angle - robot_->getJointAngle(joint)) / kPeriod, speed), kTorque);
}

bool Body::turn_head(double angle) {
  const bool is_there = std::fabs(robot_->getJointAngle("HEAD_JOINT0") - angle) < 0.01;
  turn_joint("HEAD_JOINT0", angle, kHeadTurn);
  return is_there;
}

Body::Wrist Body::wrist_for(double up, double ahead, double pitch) {
  return {up + kWristToThing * std::cos(pitch), ahead - kWristToThing * std::sin(pitch), pitch};
}

double Body::pitch_for(double up, double ahead) {
  return std::atan2(ahead, kShoulder - up);
}

bool Body::move_wrist(const Wrist &goal) {
  const double up = goal.up - wrist_.up, ahead = goal.ahead - wrist_.ahead, pitch = goal.pitch - wrist_.pitch;
  const double steps =
      std::max({std::hypot(up, ahead) / (kWristSpeed * kPeriod), std::fabs(pitch) / (kWristTurn * kPeriod), 1.0});
  wrist_ = {wrist_.up + up / steps, wrist_.ahead + ahead / steps, wrist_.pitch + pitch / steps};
  // The angles follow from the triangle of shoulder, elbow and wrist. Joint angles are negative forwards.
  const double down = kShoulder - wrist_.up, reach = std::hypot(down, wrist_.ahead);
  const double shoulder = angle_opposite(kForearm, kUpperArm, reach) - std::atan2(wrist_.ahead, down);
  const double elbow = angle_opposite(reach, kUpperArm, kForearm) - M_PI;
  turn_joint("RARM_JOINT1", shoulder, kAnyJointSpeed);
  turn_joint("RARM_JOINT4", elbow, kAnyJointSpeed);
  turn_joint("RARM_JOINT7", -wrist_.pitch - shoulder - elbow, kAnyJointSpeed);
  return steps == 1.0;
}

bool Body::grasp(const std::string &thing) {
  return robot_->getParts(kHand)->graspObj(thing);
}

void Body::release() {
  robot_->getParts(kHand)->releaseObj();
}

}  // namespace errand
