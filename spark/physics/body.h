// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include "spark/core/transform.h"

namespace spark {

class World;

/// A rigid body. Moves the nearest Transform above it: takes that node's pose when it is linked and writes its own there
/// after every step.
///
/// Setters refuse (return false, change nothing) values that are not finite, masses and sizes not > 0, positions beyond
/// `World::kFarthest` and velocities beyond `kFastest`: ODE aborts the process on a NaN.
class Body : public BaseNode {
 public:
  static constexpr double kFastest = 1e4;   ///< m/s or rad/s
  static constexpr double kStrongest = 1e7; ///< N or N·m

  ~Body() override;

  dBodyID id() const { return body_; }
  World& world() const { return *world_; }
  Transform& node() const { return *node_; }

  Vec3 position() const;          ///< m, world frame; a teleport shows here at once
  Vec3 velocity() const;          ///< m/s
  Vec3 angular_velocity() const;  ///< rad/s

  bool set_position(Vec3 position);
  bool set_velocity(Vec3 velocity);
  bool set_angular_velocity(Vec3 velocity);  ///< rad/s (behaviour 13, 38)
  /// For the coming step only.
  bool add_force(Vec3 force);
  bool add_torque(Vec3 torque);
  /// Moves the body and stops it: velocity, spin and pending forces are zeroed.
  bool place_at_rest(Vec3 position);

  // Mass distributions; densities in kg/m³, masses in kg, lengths in m. Cylinder axis is z.
  bool set_sphere(double density, double radius);
  bool set_sphere_total(double mass, double radius);
  bool set_box(double density, Vec3 size);
  bool set_box_total(double mass, Vec3 size);
  bool set_cylinder(double density, double radius, double length);
  bool set_cylinder_total(double mass, double radius, double length);
  bool set_capped_cylinder(double density, double radius, double length);
  bool set_capped_cylinder_total(double mass, double radius, double length);
  bool set_mass(double mass);
  double mass() const;
  void enable();
  void disable();
  bool is_enabled() const;
  void use_gravity(bool on);

  /// After a step: checks the state, writes the pose to the node. Called by the world.
  void finish_step();

 protected:
  void linked() override;
  void unlinking() override;

 private:
  World* world_ = nullptr;
  Transform* node_ = nullptr;
  dBodyID body_ = nullptr;
};

}  // namespace spark
