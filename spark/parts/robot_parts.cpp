// SPDX-License-Identifier: Apache-2.0
#include "spark/core/class_registry.h"
#include "spark/parts/force_torque.h"
#include "spark/parts/joint_brake.h"
#include "spark/parts/joint_servo.h"
#include "spark/parts/joint_state.h"
#include "spark/parts/joint_torque.h"
#include "spark/parts/light_parts.h"
#include "spark/parts/parts.h"
#include "spark/parts/pose_perceptor.h"
#include "spark/parts/push_effector.h"
#include "spark/parts/slider_parts.h"
#include "spark/parts/touch_perceptor.h"

namespace spark {
namespace {

constexpr const char* kEffector = "oxygen/Effector";
constexpr const char* kPerceptor = "oxygen/Perceptor";
constexpr const char* kTorque = "torque (N·m)";

void register_joint_parts(ClassRegistry& classes) {
  constexpr const char* kConstant = "constant (N·m/A)";
  classes.add<JointServo>("JointServo", kEffector, "A position servo on the hinge or slider it hangs below.")
      .method("setGains", &JointServo::set_gains, "stiffness (N·m/rad), damping (N·m·s/rad)",
              "The torque is stiffness · error − damping · rate (10, 1); on a slider N/m and N·s/m.")
      .method("setMaxTorque", &JointServo::set_max_torque, kTorque, "The greatest torque (10); on a slider N.")
      .method("setMaxSpeed", &JointServo::set_max_speed, "speed (degrees/s)",
              "How fast its set point goes to the target (360); on a slider m/s (1).")
      .method("setRange", &JointServo::set_range, "low (degrees), high (degrees)",
              "Targets beyond are taken for its end; on a slider m. The joint's stops unless set, ±179 at most.")
      .method("setTorqueConstant", &JointServo::set_torque_constant, kConstant,
              "Torque per current, for JointState (1); on a slider N/A.");
  classes.add<JointTorque>("JointTorque", kEffector, "A torque on the hinge it hangs below, or a force on the slider.")
      .method("setMaxTorque", &JointTorque::set_max_torque, kTorque,
              "Torques beyond are taken for the greatest (10); on a slider N.")
      .method("setRotorInertia", &JointTorque::set_rotor_inertia, "inertia (kg·m²)",
              "Of a rotor that turns along, as seen through the gear (0); on a slider kg.")
      .method("setTorqueConstant", &JointTorque::set_torque_constant, kConstant,
              "Torque per current, for JointState (1); on a slider N/A.");
  classes.add<JointBrake>("JointBrake", kEffector, "Holds the hinge or slider it hangs below where it is.")
      .method("setMaxTorque", &JointBrake::set_max_torque, kTorque,
              "A greater load makes it slip (100); on a slider N.");
  classes.add<JointState>("JointState", kPerceptor, "Position, speed, torque and current of the joint it hangs below.");
  classes.add<BrakePerceptor>("BrakePerceptor", kPerceptor, "What the JointBrake beside it holds against.");
  classes.add<ForceTorque>("ForceTorque", kPerceptor, "The load that the joint transmits it hangs below.");
}

void register_light_parts(ClassRegistry& classes) {
  classes.add<Lamp>("Lamp", kEffector, "The brightness of the light it hangs below.");
  classes.add<LightSensor>("LightSensor", kPerceptor, "How much light falls on it.");
  classes.add<Thermometer>("Thermometer", kPerceptor, "A temperature that follows surroundings and light.")
      .method("setSurroundings", &Thermometer::set_surroundings, "temperature (°C)", "Without light (23).")
      .method("setWarming", &Thermometer::set_warming, "warming (K/lx)", "Warmer by that much per light (0.02).")
      .method("setTimeConstant", &Thermometer::set_time_constant, "time (s)",
              "In that time it comes nearer by 63 % (5).");
}

}  // namespace

void register_robotparts(ClassRegistry& classes) {
  classes.add<SliderEffector>("SliderEffector", kEffector, "The motor of the slider it hangs below.");
  classes.add<SliderPerceptor>("SliderPerceptor", kPerceptor, "Position and speed of the slider it hangs below.");
  classes.add<PosePerceptor>("PosePerceptor", kPerceptor, "Place and heading of the transform above.");
  classes.add<TouchPerceptor>("TouchPerceptor", kPerceptor,
                              "Whether something touches colliders of the agent that have a RecorderHandler.");
  register_joint_parts(classes);
  classes.add<PushEffector>("PushEffector", kEffector, "Pushes the body above it along z of its node.")
      .method("setMaxForce", &PushEffector::set_max_force, "force (N)",
              "Forces beyond are taken for the greatest (100).");
  register_light_parts(classes);
}

}  // namespace spark
