// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "gateways/sigverse/world/pointing.h"
#include "gateways/sigverse/world/sim_obj.h"
#include "gateways/sigverse/world/sim_world.h"
#include "spark/core/class_registry.h"
#include "spark/core/log.h"
#include "spark/core/method_refused.h"

namespace sigverse {
namespace {

SimWorld& world_of(const SimObj& object) {
  auto* world = object.parent() ? object.parent()->child_of_type<SimWorld>() : nullptr;
  if (!world || world->find(object.object_name()) != &object) throw spark::Refused("it belongs to no SimWorld");
  return *world;
}

SimObj& object_named(const SimWorld& world, const std::string& name) {
  if (SimObj* object = world.find(name)) return *object;
  throw spark::Refused(fmt::format("there is no object '{}'", spark::printable(name)));
}

bool done_or_refused(std::string_view why) {
  if (!why.empty()) throw spark::Refused(std::string(why));
  return true;
}

bool connect(SimObj& owner, const std::string& joint, const std::string& part, const std::string& target,
             const std::string& target_part) {
  SimWorld& world = world_of(owner);
  return done_or_refused(world.links().connect(owner, joint, part, object_named(world, target), target_part));
}

bool disconnect(SimObj& owner, const std::string& joint) {
  return world_of(owner).links().disconnect(owner, joint) || done_or_refused("it has made no joint with that name");
}

std::string joint_force(SimObj& owner, const std::string& joint) {
  const auto loads = world_of(owner).links().loads(owner, joint);
  if (!loads) return {};
  std::string text;
  for (const JointLoads::Side& side : {loads->own, loads->other})
    for (const SigVector& vector : {side.force, side.torque})
      for (const double x : vector) text += fmt::format("{}{:.9g}", text.empty() ? "" : " ", x);
  return text;
}

bool grasp(SimObj& owner, const std::string& part, const std::string& target) {
  SimWorld& world = world_of(owner);
  switch (world.links().grasp(owner, part, object_named(world, target))) {
    case GraspAnswer::holds:
      return true;
    case GraspAnswer::no_such_target:
      return done_or_refused("there is no such object");
    case GraspAnswer::hand_is_full:
      return done_or_refused("the part already holds something");
    case GraspAnswer::held_already:
      return done_or_refused("another part holds it");
    case GraspAnswer::not_graspable:
      return done_or_refused("it cannot be grasped by that part");
    case GraspAnswer::too_far:
      return done_or_refused("it is too far away");
  }
  return false;
}

bool drop(SimObj& owner, const std::string& part) {
  return world_of(owner).links().drop(owner, part) || done_or_refused("the part holds nothing");
}

std::string pointing(SimObj& object, const std::string& from, const std::string& to) {
  const auto begin = object.joint_position(from), end = object.joint_position(to);
  if (!begin || !end) throw spark::Refused("it has no such joint");
  const auto direction = direction_between(*begin, *end);
  return direction ? fmt::format("{:.9g} {:.9g} {:.9g}", (*direction)[0], (*direction)[1], (*direction)[2]) : "";
}

WheelDrive& wheels_of(const SimObj& object) {
  if (WheelDrive* wheels = world_of(object).wheels(object)) return *wheels;
  throw spark::Refused("it has no wheels");
}

}  // namespace

void register_link_methods(spark::ClassInfo& info) {
  info.method("connectJoint", &connect, "joint, part, target, part of the target",
              "Joins two parts as they are, by a joint with that name. An empty part is body.")
      .method("releaseJoint", &disconnect, "joint", "Removes a joint that connectJoint has made.")
      .method("getJointForce", &joint_force, "joint",
              "The load of a joint in the last step: force x y z in kg·cm/s² and torque x y z in kg·cm²/s² on the "
              "object's part, then on the other part; nothing if there is no such joint.")
      .method("getPointingVector", &pointing, "joint, joint",
              "The direction from one of its joints to another, x y z; nothing if they are at the same place.")
      .method("graspObj", &grasp, "part, target", "Holds another object in a part.")
      .method("releaseObj", &drop, "part", "Drops what a part holds.")
      .method(
          "getIsGrasped", +[](SimObj& o) { return world_of(o).links().is_held(o); }, "", "Whether it is held.")
      .method(
          "setWheel",
          +[](SimObj& o, double radius, double distance) {
            return done_or_refused(wheels_of(o).set_wheels(radius, distance));
          },
          "radius (cm), distance (cm)", "The size of its wheels.")
      .method(
          "setWheelVelocity",
          +[](SimObj& o, double left, double right) { return done_or_refused(wheels_of(o).set_speeds(left, right)); },
          "left (rad/s), right (rad/s)", "How fast its wheels turn from now on.");
}

}  // namespace sigverse
