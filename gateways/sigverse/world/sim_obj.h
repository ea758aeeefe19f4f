// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gateways/sigverse/world/articulated_body.h"
#include "gateways/sigverse/world/attributes.h"
#include "gateways/sigverse/world/cameras.h"
#include "gateways/sigverse/world/frames.h"
#include "gateways/sigverse/world/motion_attributes.h"
#include "gateways/sigverse/world/step_forces.h"
#include "spark/core/class_registry.h"

namespace sigverse {

class SimObj;
struct ObjectPlan;

/// Another object that an object has touched in the last step.
struct Collision {
  std::string_view other, other_part, my_part;
};

/// The parts of all objects of a world, by their colliders.
struct PartOf {
  const SimObj* object;
  std::string_view part;
};
using PartTable = std::unordered_map<const spark::Collider*, PartOf>;

/// Receives the events of objects that others have to follow.
class ObjectListener {
 public:
  virtual ~ObjectListener() = default;
  /// The object, or a part of it, was moved by a request or by joints without dynamics, and not by the physics.
  virtual void object_moved(SimObj& object) = 0;
  /// Its dynamics were switched.
  virtual void dynamics_changed(SimObj& object) = 0;
  /// Whether it cannot be moved, because joints tie it to a held object.
  virtual bool is_tied_to_held(const SimObj& object) const = 0;
};

/// A simulation object: an agent or an entity, with its attributes and its parts. A node of the tree, below the scene;
/// its operations are registered methods, which both Ruby and the wire call. Created by `SimWorld::load`; one that a
/// script creates has no body, and refuses every operation.
///
/// Its body is a tree of parts (`ArticulatedBody`), and for the usual object one rigid body: its first simple shape is
/// the part `body`, further ones are `body_2`, `body_3` …, fixed to it. The mass is spread over all of these uniformly,
/// by volume, which determines the centre of mass; forces act there, and linear velocities are those of that point.
/// Place and attitude are those of the object's own frame, in which the part body and the parts fixed to it have
/// theirs. For the usual object, one shape in the middle of the frame, all of these are the same point. Mass, forces,
/// torques and velocities of an object with joints are those of the part body; the parts that joints connect to it
/// follow when a pose, velocity or acceleration is set.
///
/// The physics moves an object with dynamics. One without stays where it is put, whatever touches it; its pose is
/// returned bit for bit as it was set, and velocities and forces are refused.
///
/// All lengths are cm, in SIG's frame. A setter returns false, and changes nothing, if a value is not finite or beyond
/// its bound (a coordinate ±1e6, a force or torque 1e9, a velocity 1e6, a spin 1e4, an angle 1e6, a mass 1e6, a field
/// of view 0 to 180), or if the object does not support the operation now. `complaint` has the reason.
class SimObj : public spark::Node {
 public:
  static constexpr double kMaxCoordinate = 1e6;  ///< cm; velocities: cm/s
  static constexpr double kMaxForce = StepForces::kMaxLength;
  static constexpr double kMaxSpin = 1e4;   ///< rad/s
  static constexpr double kMaxAngle = 1e6;  ///< rad
  static constexpr double kMaxMass = 1e6;   ///< kg

  SimObj();
  ~SimObj() override;

  // Identity.
  const std::string& object_name() const { return object_name_; }
  const std::string& class_name() const { return class_name_; }
  std::uint32_t id() const { return id_; }
  bool is_agent() const { return attributes_.is_on("agent"); }
  /// Whether the world file calls it a robot with wheels (`type="Robot"`).
  bool is_wheeled() const { return is_wheeled_; }
  /// The controller that the world file names; empty: none.
  std::string_view language() const { return attributes_.text("language"); }
  std::string_view implementation() const { return attributes_.text("implementation"); }
  bool is_attached() const { return attached_; }
  void set_attached(bool attached) { attached_ = attached; }

  /// Why the last refused operation was refused, in a few words without its name. If the reason is the mode of the
  /// object, and not the value, `refused_by_mode` is true, and a line at the level debug was written.
  std::string_view complaint() const { return complaint_; }
  bool refused_by_mode() const { return refused_by_mode_; }

