// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <array>
#include <cstdint>
#include <optional>

#include "spark/core/class_registry.h"
#include "spark/core/transform.h"
#include "spark/numerics/isolated_step.h"
#include "spark/numerics/mass.h"
#include "spark/numerics/ode_library.h"
#include "spark/physics/bad_states.h"

namespace spark {

class World;

/// A rotation: w, x, y, z.
using Quaternion = std::array<double, 4>;

/// A pose with exactly ODE's bits: matrix and quaternion agree except for rounding.
struct BodyPose {
  std::array<double, 3> position{};
  Quaternion quaternion{1.0, 0.0, 0.0, 0.0};
  std::array<double, 12> rotation{};
};

/// A rigid body. It moves the nearest Transform above it: it takes that node's pose when it is linked and writes its
/// own there after every step. It owns ODE's body, which exists while this is in a scene with a world.
///
/// Units are SI, vectors are in the world frame. Used on the simulation thread only.
///
/// Setters refuse (return false, no change) values that are not finite, masses and sizes not > 0, positions beyond
/// `World::kMaxDistance` and velocities beyond `kMaxSpeed`, or narrower limits of the world: ODE aborts the process on
/// a NaN. Outside of a scene a body has a mass but no position, and is at rest; only the mass and whether it is
/// kinematic can be set. Its default mass is ODE's: 1 kg, inertia 1 kg·m².
///
/// A kinematic body moves only with the velocity and to the positions that are set: gravity and forces have no effect
/// on it, and contacts and joints move only the other body. Bodies on it are carried along by friction. Two kinematic
/// bodies, or a kinematic body and scenery, touch without a contact joint. Bodies are not damped: without a force a
/// body keeps its velocity.
class Body : public BaseNode {
 public:
  static constexpr double kMaxSpeed = kMaxBodySpeed;  ///< m/s or rad/s
  static constexpr double kMaxForce = 1e7;            ///< N or N·m
  static constexpr double kMinMass = kMinBodyMass;    ///< kg
  static constexpr double kMaxMass = kMaxBodyMass;    ///< kg

  Body();
  ~Body() override;

  /// Null outside of a scene. The world notices settings made directly on it, for which this class has no function,
  /// such as damping, at the next change of the scene.
  dBodyID id() const { return body_; }
  World& world() const { return *world_; }
  Transform& node() const { return *node_; }

  Vec3 position() const;          ///< m, world frame; a teleport is visible here at once
  Mat3 rotation() const;          ///< body to world
  Vec3 velocity() const;          ///< m/s
  Vec3 angular_velocity() const;  ///< rad/s
  Quaternion quaternion() const;  ///< w, x, y, z

  bool set_position(Vec3 position);
  /// Rotates the body about its origin to a rotation matrix (body to world, right-handed, exact to a part in 1000).
  /// Velocities are kept.
  bool set_rotation(const Mat3& rotation);
  /// The same as Rx·Ry·Rz, like `Transform::set_local_rotation`. Angles beyond `kMaxAngle` are refused.
  bool set_rotation_degrees(Vec3 degrees);
  static constexpr double kMaxAngle = 1e6;  ///< degrees
  /// The same as a quaternion w, x, y, z of any length from 0.001 to 1000.
  bool set_quaternion(const Quaternion& quaternion);
  bool set_velocity(Vec3 velocity);
  bool set_angular_velocity(Vec3 velocity);  ///< rad/s (behaviour 13, 38)
  /// For the next step only; no effect on a body that is and stays disabled.
  bool add_force(Vec3 force);
  bool add_torque(Vec3 torque);
  /// Moves the body and stops it: velocity, spin and pending forces are zeroed. Bodies connected by joints stay where
  /// they are; `Articulation` moves all of them.
  bool place_at_rest(Vec3 position);
  void stop();

  // Mass distributions; densities in kg/m³, masses in kg, lengths in m. Cylinder axis is z. A capped cylinder's length
  // is that of its cylindrical part.
  bool set_sphere(double density, double radius) { return use(sphere_mass(MassBy::density, density, radius)); }
  bool set_sphere_total(double mass, double radius) { return use(sphere_mass(MassBy::total, mass, radius)); }
  bool set_box(double density, Vec3 size) { return use(box_mass(MassBy::density, density, size)); }
  bool set_box_total(double mass, Vec3 size) { return use(box_mass(MassBy::total, mass, size)); }
  bool set_cylinder(double density, double radius, double length) {
    return use(cylinder_mass(MassBy::density, density, radius, length));
  }
  bool set_cylinder_total(double mass, double radius, double length) {
    return use(cylinder_mass(MassBy::total, mass, radius, length));
  }
  bool set_capped_cylinder(double density, double radius, double length) {
    return use(capped_cylinder_mass(MassBy::density, density, radius, length));
  }
  bool set_capped_cylinder_total(double mass, double radius, double length) {
    return use(capped_cylinder_mass(MassBy::total, mass, radius, length));
  }
  /// Scales the distribution to another total mass.
  bool set_mass(double mass) { return use(scaled_mass(mass_, mass)); }
  double mass() const { return mass_.mass; }
  /// `inertia`: nine numbers, row by row, of a symmetric and positive definite matrix (kg·m²). ODE requires the centre
  /// of mass at the body's origin, so any other `centre` is refused.
  bool set_mass_parameters(double mass, Vec3 centre, const Values& inertia);

