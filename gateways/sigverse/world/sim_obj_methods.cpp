// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "gateways/sigverse/world/sim_obj.h"
#include "spark/core/class_registry.h"

namespace sigverse {
namespace {

using spark::Vec3;

SigVector sig(const Vec3& v) {
  return {v.x, v.y, v.z};
}

std::string words(const SigVector& v) {
  return fmt::format("{:.9g} {:.9g} {:.9g}", v[0], v[1], v[2]);
}

std::string words(const SigQuaternion& q) {
  return fmt::format("{:.9g} {:.9g} {:.9g} {:.9g}", q[0], q[1], q[2], q[3]);
}

/// Returns nil for nullopt.
template <typename T>
spark::Value words_or_nothing(const std::optional<T>& numbers) {
  return numbers ? spark::Value(words(*numbers)) : spark::Value();
}

AttributeValue attribute_value(const spark::Value& value) {
  if (const bool* on = std::get_if<bool>(&value)) return *on;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return spark::as_real(value).value_or(0.0);
}

bool set_attribute(SimObj& object, const std::string& name, const spark::Values& values) {
  return values.size() == 1 && !std::holds_alternative<std::monostate>(values[0]) &&
         object.set_attribute(name, attribute_value(values[0]));
}

bool set_joint_angle(SimObj& object, const std::string& joint, double angle) {
  return object.set_joint_angle(joint, angle);
}

bool set_joint_velocity(SimObj& object, const std::string& joint, double velocity, double max_torque) {
  return object.set_joint_velocity(joint, velocity, max_torque);
}

bool set_part_velocity(SimObj& object, const std::string& part, double velocity, double max_torque) {
  return object.set_part_velocity(part, velocity, max_torque);
}

bool add_joint_torque(SimObj& object, const std::string& joint, double torque) {
  return object.add_joint_torque(joint, torque);
}

spark::Value joint_angle(SimObj& object, const std::string& joint) {
  const auto angle = object.joint_angle(joint);
  return angle ? spark::Value(*angle) : spark::Value();
}

spark::Value get_attribute(SimObj& object, const std::string& name) {
  const Attribute* attribute = object.attributes().find(name);
  if (!attribute) return {};
  return std::visit([](const auto& value) { return spark::Value(value); }, attribute->value);
}

std::string collisions(SimObj& object) {
  std::string text;
  for (const Collision& collision : object.collisions())
    text +=
        fmt::format("{}{}:{}:{}", text.empty() ? "" : " ", collision.other, collision.other_part, collision.my_part);
  return text;
}

std::string joint_angles(const SimObj& object) {
  std::string text;
  for (const auto& [name, angle] : object.joint_angles())
    text += fmt::format("{}{} {:.9g}", text.empty() ? "" : " ", name, angle);
  return text;
}

void register_motion(spark::ClassInfo& info) {
  info.method(
          "setPosition", +[](SimObj& o, Vec3 p) { return o.set_position(sig(p)); }, "x, y, z (cm)",
          "Puts the object at a place.")
      .method(
          "getPosition", +[](SimObj& o) { return words(o.position()); }, "", "Its place, x y z, in cm.")
      .method(
          "setRotation",
          +[](SimObj& o, double w, double x, double y, double z) {
            return o.set_rotation({w, x, y, z}, false);
          },
          "w, x, y, z", "Sets the orientation of the object, a quaternion.")
      .method(
          "setRelativeRotation",
          +[](SimObj& o, double w, double x, double y, double z) {
            return o.set_rotation({w, x, y, z}, true);
          },
          "w, x, y, z", "Turns the object by a quaternion in its own frame.")
      .method(
          "getRotation", +[](SimObj& o) { return words(o.rotation()); }, "", "Its orientation, a quaternion w x y z.")
      .method(
          "setLinearVelocity", +[](SimObj& o, Vec3 v) { return o.set_linear_velocity(sig(v)); }, "x, y, z (cm/s)",
          "Sets the velocity of an object with dynamics.")
      .method(
          "getLinearVelocity", +[](SimObj& o) { return words(o.linear_velocity()); }, "",
          "Its velocity, x y z, in cm/s.")
      .method(
          "setAngularVelocity", +[](SimObj& o, Vec3 v) { return o.set_angular_velocity(sig(v)); }, "x, y, z (rad/s)",
          "Sets the spin of an object with dynamics.")
      .method(
          "getAngularVelocity", +[](SimObj& o) { return words(o.angular_velocity()); }, "",
          "Its spin, x y z, in rad/s.");
}

void register_forces(spark::ClassInfo& info) {
  info.method(
          "setForce", +[](SimObj& o, Vec3 f) { return o.set_force(sig(f)); }, "x, y, z (kg·cm/s²)",
          "Sets the force for the next step, in place of one set before.")
      .method(
          "addForce", +[](SimObj& o, Vec3 f) { return o.add_force(sig(f), false); }, "x, y, z (kg·cm/s²)",
          "Adds a force for the next step.")
      .method(
          "addRelForce", +[](SimObj& o, Vec3 f) { return o.add_force(sig(f), true); }, "x, y, z (kg·cm/s²)",
          "The same in the frame of the object.")
      .method(
          "addForceAtPos", +[](SimObj& o, Vec3 f, Vec3 p) { return o.add_force_at(sig(f), sig(p), false, false); },
          "force x, y, z (kg·cm/s²), place x, y, z (cm)", "Adds a force for the next step that acts at a place.")
      .method(
          "addForceAtRelPos", +[](SimObj& o, Vec3 f, Vec3 p) { return o.add_force_at(sig(f), sig(p), false, true); },
          "force x, y, z (kg·cm/s²), place x, y, z (cm)", "The same at a place in the frame of the object.")
      .method(
          "addRelForceAtPos", +[](SimObj& o, Vec3 f, Vec3 p) { return o.add_force_at(sig(f), sig(p), true, false); },
          "force x, y, z (kg·cm/s²), place x, y, z (cm)", "The same with the force in the frame of the object.")
      .method(
          "addRelForceAtRelPos", +[](SimObj& o, Vec3 f, Vec3 p) { return o.add_force_at(sig(f), sig(p), true, true); },
          "force x, y, z (kg·cm/s²), place x, y, z (cm)", "The same with both in the frame of the object.")
      .method(
          "addForceToParts",
          +[](SimObj& o, const std::string& part, Vec3 f) { return o.add_force_to_part(part, sig(f)); },
          "part, x, y, z (kg·cm/s²)", "Adds a force for the next step on one of its parts.")
      .method(
          "setTorque", +[](SimObj& o, Vec3 t) { return o.set_torque(sig(t)); }, "x, y, z (kg·cm²/s²)",
          "Sets the torque for the next step, in place of one set before.")
      .method(
          "addTorque", +[](SimObj& o, Vec3 t) { return o.add_torque(sig(t), false); }, "x, y, z (kg·cm²/s²)",
          "Adds a torque for the next step.")
      .method(
          "addRelTorque", +[](SimObj& o, Vec3 t) { return o.add_torque(sig(t), true); }, "x, y, z (kg·cm²/s²)",
          "The same in the frame of the object.")
      .method(
          "setAccel", +[](SimObj& o, Vec3 a) { return o.set_acceleration(sig(a)); }, "x, y, z (cm/s²)",
          "Sets the acceleration for the next step, in addition to that of other forces.");
}

void register_state(spark::ClassInfo& info) {
  info.method("setMass", &SimObj::set_mass, "mass (kg)", "Sets the mass; the inertia grows with it.")
      .method("getMass", &SimObj::mass, "", "Its mass in kg.")
      .method("setGravityMode", &SimObj::set_gravity_mode, "on", "Whether gravity acts on it (true).")
      .method("getGravityMode", &SimObj::gravity_mode, "", "Whether gravity acts on it.")
      .method("setDynamicsMode", &SimObj::set_dynamics, "on", "Whether the physics moves it.")
      .method("getDynamicsMode", &SimObj::dynamics, "", "Whether the physics moves it.")
      .method("setCollisionEnable", &SimObj::set_collision, "on", "Whether it touches anything.")
      .method("getCollisionEnable", &SimObj::collides, "", "Whether it touches anything.")
      .method("getCollisions", &collisions, "", "What it touches: object:part:own part, with blanks between.")
      .method("setAttrValue", &set_attribute, "name, value", "Sets an attribute, with the effect that it has.")
      .method("getAttrValue", &get_attribute, "name",
              "The value of an attribute; nothing if there is no such attribute.");
}

void register_joints(spark::ClassInfo& info) {
  info.method("setJointAngle", &set_joint_angle, "joint, angle (rad)",
              "Turns a hinge to an angle: at once without dynamics, otherwise with a servo.")
      .method(
          "setJointQuaternion",
          +[](SimObj& o, const std::string& joint, double w, double x, double y, double z, bool relative) {
            return o.set_joint_quaternion(joint, {w, x, y, z}, relative);
          },
          "joint, w, x, y, z, relative", "Turns a joint, without dynamics: from its zero, or further.")
      .method("setJointVelocity", &set_joint_velocity, "joint, velocity (rad/s), torque (kg·cm²/s²)",
              "Turns a hinge from now on, with dynamics by a motor with that maximum torque; 0 holds it.")
      .method("setAngularVelocityToParts", &set_part_velocity, "part, velocity (rad/s), torque (kg·cm²/s²)",
              "The same for the joint that leads to a part.")
      .method("addJointTorque", &add_joint_torque, "joint, torque (kg·cm²/s²)",
              "Adds a torque for the next step on a hinge, with dynamics.")
      .method("getJointAngle", &joint_angle, "joint", "The angle of a hinge in rad; nothing if there is no such hinge.")
      .method("getAllJointAngles", &joint_angles, "", "All hinges: name and angle in rad, with blanks between.")
      .method(
          "getJointPosition",
          +[](SimObj& o, const std::string& joint) { return words_or_nothing(o.joint_position(joint)); }, "joint",
          "The position of a joint, x y z, in cm; nothing if there is no such joint.")
      .method(
          "getPartsPosition",
          +[](SimObj& o, const std::string& name) {
            const auto part = o.find_part(name);
            return words_or_nothing(part ? std::optional(part->place) : std::nullopt);
          },
          "part", "The position of a part, x y z, in cm; nothing if there is no such part.")
      .method(
          "getPartsQuaternion",
          +[](SimObj& o, const std::string& name) {
            const auto part = o.find_part(name);
            return words_or_nothing(part ? std::optional(part->turn) : std::nullopt);
          },
          "part", "The orientation of a part, a quaternion w x y z; nothing if there is no such part.");
}

void register_cameras(spark::ClassInfo& info) {
  info.method(
          "setCamPos", +[](SimObj& o, int id, Vec3 p) { return o.set_camera_position(id, sig(p)); },
          "camera (1 to 9), x, y, z (cm)", "Puts a camera at a place in the frame of its part.")
      .method(
          "setCamDir", +[](SimObj& o, int id, Vec3 d) { return o.set_camera_direction(id, sig(d)); },
          "camera (1 to 9), x, y, z", "Turns a camera to a direction in the frame of its part.")
      .method("setCamFOV", &SimObj::set_camera_fov, "camera (1 to 9), angle (degrees)",
              "The vertical angle that a camera sees.")
      .method("setCamAS", &SimObj::set_camera_aspect_ratio, "camera (1 to 9), ratio",
              "The width of a camera's picture, as a multiple of its height.");
}

}  // namespace

void register_sim_obj(spark::ClassRegistry& classes) {
  spark::ClassInfo& info = classes.add<SimObj>(
      "SimObj", "zeitgeist/Node", "An object of a SIGVerse world: lengths in cm, y up. SimWorld makes them.");
  register_motion(info);
  register_forces(info);
  register_state(info);
  register_joints(info);
  register_cameras(info);
  register_link_methods(info);
}

}  // namespace sigverse