  // Attributes. Those of pose and motion are the present ones of the body, which `attributes` updates. `f*` and `tq*`
  // are the values set for the coming step.
  const Attributes& attributes();
  /// Assigns an attribute and applies it (x moves, mass changes the body's, dynamics switches …). A text for a number
  /// or a bool is parsed.
  bool set_attribute(std::string_view name, const AttributeValue& value);

  // Pose and motion.
  bool set_position(const SigVector& place);
  SigVector position() const;
  /// The quaternion has a length from 0.001 to 1000. Relative: in the object's frame, after its present attitude.
  bool set_rotation(const SigQuaternion& turn, bool relative);
  SigQuaternion rotation() const;
  SigPose pose() const { return {position(), rotation()}; }
  bool set_linear_velocity(const SigVector& velocity);
  SigVector linear_velocity() const;
  bool set_angular_velocity(const SigVector& velocity);
  SigVector angular_velocity() const;

  // Forces of the coming step. A set value replaces an earlier one for the same step; added values accumulate, on top
  // of it. Relative: in the object's present frame.
  bool set_force(const SigVector& force);
  bool add_force(const SigVector& force, bool relative);
  bool add_force_at(const SigVector& force, const SigVector& place, bool force_relative, bool place_relative);
  bool add_force_to_part(std::string_view part, const SigVector& force);
  bool set_torque(const SigVector& torque);
  bool add_torque(const SigVector& torque, bool relative);
  /// Sets the force for that acceleration; replaces an earlier one for the same step.
  bool set_acceleration(const SigVector& acceleration);

  // State.
  bool set_mass(double mass);  ///< the inertia scales with it
  double mass() const;
  bool set_gravity_mode(bool on);
  bool gravity_mode() const;
  bool set_dynamics(bool on);  ///< off: also stops it
  bool dynamics() const;       ///< also while it is carried, when the physics does not move it
  bool is_moved_by_physics() const;
  bool set_collision(bool on);
  bool collides() const;

  // Parts, except blind ones (`PartPlan`). Number 0 is the part body; a `number` is below `part_count`.
  std::size_t part_count() const { return body_.part_count(); }
  PartView part(std::size_t number) const { return body_.part(number); }
  /// An empty name stands for the part body.
  std::optional<std::size_t> part_number(std::string_view name) const { return body_.part_number(name); }
  std::optional<PartView> find_part(std::string_view name) const;
  /// The rigid body that moves the part; several parts may share one. Its origin is its centre of mass, not that of the
  /// part's frame. It is kinematic if the object has no dynamics.
  spark::Body& part_body(std::size_t number) const { return body_.body_of_part(number); }
  /// The rigid body of the part body, even if that is blind: velocities of the object are those of its origin.
  spark::Body& main_body() const { return body_.root(); }
  /// Whether it is fixed to the part body, so that its pose follows from the object's.
  bool is_fixed_part(std::size_t number) const { return body_.is_part_of_root(number); }
  /// Whether it has touched another object in the last step; the ground does not count.
  bool is_touching(std::string_view part) const;

  // Joints, by name (`ArticulatedBody` describes their behaviour with and without dynamics). An angle is in rad,
  // positive right-handed about the axis, of the child relative to the parent. The attribute `maxJointTorque`
  // (kg·cm²/s²) is the maximum torque of servos.
  bool set_joint_angle(std::string_view joint, double angle);
  /// Without dynamics only. Relative: from its present rotation.
  bool set_joint_quaternion(std::string_view joint, const SigQuaternion& turn, bool relative);
  /// rad/s; the maximum torque of its motor in kg·cm²/s², not negative.
  bool set_joint_velocity(std::string_view joint, double velocity, double max_torque);
  bool set_part_velocity(std::string_view part, double velocity, double max_torque);
  /// For the coming step, with dynamics: kg·cm²/s².
  bool add_joint_torque(std::string_view joint, double torque);
  /// Nothing for a joint that is unknown or not a hinge.
  std::optional<double> joint_angle(std::string_view joint) const { return body_.joint_angle(joint); }
  bool has_joint(std::string_view joint) const { return body_.has_joint(joint); }
  std::optional<JointLoads> joint_loads(std::string_view joint) const { return body_.joint_loads(joint); }
  /// The anchor of the joint, absolute.
  std::optional<SigVector> joint_position(std::string_view joint) const { return body_.joint_place(joint); }
  /// The angles of all hinges.
  std::vector<std::pair<std::string_view, double>> joint_angles() const { return body_.hinge_angles(); }

