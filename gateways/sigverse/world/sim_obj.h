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

/// Another object that the object touched in the last step.
struct Collision {
  std::string_view other, other_part, my_part;
};

/// Maps colliders to parts, for all objects of a world.
struct PartOf {
  const SimObj* object;
  std::string_view part;
};
using PartTable = std::unordered_map<const spark::Collider*, PartOf>;

/// Receives the events of objects that affect other objects.
class ObjectListener {
 public:
  virtual ~ObjectListener() = default;
  /// The object, or a part of it, was moved by a request or by joints without dynamics, not by the physics.
  virtual void object_moved(SimObj& object) = 0;
  /// Its dynamics were switched.
  virtual void dynamics_changed(SimObj& object) = 0;
  /// Whether it cannot be moved, because joints tie it to a held object.
  virtual bool is_tied_to_held(const SimObj& object) const = 0;
};

/// A simulation object: an agent or an entity, with its attributes and its parts. It is a node of the object tree,
/// below the scene; its operations are registered methods, which both scripts and clients call. Created by
/// `SimWorld::load`; an object that a script creates has no body and refuses every operation.
///
/// Its body is a tree of parts (`ArticulatedBody`); for a typical object, it is one rigid body: the first simple shape
/// is the part `body`, further ones are `body_2`, `body_3` …, fixed to it. The mass is distributed over all of these
/// uniformly, by volume, which determines the centre of mass; forces act at this point, and linear velocities are
/// velocities of this point. Position and rotation are those of the object's own frame, which contains the part `body`
/// and the parts fixed to it. For a typical object, which has one shape in the middle of the frame, all of these points
/// are the same. For an object with joints, mass, forces, torques and velocities are those of the part `body`; the
/// parts that joints connect to it follow when a pose, velocity or acceleration is set.
///
/// The physics moves an object with dynamics. An object without dynamics stays where it is put, whatever touches it;
/// its pose is returned bit for bit as it was set, and velocities and forces are refused.
///
/// All lengths are cm, in SIG's frame. A setter returns false and changes nothing if a value is not finite or is out of
/// bounds (coordinates ±1e6, forces and torques 1e9, velocities 1e6, spins 1e4, angles 1e6, mass 1e6, field of view 0
/// to 180), or if the object does not support the operation at present. `complaint` has the reason.
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
  /// Whether it is a robot with wheels according to the world file (`type="Robot"`).
  bool is_wheeled() const { return is_wheeled_; }
  /// The controller that the world file names; empty if there is none.
  std::string_view language() const { return attributes_.text("language"); }
  std::string_view implementation() const { return attributes_.text("implementation"); }
  bool is_attached() const { return attached_; }
  void set_attached(bool attached) { attached_ = attached; }

  /// Why the last refused operation was refused, in a few words that do not name the object. If the reason is the mode
  /// of the object and not the value, `refused_by_mode` is true, and a line at level debug was written.
  std::string_view complaint() const { return complaint_; }
  bool refused_by_mode() const { return refused_by_mode_; }

  // Attributes. `attributes` first updates those of pose and motion from the body. `f*` and `tq*` are the values set
  // for the coming step.
  const Attributes& attributes();
  /// Assigns an attribute and applies it: `x` moves the object, `mass` changes the mass of its body, and so on. A text
  /// for a number or a bool is parsed.
  bool set_attribute(std::string_view name, const AttributeValue& value);

  // Pose and motion.
  bool set_position(const SigVector& place);
  SigVector position() const;
  /// The length of the quaternion must be from 0.001 to 1000. Relative: in the object's frame, after its present
  /// rotation.
  bool set_rotation(const SigQuaternion& turn, bool relative);
  SigQuaternion rotation() const;
  SigPose pose() const { return {position(), rotation()}; }
  bool set_linear_velocity(const SigVector& velocity);
  SigVector linear_velocity() const;
  bool set_angular_velocity(const SigVector& velocity);
  SigVector angular_velocity() const;

  // Forces of the coming step. A set value replaces an earlier one for the same step; added values accumulate on top of
  // it. Relative: in the object's present frame.
  bool set_force(const SigVector& force);
  bool add_force(const SigVector& force, bool relative);
  bool add_force_at(const SigVector& force, const SigVector& place, bool force_relative, bool place_relative);
  bool add_force_to_part(std::string_view part, const SigVector& force);
  bool set_torque(const SigVector& torque);
  bool add_torque(const SigVector& torque, bool relative);
  /// Sets the force that causes that acceleration; replaces an earlier one for the same step.
  bool set_acceleration(const SigVector& acceleration);

  // State.
  bool set_mass(double mass);  ///< the inertia scales with it
  double mass() const;
  bool set_gravity_mode(bool on);
  bool gravity_mode() const;
  bool set_dynamics(bool on);  ///< off: also stops it
  bool dynamics() const;       ///< also true while it is carried, when the physics does not move it
  bool is_moved_by_physics() const;
  bool set_collision(bool on);
  bool collides() const;

  // Parts. Blind ones (`PartPlan`) do not count. Number 0 is the part `body`; a `number` is below `part_count`.
  std::size_t part_count() const { return body_.part_count(); }
  PartView part(std::size_t number) const { return body_.part(number); }
  /// An empty name means the part `body`.
  std::optional<std::size_t> part_number(std::string_view name) const { return body_.part_number(name); }
  std::optional<PartView> find_part(std::string_view name) const;
  /// The rigid body that the part belongs to; several parts may share one. Its origin is its centre of mass, not the
  /// origin of the part's frame. It is kinematic if the object has no dynamics.
  spark::Body& part_body(std::size_t number) const { return body_.body_of_part(number); }
  /// The rigid body of the part `body`, even if that is blind: velocities of the object are those of its origin.
  spark::Body& main_body() const { return body_.root(); }
  /// Whether the part is fixed to the part `body`, so that its pose follows from the object's.
  bool is_fixed_part(std::size_t number) const { return body_.is_part_of_root(number); }
  /// Whether the part touched another object in the last step; the ground does not count.
  bool is_touching(std::string_view part) const;

  // Joints, by name (`ArticulatedBody` describes their behaviour with and without dynamics). Angles are in rad, of the
  // child relative to the parent, positive right-handed about the axis. The attribute `maxJointTorque` (kg·cm²/s²) is
  // the maximum torque of servos.
  bool set_joint_angle(std::string_view joint, double angle);
  /// Only without dynamics. Relative: from its present rotation.
  bool set_joint_quaternion(std::string_view joint, const SigQuaternion& turn, bool relative);
  /// rad/s. The maximum torque of the motor is in kg·cm²/s² and not negative.
  bool set_joint_velocity(std::string_view joint, double velocity, double max_torque);
  bool set_part_velocity(std::string_view part, double velocity, double max_torque);
  /// For the coming step, only with dynamics: kg·cm²/s².
  bool add_joint_torque(std::string_view joint, double torque);
  /// nullopt for a joint that is unknown or not a hinge.
  std::optional<double> joint_angle(std::string_view joint) const { return body_.joint_angle(joint); }
  bool has_joint(std::string_view joint) const { return body_.has_joint(joint); }
  std::optional<JointLoads> joint_loads(std::string_view joint) const { return body_.joint_loads(joint); }
  /// The absolute position of the joint's anchor.
  std::optional<SigVector> joint_position(std::string_view joint) const { return body_.joint_place(joint); }
  /// The angles of all hinges.
  std::vector<std::pair<std::string_view, double>> joint_angles() const { return body_.hinge_angles(); }

  bool is_graspable() const { return attributes_.is_on("graspable"); }
  /// cm: the maximum distance between a grasping hand and the object's part `body`.
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

  // Called by `SimWorld`, which creates and steps the object.
  void build(const ObjectPlan& plan, std::uint32_t id);
  /// Applies the pose, motion and modes given by its attributes; returns false if that is impossible (`complaint`).
  bool start();
  /// The collider of a part, `number` below `part_count`.
  spark::Collider& collider(std::size_t number) const { return *body_.collider(number); }
  /// Moves joints and applies forces before a step of that length in s.
  void begin_step(double seconds);
  /// Passes changed poses to the physics.
  void settle() const { body_.settle(); }
  /// Passes changed poses to the nodes, which would otherwise show them only after the next step.
  void show_places() const { body_.show_places(); }
  /// Drops the forces of the completed step.
  void forget_step();
  /// Collects its contacts after a step.
  void find_collisions(const PartTable& parts);
  void save();
  void restore();

  // Called by `Links` and the wheels.
  void set_listener(ObjectListener* listener) { listener_ = listener; }
  /// Puts the object there even if it is held, and notifies no listener. Returns false if the pose is out of bounds.
  bool put(const SigPose& pose);
  /// How the object is held. Requests can move an object only if it is not held; the physics does not move a carried
  /// object, even if it has dynamics.
  enum class Hold {
    none,
    tied,    ///< a joint connects it to a hand
    carried  ///< it follows its carrier
  };
  void set_hold(Hold hold);
  bool is_held() const { return hold_ != Hold::none; }

 private:
  bool refuse(std::string_view why) const;
  /// Returns false with that reason if the body refused the command; an empty text means success.
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
  /// The components of a rotation that have been set one by one through `set_attribute` so far.
  std::optional<SigQuaternion> asked_turn_;

  ObjectListener* listener_ = nullptr;
  Hold hold_ = Hold::none;
  bool resumes_dynamics_ = false;  ///< whether it has dynamics, while it is carried

  StepForces forces_;
  std::vector<Collision> collisions_;
  mutable std::string_view complaint_, logged_complaint_;  ///< string literals
  mutable bool refused_by_mode_ = false;
};

/// Registers the class `SimObj` with the methods that scripts call (sim_obj_methods.cpp).
void register_sim_obj(spark::ClassRegistry& classes);
/// Registers the methods that involve other objects or wheels (link_methods.cpp).
void register_link_methods(spark::ClassInfo& info);

}  // namespace sigverse
