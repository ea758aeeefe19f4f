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

/// A robot as seen by its controllers, by the names that they use: joints, links, sensors, cameras, and the percepts
/// and effectors that belong to each. Plain data: made on the simulation thread, copied to the thread that controls the
/// robot.
struct RobotMap {
  /// A percept, identified by its predicate and the text of its `(name N)` item.
  struct Percept {
    std::string predicate, name;
  };
  /// An index into the effectors' forms that were made together with the map.
  using EffectorPlace = std::optional<std::size_t>;

  /// A hinge or slider with a JointState, whose name it has.
  struct Joint {
    std::string name;
    bool turns = true;  ///< rad, not m
    Percept state{};
    EffectorPlace torque{};  ///< its JointTorque, whose range is the maximum torque
    EffectorPlace motion{};  ///< its JointMotion
  };
  /// A body with a BodyState, whose name it has. The link that a joint carries has the joint's name.
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

  std::vector<Joint> joints;  ///< in the order of creation of their JointState
  /// The root first (the first one whose name is not a joint's; if there is none, the first of all), then those of
  /// joints in the joints' order, then all others in the order of creation.
  std::vector<Link> links;
  // In the order of creation.
  std::vector<Sensor> force_sensors, gyros, accelerometers, range_finders;
  std::vector<std::string> cameras;   ///< their names; a camera's number is its index
  std::vector<std::string> percepts;  ///< the predicates of all perceptors, each once
};

/// Called on the simulation thread. `effectors` becomes the forms of all effectors of the robot, one for each name, in
/// the order of creation: `Order::effector` of a bridge, and the indices in the map, refer to it.
RobotMap make_robot_map(const spark::AgentAspect& body, std::vector<EffectorForm>& effectors);

/// The cameras of a robot, by their numbers in its map. Called on the simulation thread.
std::vector<const spark::Camera*> cameras_of(const spark::AgentAspect& body);

}  // namespace rtm