  void enable();
  void disable();
  bool is_enabled() const;
  void use_gravity(bool on);
  bool uses_gravity() const;
  /// The velocity is kept; call `stop` if the body is to be at rest.
  void set_kinematic(bool on);
  bool is_kinematic() const { return kinematic_; }
  /// Whether its first sphere stops at static boxes, no matter how far it moves in a step (`SweptBodies`). Off unless
  /// set.
  void set_swept(bool on);
  bool is_swept() const { return swept_; }

  // Saving and restoring, for this room. Not to be called outside of a scene.
  BodyPose exact_pose() const;
  void set_exact_pose(const BodyPose& pose);
  /// Applies a motion of the world frame, which must end within the world's limits; a position beyond them is not set.
  void move_by(const Pose& motion);
  /// The complete state of a body: everything that affects its further motion.
  struct State {
    BodyPose pose;
    Pose node;
    Vec3 velocity, angular_velocity, force, torque;
    dMass mass;
    bool kinematic, enabled, gravity;
    Vec3 sound_position;
    Quaternion sound_quaternion;
  };
  State save() const;
  void restore(const State& state);
  /// The world's serial number of its entry into the scene. Distinguishes it from all other bodies, and from itself
  /// after it has left and returned.
  std::uint64_t entered_at() const { return entered_at_; }

  // Called by the world.
  /// Whether it is not kinematic and its inertia is the same about all axes.
  bool is_like_sphere() const { return isolated_.position != nullptr; }
  /// ODE's numbers of a body that is like a sphere.
  const IsolatedBody& for_isolated_step() const { return isolated_; }
  /// Its index among the bodies of the world, until one is added or removed.
  std::size_t number = 0;
  /// After a step: checks the state, writes the pose to the node.
  void finish_step(const MotionLimits& limits);
  /// Writes its pose to the node.
  void show_place();
  /// Destroys the ODE body; the mass is remembered for the next scene.
  void leave_world();

 protected:
  void linked() override;
  void unlinking() override;

 private:
  bool use(const std::optional<dMass>& mass);
  void apply_mass();
  void compare_with_sphere();
  BadStates::Why what_is_wrong() const;
  void return_to_sound_place();
  void clear_forces();
  void remember_place();

  World* world_ = nullptr;
  Transform* node_ = nullptr;
  dBodyID body_ = nullptr;
  std::uint64_t entered_at_ = 0;
  dMass mass_;
  bool kinematic_ = false;
  bool swept_ = false;
  // ODE's own numbers, read several times per step by drives, drags and rules. They are valid as long as the body.
  const dReal* position_ = nullptr;
  const dReal* rotation_ = nullptr;
  const dReal* quaternion_ = nullptr;
  const dReal* velocity_ = nullptr;
  const dReal* angular_velocity_ = nullptr;
  dReal* force_ = nullptr;
  dReal* torque_ = nullptr;
  IsolatedBody isolated_;  ///< its position is null for a body that is not like a sphere
  // The pose before the step.
  Vec3 sound_position_;
  Quaternion sound_quaternion_{1.0, 0.0, 0.0, 0.0};
};

/// The Body with that ODE id; null for null, which is the static world.
inline Body* body_of(dBodyID body) {
  return body ? static_cast<Body*>(dBodyGetData(body)) : nullptr;
}

inline bool Body::add_force(Vec3 force) {
  if (!body_ || !within(force, kMaxForce)) return false;
  force_[0] += force.x, force_[1] += force.y, force_[2] += force.z;
  return true;
}
inline bool Body::add_torque(Vec3 torque) {
  if (!body_ || !within(torque, kMaxForce)) return false;
  torque_[0] += torque.x, torque_[1] += torque.y, torque_[2] += torque.z;
  return true;
}
inline Vec3 Body::position() const {
  return body_ ? to_vec3(position_) : Vec3();
}
inline Mat3 Body::rotation() const {
  return body_ ? to_mat3(rotation_) : kIdentity3;
}
inline Quaternion Body::quaternion() const {
  if (!body_) return {1.0, 0.0, 0.0, 0.0};
  return {quaternion_[0], quaternion_[1], quaternion_[2], quaternion_[3]};
}
inline Vec3 Body::velocity() const {
  return body_ ? to_vec3(velocity_) : Vec3();
}
inline Vec3 Body::angular_velocity() const {
  return body_ ? to_vec3(angular_velocity_) : Vec3();
}

}  // namespace spark
