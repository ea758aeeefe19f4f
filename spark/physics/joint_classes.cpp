// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "spark/core/class_registry.h"
#include "spark/core/method_refused.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/physics_classes.h"

namespace spark {
namespace {

constexpr double kRadians = std::numbers::pi / 180.0;

bool set_or_refuse(Joint& joint, int parameter, int axis, double value) {
  if (!joint.set_parameter(parameter, axis, value)) throw Refused(joint.why_refused(parameter, axis));
  return true;
}

template <int kParameter>
bool set(Joint& joint, int axis, double value) {
  return set_or_refuse(joint, kParameter, axis, value);
}
template <int kParameter>
double get(Joint& joint, int axis) {
  return joint.parameter(kParameter, axis);
}
template <int kParameter>
bool set_degrees(Joint& joint, int axis, double value) {
  return set_or_refuse(joint, kParameter, axis, value * kRadians);
}
template <int kParameter>
double get_degrees(Joint& joint, int axis) {
  return joint.parameter(kParameter, axis) / kRadians;
}

/// In the manual these setters have no axis: then they apply to all axes of the joint.
template <int kParameter>
bool set_all(Joint& joint, const Values& values) {
  const auto axis = values.size() == 2 ? as_integer(values.front()) : 0;
  const auto value = values.size() == 1 || values.size() == 2 ? as_real(values.back()) : std::nullopt;
  if (!axis || !value || !std::isfinite(*value))
    throw Refused("it takes an axis (0, 1) and a number, or the number alone");
  if (values.size() == 2)
    return set_or_refuse(joint, kParameter, static_cast<int>(std::clamp<std::int64_t>(*axis, -1, 2)), *value);
  for (int each = 0; each < std::max(1, joint.axes_with(kParameter)); ++each)
    set_or_refuse(joint, kParameter, each, *value);
  return true;
}

double component(const Vec3& v, int axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : axis == 2 ? v.z : 0.0;
}
double force(Joint& joint, int body, int axis) {
  return component(joint.load(body).force, axis);
}
double torque(Joint& joint, int body, int axis) {
  return component(joint.load(body).torque, axis);
}

void register_joint(ClassRegistry& classes) {
  constexpr const char* kAxis = "axis (0, 1)";
  constexpr const char* kOfBody = "body (0: first, 1: second), component (0, 1, 2)";
  classes.add<Joint>("oxygen/Joint", "oxygen/ODEObject", "Connects two bodies, or one and the static world.")
      .method("attach", static_cast<bool (Joint::*)(const Values&)>(&Joint::attach),
              "up to two paths of bodies, relative to the joint",
              "Attaches the joint; a missing or empty path is the static world.")
      .method("release", &Joint::release, "", "Detaches it from its bodies.")
      .method("setFeedback", &Joint::set_feedback, "on", "Whether its forces are measured (false).")
      .method("getForce", &force, kOfBody, "The force on that body in the last step, world frame, N.")
      .method("getTorque", &torque, kOfBody, "The torque on that body about its centre of mass, N·m.")
      .method("setLowStopDeg", &set_degrees<dParamLoStop>, "axis (0, 1), angle (degrees)",
              "The minimum angle. There is none if it is not set, or if it is above the maximum.")
      .method("getLowStopDeg", &get_degrees<dParamLoStop>, kAxis, "The minimum angle in degrees.")
      .method("setHighStopDeg", &set_degrees<dParamHiStop>, "axis (0, 1), angle (degrees)", "The maximum angle.")
      .method("getHighStopDeg", &get_degrees<dParamHiStop>, kAxis, "The maximum angle in degrees.")
      .method("setLowStopPos", &set<dParamLoStop>, "axis (0), position (m)", "The minimum position; none unless set.")
      .method("getLowStopPos", &get<dParamLoStop>, kAxis, "The minimum position in m.")
      .method("setHighStopPos", &set<dParamHiStop>, "axis (0), position (m)", "The maximum position.")
      .method("getHighStopPos", &get<dParamHiStop>, kAxis, "The maximum position in m.")
      .method("setBounce", &set<dParamBounce>, "axis (0, 1), bounce (0 to 1)",
              "Share of the speed that is kept when it bounces off a stop (0).")
      .method("getBounce", &get<dParamBounce>, kAxis, "Share of the speed that is kept when it bounces off a stop.")
      .method("setLinearMotorVelocity", &set<dParamVel>, "axis (0, 1), speed (m/s, rad/s)", "Speed of the motor.")
      .method("getLinearMotorVelocity", &get<dParamVel>, kAxis, "Speed of the motor in m/s or rad/s.")
      .method("setAngularMotorVelocity", &set_degrees<dParamVel>, "axis (0, 1), speed (degrees/s)",
              "Speed of the motor.")
      .method("getAngularMotorVelocity", &get_degrees<dParamVel>, kAxis, "Speed of the motor in degrees/s.")
      .method("setMaxMotorForce", &set<dParamFMax>, "axis (0, 1), force (N, N·m)", "Force of the motor; 0 is off (0).")
      .method("getMaxMotorForce", &get<dParamFMax>, kAxis, "Force of the motor in N or N·m.")
      .method("setCFM", &set_all<dParamCFM>, "axis (0, 1; all without it), cfm (not negative)",
              "Softness between the stops.")
      .method("getCFM", &get<dParamCFM>, kAxis, "Softness between the stops.")
      .method("setStopCFM", &set_all<dParamStopCFM>, "axis (0, 1; all without it), cfm (not negative)",
              "Softness of the stops.")
      .method("getStopCFM", &get<dParamStopCFM>, kAxis, "Softness of the stops.")
      .method("setStopERP", &set_all<dParamStopERP>, "axis (0, 1; all without it), erp (0 to 1)",
              "Share of a stop's error corrected.")
      .method("getStopERP", &get<dParamStopERP>, kAxis, "Share of a stop's error corrected.")
      .method("setSuspensionERP", &set_all<dParamSuspensionERP>, "axis (0, or without it), erp (0 to 1)",
              "Share of the suspension's error corrected; of a hinge-2 joint only.")
      .method("getSuspensionERP", &get<dParamSuspensionERP>, kAxis, "Share of the suspension's error corrected.")
      .method("setSuspensionCFM", &set_all<dParamSuspensionCFM>, "axis (0, or without it), cfm (not negative)",
              "Softness of the suspension; of a hinge-2 joint only.")
      .method("getSuspensionCFM", &get<dParamSuspensionCFM>, kAxis, "Softness of the suspension.");
}

}  // namespace

void register_joint_classes(ClassRegistry& classes) {
  constexpr const char* kAnchor = "x, y, z (m)";
  constexpr const char* kAnchorHelp = "The anchor, in the frame of the joint's node.";
  register_joint(classes);
  classes.add<BallJoint>("oxygen/BallJoint", "oxygen/Joint", "A ball-and-socket joint.")
      .method("setAnchor", &BallJoint::set_anchor, kAnchor, kAnchorHelp);
  classes.add<HingeJoint>("oxygen/HingeJoint", "oxygen/Joint", "A hinge.")
      .method("setAnchor", &HingeJoint::set_anchor, kAnchor, kAnchorHelp)
      .method("setAxis", &HingeJoint::set_axis, "x, y or z (0, 1, 2)",
              "Turns about that axis of the joint's node; about the world's x unless set.")
      .method("setAxisDirection", &HingeJoint::set_axis_direction, "x, y, z",
              "The axis as any direction in the frame of the joint's node.")
      .method("getAngle", &HingeJoint::angle, "", "Angle of the first body against the second in degrees.")
      .method("getAngleRate", &HingeJoint::angle_rate, "", "Rate of the angle in degrees/s.")
      .method("addTorque", &HingeJoint::add_torque, "torque (N·m)",
              "Turns the first body about the axis in the next step, and the second the other way.")
      .method("getAxisTorque", &HingeJoint::torque, "",
              "The torque of motor and stops on the first body in the last step, N·m; needs setFeedback.");
  classes
      .add<Hinge2Joint>("oxygen/Hinge2Joint", "oxygen/Joint",
                        "Connects a chassis (first body) and a steered wheel (second).")
      .method("setAnchor", &Hinge2Joint::set_anchor, kAnchor,
              "The anchor; steers about z of the joint's node and rolls about its x.")
      .method("getAngle", &Hinge2Joint::angle, "axis (0)", "Angle of the steering in degrees.")
      .method("getAngleRate", &Hinge2Joint::angle_rate, "axis (0, 1)", "Rate of steering or wheel in degrees/s.");
  classes.add<UniversalJoint>("oxygen/UniversalJoint", "oxygen/Joint", "A joint with two crossed axes.")
      .method("setAnchor", &UniversalJoint::set_anchor, kAnchor, kAnchorHelp)
      .method("setAxis1", &UniversalJoint::set_axis1, "x, y, z", "The first body's axis in the joint's node.")
      .method("setAxis2", &UniversalJoint::set_axis2, "x, y, z", "The second body's axis in the joint's node.")
      .method("getAngle", &UniversalJoint::angle, "axis (0, 1)", "Angle about that axis in degrees.")
      .method("getAngleRate", &UniversalJoint::angle_rate, "axis (0, 1)", "Rate of that angle in degrees/s.");
  classes.add<SliderJoint>("oxygen/SliderJoint", "oxygen/Joint", "A rail along z of the joint's node.")
      .method("getPosition", &SliderJoint::position, "", "Distance from the position at which it was attached, m.")
      .method("getPositionRate", &SliderJoint::position_rate, "", "Speed along the rail in m/s.")
      .method("addForce", &SliderJoint::add_force, "force (N)",
              "Pushes the first body along the rail in the next step, and the second the other way.");
  classes.add<FixedJoint>("oxygen/FixedJoint", "oxygen/Joint",
                          "Keeps the bodies in the relative pose that they have when it is attached.");
}

}  // namespace spark