  bool is_graspable() const { return attributes_.is_on("graspable"); }
  /// cm: the maximum distance of a grasping hand from its part body.
  double grasp_radius() const;

  // Cameras (cameras.h).
  std::vector<int> cameras() const { return cameras_.ids(); }
  std::optional<Camera> camera(int id) const;
  bool set_camera_position(int id, const SigVector& place);
  bool set_camera_direction(int id, const SigVector& direction);
  bool set_camera_fov(int id, double degrees);
  bool set_camera_aspect_ratio(int id, double ratio);

  /// The objects in contact at the end of the last step, sorted by name, without duplicates. Valid until the next step.
  const std::vector<Collision>& collisions() const { return collisions_; }

  // Called by SimWorld, which creates and steps it.
  void build(const ObjectPlan& plan, std::uint32_t id);
  /// Applies the pose, motion and modes in its attributes; returns false if that is impossible (`complaint`).
  bool start();
  /// The collider of a part, `number` below `part_count`.
  spark::Collider& collider(std::size_t number) const { return *body_.collider(number); }
  /// Moves joints and applies forces, before a step of that length in s.
  void begin_step(double seconds);
  /// Passes changed poses to the physics.
  void settle() const { body_.settle(); }
  /// Passes them to the nodes, which otherwise show them after the next step.
  void show_places() const { body_.show_places(); }
  /// Drops the forces of the completed step.
  void forget_step();
  /// Collects its contacts, after a step.
  void find_collisions(const PartTable& parts);
  void save();
  void restore();

  // Called by `Links` and the wheels.
  void set_listener(ObjectListener* listener) { listener_ = listener; }
  /// Places it there whatever holds it, and notifies no listener. Returns false beyond the bounds.
  bool put(const SigPose& pose);
  /// How it is held. Only an object that is not held can be moved; the physics does not move a carried one, even if it
  /// has dynamics.
  enum class Hold {
    none,
    tied,    ///< a joint connects it to a hand
    carried  ///< it follows its carrier
  };
  void set_hold(Hold hold);
  bool is_held() const { return hold_ != Hold::none; }

 private:
  bool refuse(std::string_view why) const;
  /// Returns false with that reason if a part of the object has refused; an empty text is a success.
  bool accept(std::string_view refusal) const { return refusal.empty() || refuse(refusal); }
  bool refuse_by_mode(std::string_view why) const;
  bool needs_dynamics() const;
  bool needs_freedom() const;
  void set_moved_by_physics(bool on);
  bool move_to(const SigVector& place);
  bool turn_to(const SigQuaternion& turn);
  bool moved();
  bool moved_by_joint();
  bool check(const SigVector& value, double limit, std::string_view what) const;
  bool check_length(const SigVector& value, double limit, std::string_view what) const;
  bool check_number(double value, double limit, std::string_view what) const;
  bool check_turn(const SigQuaternion& turn) const;
  bool check_drive(double velocity, double max_torque) const;
  bool assign(std::string_view name, const AttributeValue& value);
  bool assign_bool(std::string_view name, bool on);
  bool assign_number(std::string_view name, double value);
  bool assign_turn(std::size_t axis, double value);
  void read_servo_torque();

  std::string object_name_, class_name_;
  std::uint32_t id_ = 0;
  bool is_wheeled_ = false;
  bool attached_ = false;
  Attributes attributes_, saved_attributes_;
  MotionAttributes motion_;
  Cameras cameras_{attributes_};

  ArticulatedBody body_{*this};
  /// The numbers of an attitude that were set one by one through `set_attribute` so far.
  std::optional<SigQuaternion> asked_turn_;

  ObjectListener* listener_ = nullptr;
  Hold hold_ = Hold::none;
  bool resumes_dynamics_ = false;  ///< its dynamics, while it is carried

  StepForces forces_;
  std::vector<Collision> collisions_;
  mutable std::string_view complaint_, logged_complaint_;  ///< literals
  mutable bool refused_by_mode_ = false;
};

/// Registers the class `SimObj` with the methods that scripts call (sim_obj_methods.cpp).
void register_sim_obj(spark::ClassRegistry& classes);
/// Registers those that involve other objects, and wheels (link_methods.cpp).
void register_link_methods(spark::ClassInfo& info);

}  // namespace sigverse
