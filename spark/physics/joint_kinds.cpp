// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/joint_kinds.h"

#include <cmath>
#include <numbers>

namespace spark {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

constexpr Joint::Axis kHingeAxis{true,
                                 dJointGetHingeAxis,
                                 dJointGetHingeAngle,
                                 dJointGetHingeAngleRate,
                                 dJointAddHingeTorque,
                                 dJointCreateAMotor,
                                 dJointSetAMotorAxis,
                                 dJointSetAMotorParam};
constexpr Joint::Axis kSliderAxis{false,
                                  dJointGetSliderAxis,
                                  dJointGetSliderPosition,
                                  dJointGetSliderPositionRate,
                                  dJointAddSliderForce,
                                  dJointCreateLMotor,
                                  dJointSetLMotorAxis,
                                  dJointSetLMotorParam};

constexpr Joint::Kind kBall{dJointCreateBall, dJointSetBallParam, dJointGetBallParam};
constexpr Joint::Kind kHinge{
    dJointCreateHinge, dJointSetHingeParam, dJointGetHingeParam, 1, std::numbers::pi, false, false, &kHingeAxis};
constexpr Joint::Kind kHinge2{
    dJointCreateHinge2, dJointSetHinge2Param, dJointGetHinge2Param, 2, std::numbers::pi, true, true};
constexpr Joint::Kind kSlider{
    dJointCreateSlider, dJointSetSliderParam, dJointGetSliderParam, 1, kMaxDistance, false, false, &kSliderAxis};
constexpr Joint::Kind kFixed{dJointCreateFixed, dJointSetFixedParam, dJointGetFixedParam};

Vec3 column(const Mat3& m, std::size_t i) {
  return {m[i], m[3 + i], m[6 + i]};
}

}  // namespace

bool AnchoredJoint::set_anchor(Vec3 point) {
  if (!within(point, kMaxDistance) || !is_sound(frame())) return false;
  settings_.anchor = point;
  place_again(Part::anchor);
  return true;
}

void AnchoredJoint::place(Part part) {
  if (part != Part::axes) place_anchor(anchor());
}

Vec3 AnchoredJoint::anchor_place() const {
  if (!is_attached()) return anchor();
  dVector3 point;
  get_anchor(point);
  return to_vec3(point);
}

Vec3 AnchoredJoint::anchor() const {
  const Pose node = frame();
  return node.position + node.rotation * settings_.anchor;
}

BallJoint::BallJoint() : AnchoredJoint(kBall) {}

void BallJoint::get_anchor(dReal* point) const {
  dJointGetBallAnchor(id(), point);
}

void BallJoint::place_anchor(Vec3 point) {
  dJointSetBallAnchor(id(), point.x, point.y, point.z);
}

HingeJoint::HingeJoint() : AnchoredJoint(kHinge) {}

void HingeJoint::get_anchor(dReal* point) const {
  dJointGetHingeAnchor(id(), point);
}

void HingeJoint::place_anchor(Vec3 point) {
  dJointSetHingeAnchor(id(), point.x, point.y, point.z);
}

bool HingeJoint::set_axis(int axis) {
  if (axis < 0 || axis > 2 || !is_sound(frame())) return false;
  settings_.axis = axis;
  place_again(Part::axes);
  return true;
}

void HingeJoint::place(Part part) {
  AnchoredJoint::place(part);
  if (part != Part::anchor) place_axis();
}

void HingeJoint::place_axis() {
  const auto& chosen = settings_.axis;
  const Vec3 axis = chosen ? column(frame().rotation, static_cast<std::size_t>(*chosen)) : Vec3{1, 0, 0};
  dJointSetHingeAxis(id(), axis.x, axis.y, axis.z);
}

double HingeJoint::angle() const {
  return is_attached() ? dJointGetHingeAngle(id()) * kDegrees : 0.0;
}

double HingeJoint::angle_rate() const {
  return is_attached() ? dJointGetHingeAngleRate(id()) * kDegrees : 0.0;
}

bool HingeJoint::add_torque(double torque) {
  if (!is_attached() || !(std::abs(torque) <= Body::kMaxForce)) return false;
  dJointAddHingeTorque(id(), torque);
  return true;
}

double HingeJoint::torque() const {
  if (!is_attached()) return 0.0;
  dVector3 anchor, axis;
  dJointGetHingeAnchor(id(), anchor);
  dJointGetHingeAxis(id(), axis);
  const Load held = load(0);
  return dot(held.torque + cross(body(0)->position() - to_vec3(anchor), held.force), to_vec3(axis));
}

Hinge2Joint::Hinge2Joint() : AnchoredJoint(kHinge2) {}

void Hinge2Joint::get_anchor(dReal* point) const {
  dJointGetHinge2Anchor(id(), point);
}

void Hinge2Joint::place_anchor(Vec3 point) {
  const Mat3 node = frame().rotation;
  const Vec3 steering = column(node, 2), wheel = column(node, 0);
  const dVector3 axis1 = {steering.x, steering.y, steering.z}, axis2 = {wheel.x, wheel.y, wheel.z};
  // In this order: ODE's own axes may lie in one line, and the anchor does not go with that.
  dJointSetHinge2Axes(id(), axis1, axis2);
  dJointSetHinge2Anchor(id(), point.x, point.y, point.z);
}

double Hinge2Joint::angle(int axis) const {
  return is_attached() && axis == 0 ? dJointGetHinge2Angle1(id()) * kDegrees : 0.0;
}

double Hinge2Joint::angle_rate(int axis) const {
  if (!is_attached() || axis < 0 || axis > 1) return 0.0;
  return (axis == 0 ? dJointGetHinge2Angle1Rate(id()) : dJointGetHinge2Angle2Rate(id())) * kDegrees;
}

SliderJoint::SliderJoint() : Joint(kSlider) {}

void SliderJoint::place(Part) {
  const Vec3 axis = column(frame().rotation, 2);
  dJointSetSliderAxis(id(), axis.x, axis.y, axis.z);
}

double SliderJoint::position() const {
  return is_attached() ? dJointGetSliderPosition(id()) : 0.0;
}

double SliderJoint::position_rate() const {
  return is_attached() ? dJointGetSliderPositionRate(id()) : 0.0;
}

bool SliderJoint::add_force(double force) {
  if (!is_attached() || !(std::abs(force) <= Body::kMaxForce)) return false;
  dJointAddSliderForce(id(), force);
  return true;
}

FixedJoint::FixedJoint() : Joint(kFixed) {}

void FixedJoint::place(Part) {
  dJointSetFixed(id());
}

}  // namespace spark
