// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "spark/physics/body.h"

namespace spark {

class Collider;
class Joint;

/// A body with all bodies that joints connect to it, directly or through others: a robot, from the point of view of
/// physics. It is moved as a whole; a body that is moved alone is pulled back by its joints.
///
/// It is computed by the constructor, and valid until a joint is attached or released or a body leaves the scene. A
/// body without joints is an articulation of one body, and costs no memory. Joints with the static world move along: a
/// body that was fixed to the floor is fixed to the floor at its new position.
class Articulation {
 public:
  explicit Articulation(Body& body);

  /// The body given to the constructor. Positions are those of its origin.
  Body& body() const { return body_; }
  /// The other bodies, nearest by joints first.
  const std::vector<Body*>& others() const { return others_; }
  bool is_single() const { return others_.empty(); }

  // All of these refuse (false, no change) values that one of the bodies would refuse (`Body`).

  /// Translates all bodies without rotation; velocities are kept.
  bool move_to(Vec3 position);
  /// The same, and stops all bodies: velocities, spins and pending forces are zeroed.
  bool place_at_rest(Vec3 position);
  /// Also rotates all bodies about the origin of `body()`, until that has this rotation.
  bool place_at_rest(const Pose& pose);
  /// Gives all bodies this velocity, m/s, and no spin.
  bool set_velocity(Vec3 velocity);
  /// Gives `body()` this velocity, m/s, and spin, rad/s. The others move along as if all were one rigid body, and keep
  /// their motion relative to it.
  bool set_motion(Vec3 velocity, Vec3 spin);

  /// The obstacle that `place_at_rest(pose)` would collide with: the first foreign collider, in the order of the world,
  /// into which one of its shapes would reach deeper than `depth`, m; null if there is none. Shapes that pass through
  /// each other (`World::set_touching`, `set_bodies_touching`) and sensors are ignored. Restores everything.
  const Collider* obstacle_at(const Pose& pose, double depth) const;

  /// How far its solid shapes reach down from the origin of `body()`, m: its height above a floor on which it stands in
  /// its current orientation. `nullopt` without solid shapes.
  std::optional<double> reach_down() const;

 private:
  std::vector<Body*> all() const;
  bool move(const Pose& motion, Vec3 position);
  void stop();

  Body& body_;
  std::vector<Body*> others_;
  std::vector<Joint*> anchors_;  ///< joints between a body and the static world
};

/// The body that represents everything below a node, such as an agent's: the one that moves the node itself, else the
/// heaviest, the first of equally heavy ones. Null if there is none in the scene.
Body* main_body(Transform& node);

}  // namespace spark
