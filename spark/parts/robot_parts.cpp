// SPDX-License-Identifier: Apache-2.0
#include "spark/core/class_registry.h"
#include "spark/parts/body_effectors.h"
#include "spark/parts/body_sensors.h"
#include "spark/parts/camera_head.h"
#include "spark/parts/contacts.h"
#include "spark/parts/force_torque.h"
#include "spark/parts/joint_brake.h"
#include "spark/parts/joint_motion.h"
#include "spark/parts/joint_servo.h"
#include "spark/parts/joint_state.h"
#include "spark/parts/joint_torque.h"
#include "spark/parts/light_parts.h"
#include "spark/parts/parts.h"
#include "spark/parts/pose_perceptor.h"
#include "spark/parts/push_effector.h"
#include "spark/parts/range_finder.h"
#include "spark/parts/slider_parts.h"
#include "spark/parts/touch_perceptor.h"

namespace spark {
namespace {

constexpr const char* kEffector = "oxygen/Effector";
constexpr const char* kPerceptor = "oxygen/Perceptor";
constexpr const char* kTorque = "torque (N·m)";
constexpr const char* kForce = "force (N)";

void register_joint_parts(ClassRegistry& classes) {
  constexpr const char* kConstant = "constant (N·m/A)";
  classes.add<JointServo>("JointServo", kEffector, "A position servo on the hinge or slider above it.")
      .method("setGains", &JointServo::set_gains, "stiffness (N·m/rad), damping (N·m·s/rad)",
              "The torque is stiffness · error − damping · rate (10, 1); on a slider N/m and N·s/m.")
      .method("setMaxTorque", &JointServo::set_max_torque, kTorque, "The maximum torque (10); on a slider N.")
      .method("setMaxSpeed", &JointServo::set_max_speed, "speed (degrees/s)",
              "How fast its set point moves to the target (360); on a slider m/s (1).")
      .method("setRange", &JointServo::set_range, "low (degrees), high (degrees)",
              "Targets are limited to it; on a slider m. Up to ±3600 degrees; the joint's stops unless set, "
              "or ±179.")
      .method("setTorqueConstant", &JointServo::set_torque_constant, kConstant,
              "Torque per current, for JointState (1); on a slider N/A.");
  classes.add<JointTorque>("JointTorque", kEffector, "A torque on the hinge above it, or a force on the slider.")
      .method("setMaxTorque", &JointTorque::set_max_torque, kTorque,
              "Larger torques are limited to this (10); on a slider N.")
      .method("setRotorInertia", &JointTorque::set_rotor_inertia, "inertia (kg·m²)",
              "The inertia of a rotor that turns with the joint, as seen through the gear (0); on a slider kg.")
      .method("setTorqueConstant", &JointTorque::set_torque_constant, kConstant,
              "Torque per current, for JointState (1); on a slider N/A.");
  classes.add<JointMotion>("JointMotion", kEffector, "Moves the hinge or slider above it along an exact motion.")
      .method("setMaxSpeed", &JointMotion::set_max_speed, "speed (degrees/s)",
              "The maximum speed of the joint (3600); on a slider m/s (10).")
      .method("setTorqueConstant", &JointMotion::set_torque_constant, kConstant,
              "Torque per current, for JointState (1); on a slider N/A.");
  classes.add<JointBrake>("JointBrake", kEffector, "Holds the hinge or slider above it where it is.")
      .method("setMaxTorque", &JointBrake::set_max_torque, kTorque,
              "A greater load makes it slip (100); on a slider N.");
  classes.add<JointState>("JointState", kPerceptor, "Position, speed, torque and current of the joint above it.");
  classes.add<BrakePerceptor>("BrakePerceptor", kPerceptor, "The load that the JointBrake beside it bears.");
  classes.add<ForceTorque>("ForceTorque", kPerceptor, "The load that the joint above it transmits.");
}

void register_body_parts(ClassRegistry& classes) {
  classes.add<PushEffector>("PushEffector", kEffector, "Pushes the body above it along z of its node.")
      .method("setMaxForce", &PushEffector::set_max_force, kForce, "Larger forces are limited to this (100).");
  classes.add<Wrench>("Wrench", kEffector, "A force and a torque on the body that it is attached to.")
      .method("setMaxForce", &Wrench::set_max_force, kForce, "Larger components are limited to this (5000000).")
      .method("setMaxTorque", &Wrench::set_max_torque, kTorque, "Larger components are limited to this (5000000).");
  classes.add<PlaceEffector>("Place", kEffector,
                             "Moves the body that it is attached to, with all bodies that joints connect to it.");
  classes.add<SetVelocity>("SetVelocity", kEffector, "Gives the body that it is attached to a velocity, once.");
  classes.add<BodyState>("BodyState", kPerceptor, "Place and motion of the body that it is attached to, in the world.");
  classes.add<Gyro>("Gyro", kPerceptor, "How fast the body turns.");
  classes.add<Accelerometer>("Accelerometer", kPerceptor, "The acceleration of the body, less gravity.");
  classes.add<Contacts>("Contacts", kPerceptor, "What touches the body that it is attached to, and how hard.");
  classes.add<RangeFinder>("RangeFinder", kPerceptor, "How far away the first solid thing is in each direction.")
      .method("setScan", &RangeFinder::set_scan, "angle (degrees), step (degrees), farthest (m)",
              "One ray each step from -angle/2 to angle/2 about x, up to 2048; it reads farthest where nothing is hit "
              "(180, 1, 10).");
}

void register_light_parts(ClassRegistry& classes) {
  classes.add<Lamp>("Lamp", kEffector, "The brightness of the light above it.");
  classes.add<LightSensor>("LightSensor", kPerceptor, "How much light falls on it.");
  classes.add<Thermometer>("Thermometer", kPerceptor, "A temperature that follows its environment and light.")
      .method("setSurroundings", &Thermometer::set_surroundings, "temperature (°C)",
              "The temperature without light (23).")
      .method("setWarming", &Thermometer::set_warming, "warming (K/lx)", "The rise in temperature per lux (0.02).")
      .method("setTimeConstant", &Thermometer::set_time_constant, "time (s)",
              "The time after which it has covered 63 % of a change (5).");
}

void register_camera_head(ClassRegistry& classes) {
  constexpr const char* kSpeed = "speed (degrees/s)";
  classes.add<CameraHead>("CameraHead", kEffector, "Turns and zooms the cameras below the Transform above it.")
      .method("setPanRange", &CameraHead::set_pan_range, "low (degrees), high (degrees)", "Up to ±360 (-100, 100).")
      .method("setTiltRange", &CameraHead::set_tilt_range, "low (degrees), high (degrees)", "Up to ±90 (-25, 25).")
      .method("setMaxZoom", &CameraHead::set_max_zoom, "factor", "1 to 100 (12).")
      .method("setPanSpeed", &CameraHead::set_pan_speed, kSpeed, "How fast it pans (80).")
      .method("setTiltSpeed", &CameraHead::set_tilt_speed, kSpeed, "How fast it tilts (50).")
      .method("setZoomSpeed", &CameraHead::set_zoom_speed, "factor per second", "How fast it zooms (3.46).");
}

}  // namespace

void register_robotparts(ClassRegistry& classes) {
  classes.add<SliderEffector>("SliderEffector", kEffector, "The motor of the slider above it.");
  classes.add<SliderPerceptor>("SliderPerceptor", kPerceptor, "Position and speed of the slider above it.");
  classes.add<PosePerceptor>("PosePerceptor", kPerceptor, "Place and heading of the transform above.");
  classes.add<TouchPerceptor>("TouchPerceptor", kPerceptor,
                              "Whether something touches colliders of the agent that have a RecorderHandler.");
  register_joint_parts(classes);
  register_body_parts(classes);
  register_light_parts(classes);
  register_camera_head(classes);
}

}  // namespace spark
