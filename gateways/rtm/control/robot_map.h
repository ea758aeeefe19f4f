// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/device/period.h"

namespace spark {
class AgentAspect;
class Camera;
}  // namespace spark

namespace rtm {

/// What a robot has for its controllers, by the names that controllers use: joints, links, sensors, cameras, and the
/// percepts and effectors that belong to each. Plain data: made on the simulation thread, copied to the thread that
/// controls the robot.
struct RobotMap {
  /// A percept, by the name at its head and the text of its `(name N)` item.
  struct Percept {
    std::string predicate, name;
  };
  /// A place among the effectors' forms that were made together with the map.
  using EffectorPlace = std::optional<std::size_t>;

  /// A hinge or slider that has a JointState; it is called like that.
  struct Joint {
    std::string name;
    bool turns = true;  ///< rad, not m
    Percept state{};
    EffectorPlace torque{};  ///< its JointTorque; the most it gives is the range of that
    EffectorPlace motion{};  ///< its JointMotion
  };
  /// A body that has a BodyState; it is called like that. The link that a joint carries has the joint's name.
  struct Link {
    std::string name;
    Percept state{};
    std::optional<Percept> contacts{};  ///< of its colliders
    EffectorPlace wrench{}, place{}, velocity{};
  };
  struct Sensor {
    std::string name;
    Percept percept{};
  };

  std::vector<Joint> joints;  ///< in the order in which their JointState were created
  /// The root first (the first whose name is no joint's; the first of all if there is no such), then those of joints in
  /// the joints' order, then all others in the order of creation.
  std::vector<Link> links;
  // In the order of creation.
  std::vector<Sensor> force_sensors, gyros, accelerometers, range_finders;
  std::vector<std::string> cameras;   ///< their names; a camera's number is its place
  std::vector<std::string> percepts;  ///< the predicates of all perceptors, each once
};

/// Called on the simulation thread. `effectors` becomes the forms of all effectors of the robot, one for each name, in
/// the order of creation: `Order::effector` of a bridge's orders, and the places in the map, count in it.
RobotMap make_robot_map(const spark::AgentAspect& body, std::vector<EffectorForm>& effectors);

/// The cameras of a robot, by the numbers that they have in its map. Called on the simulation thread.
std::vector<const spark::Camera*> cameras_of(const spark::AgentAspect& body);

}  // namespace rtm
