// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "spark/physics/body.h"

namespace spark {

class Collider;
class Joint;

/// A body with all bodies that joints connect with it, directly or through others: a robot, as far as physics knows it.
/// It is moved as a whole; a body that is moved by itself is pulled back by its joints.
///
/// Found when it is made, and good until a joint is attached or released or a body leaves the scene. A body without
/// joints is an articulation of one, and costs no memory. Joints with the static world go along: what was fixed to the
/// floor is fixed to the floor at its new place.
class Articulation {
 public:
  explicit Articulation(Body& body);

  /// The body it was asked for. Places are those of its origin.
  Body& body() const { return body_; }
  /// The others, the nearest by joints first.
  const std::vector<Body*>& others() const { return others_; }
  bool is_single() const { return others_.empty(); }

  // All of these refuse (false, nothing is changed) what one of the bodies would refuse (`Body`).

  /// Moves all, none turns; velocities stay as they are.
  bool move_to(Vec3 position);
  /// The same, and stops all: velocities, spins and pending forces are zeroed.
  bool place_at_rest(Vec3 position);
  /// Turns all about the origin of `body()` besides, until that has this rotation.
  bool place_at_rest(const Pose& pose);
  /// All move with this velocity, m/s, and none spins.
  bool set_velocity(Vec3 velocity);
  /// `body()` gets this velocity, m/s, and spin, rad/s. The others move along as if all were one piece, and keep what
  /// they do relative to it.
  bool set_motion(Vec3 velocity, Vec3 spin);

  /// What `place_at_rest(pose)` would put it into: the first collider of others, in the order of the world, into which
  /// one of its shapes would reach deeper than `depth`, m; null if there is none. What passes through each other does
  /// not count (`World::set_touching`, `set_bodies_touching`), nor do sensors. Leaves everything as it was.
  const Collider* obstacle_at(const Pose& pose, double depth) const;

  /// How far its solid shapes reach down from the origin of `body()`, m: its height above a floor on which it stands as
  /// it is turned now. Nothing without shapes.
  std::optional<double> reach_down() const;

 private:
  std::vector<Body*> all() const;
  bool move(const Pose& motion, Vec3 position);
  void stop();

  Body& body_;
  std::vector<Body*> others_;
  std::vector<Joint*> anchors_;  ///< that hold a body to the static world
};

/// The body that stands for all that is below a node, as an agent's: the one that moves the node itself, else the
/// heaviest, of several the first. Null if there is none in the scene.
Body* main_body(Transform& node);

}  // namespace spark
