// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/joint_kinds.h"

#include <cmath>
#include <numbers>

namespace spark {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

/// The rate of a slider's position. ODE takes the difference of the velocities of both centres along the rail, which is
/// wrong if the rail rotates with the second body, and inconsistent with ODE's own position and motor row.
double slider_rate(dJointID slider) {
  const double along = dJointGetSliderPositionRate(slider);
  dBodyID first = dJointGetBody(slider, 0), second = dJointGetBody(slider, 1);
  if (!first || !second) return along;
  const auto vec = [](const dReal* v) { return Vec3{v[0], v[1], v[2]}; };
  dVector3 axis;
  dJointGetSliderAxis(slider, axis);
  const Vec3 apart = vec(dBodyGetPosition(first)) - vec(dBodyGetPosition(second));
  return along - dot(vec(axis), cross(vec(dBodyGetAngularVel(second)), apart));
}

constexpr JointAxis kHingeAxis{true,
                               dJointGetHingeAxis,
                               dJointGetHingeAngle,
                               dJointGetHingeAngleRate,
                               dJointAddHingeTorque,
                               dJointCreateAMotor,
                               dJointSetAMotorAxis,
                               dJointSetAMotorParam};
constexpr JointAxis kSliderAxis{false,
                                dJointGetSliderAxis,
                                dJointGetSliderPosition,
                                slider_rate,
                                dJointAddSliderForce,
                                dJointCreateLMotor,
                                dJointSetLMotorAxis,
                                dJointSetLMotorParam};

constexpr JointKind kBall{dJointCreateBall, dJointSetBallParam, dJointGetBallParam};
constexpr JointKind kHinge{
    dJointCreateHinge, dJointSetHingeParam, dJointGetHingeParam, 1, std::numbers::pi, false, false, &kHingeAxis};
constexpr JointKind kHinge2{
    dJointCreateHinge2, dJointSetHinge2Param, dJointGetHinge2Param, 2, std::numbers::pi, true, true};
constexpr JointKind kUniversal{dJointCreateUniversal, dJointSetUniversalParam, dJointGetUniversalParam, 2,
                               std::numbers::pi};
constexpr JointKind kSlider{
    dJointCreateSlider, dJointSetSliderParam, dJointGetSliderParam, 1, kMaxDistance, false, false, &kSliderAxis};
constexpr JointKind kFixed{dJointCreateFixed, dJointSetFixedParam, dJointGetFixedParam};

Vec3 column(const Mat3& m, std::size_t i) {
  return {m[i], m[3 + i], m[6 + i]};
}

constexpr double kMinAxisLength = 1e-6;
/// cos² of 30°. ODE aborts the process if the two axes are parallel.
constexpr double kMaxAlike = 0.75;

bool too_alike(const Vec3& a, const Vec3& b) {
  const double cosine = dot(a, b);
  return cosine * cosine > kMaxAlike;
}

/// A direction perpendicular to `a` and, unless they are nearly parallel, to `b`; all of length 1.
Vec3 across(const Vec3& a, const Vec3& b) {
  Vec3 other = b;
  if (too_alike(a, b)) other = std::abs(a.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 result = cross(a, other);
  return result * (1.0 / length(result));
}

}  // namespace

bool AnchoredJoint::set_anchor(Vec3 point) {
  if (!within(point, kMaxDistance) || !is_sound(frame())) return false;
  Settings changed = settings();
  changed.anchor = point;
  change_settings(Part::anchor, changed);
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
  return node.position + node.rotation * settings().anchor;
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
  Settings changed = settings();
  changed.axis = axis;
  changed.axes[0].reset();
  change_settings(Part::axes, changed);
  return true;
}

bool HingeJoint::set_axis_direction(Vec3 direction) {
  const double size = length(direction);
  if (!(size >= kMinAxisLength && size <= kMaxDistance) || !is_sound(frame())) return false;
  Settings changed = settings();
  changed.axis.reset();
  changed.axes[0] = direction * (1.0 / size);
  change_settings(Part::axes, changed);
  return true;
}

void HingeJoint::place(Part part) {
  AnchoredJoint::place(part);
  if (part != Part::anchor) place_axis();
}

void HingeJoint::place_axis() {
  const auto& chosen = settings().axis;
  const auto& direction = settings().axes[0];
  Vec3 axis{1, 0, 0};
  if (direction)
    axis = frame().rotation * *direction;
  else if (chosen)
    axis = column(frame().rotation, static_cast<std::size_t>(*chosen));
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
  // In this order, because ODE's default axes may be parallel, and then the anchor cannot be set.
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

UniversalJoint::UniversalJoint() : AnchoredJoint(kUniversal) {}

void UniversalJoint::get_anchor(dReal* point) const {
  dJointGetUniversalAnchor(id(), point);
}

void UniversalJoint::place_anchor(Vec3 point) {
  dJointSetUniversalAnchor(id(), point.x, point.y, point.z);
}

bool UniversalJoint::set_axis(std::size_t axis, Vec3 direction) {
  const double size = length(direction);
  if (!(size >= kMinAxisLength && size <= kMaxDistance) || !is_sound(frame())) return false;
  direction = direction * (1.0 / size);
  const auto& other = settings().axes[1 - axis];
  if (other && too_alike(direction, *other)) return false;
  Settings changed = settings();
  changed.axes[axis] = direction;
  change_settings(Part::axes, changed);
  return true;
}

void UniversalJoint::place(Part part) {
  // In this order, because ODE's default axes may be parallel, and then the anchor cannot be set.
  if (part != Part::anchor) place_axes();
  AnchoredJoint::place(part);
}

void UniversalJoint::place_axes() {
  const Mat3 node = frame().rotation;
  const auto& axes = settings().axes;
  Vec3 first = axes[0] ? node * *axes[0] : Vec3{1, 0, 0};
  Vec3 second = axes[1] ? node * *axes[1] : Vec3{0, 1, 0};
  if (!axes[0] && too_alike(first, second)) first = across(second, first);
  if (!axes[1] && too_alike(first, second)) second = across(first, second);

  // ODE complains on stderr if the two axes are parallel, even for a moment. So axis 2 first gets a direction
  // perpendicular to the old and the new axis 1.
  dVector3 old;
  dJointGetUniversalAxis1(id(), old);
  const Vec3 between = across(to_vec3(old), first);
  dJointSetUniversalAxis2(id(), between.x, between.y, between.z);
  dJointSetUniversalAxis1(id(), first.x, first.y, first.z);
  dJointSetUniversalAxis2(id(), second.x, second.y, second.z);
}

double UniversalJoint::angle(int axis) const {
  if (!is_attached() || axis < 0 || axis > 1) return 0.0;
  return (axis == 0 ? dJointGetUniversalAngle1(id()) : dJointGetUniversalAngle2(id())) * kDegrees;
}

double UniversalJoint::angle_rate(int axis) const {
  if (!is_attached() || axis < 0 || axis > 1) return 0.0;
  return (axis == 0 ? dJointGetUniversalAngle1Rate(id()) : dJointGetUniversalAngle2Rate(id())) * kDegrees;
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
  return is_attached() ? slider_rate(id()) : 0.0;
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
