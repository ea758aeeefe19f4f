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

/// One other object that an object has touched in the last step.
struct Collision {
  std::string_view other, other_part, my_part;
};

/// The parts of all objects of a world, by their colliders.
struct PartOf {
  const SimObj* object;
  std::string_view part;
};
using PartTable = std::unordered_map<const spark::Collider*, PartOf>;

/// Is notified by objects of what others have to follow.
class ObjectListener {
 public:
  virtual ~ObjectListener() = default;
  /// The object, or a part of it, is elsewhere by a request or by joints without dynamics, and not by the physics.
  virtual void object_moved(SimObj& object) = 0;
  /// Its dynamics were switched.
  virtual void dynamics_changed(SimObj& object) = 0;
  /// Whether it cannot be put elsewhere, because joints tie it to what is held.
  virtual bool is_tied_to_held(const SimObj& object) const = 0;
};

/// A simulation object: an agent or an entity, with its attributes and its parts. A node of the tree, below the scene;
/// its operations are registered methods, which Ruby and the wire both call. Made by `SimWorld::load`; one that a
/// script creates has no body, and refuses everything.
///
/// Its body is a tree of parts (`ArticulatedBody`), and for the usual object one rigid body: its first simple shape is
/// the part `body`, further ones are `body_2`, `body_3` …, fixed to it. The mass is spread over all of these alike, by
/// volume, and the centre of mass is where that puts it; forces act there, and linear velocities are those of that
/// point. Place and attitude are those of the object's own frame, in which the part body and what is fixed to it have
/// theirs. For the usual object, one shape in the middle of the frame, all of these are the same point. Mass, forces,
/// torques and velocities of an object with joints are those of the part body; what joints hold to it goes along when a
/// pose, velocity or acceleration is set.
///
/// An object with dynamics is moved by the physics. One without stays where it is put, whatever touches it; its pose is
/// returned bit for bit as it was set, and velocities and forces are refused.
///
/// All lengths are cm, in SIG's frame. A setter returns false, and changes nothing, if a value is not finite or beyond
/// its bound (a coordinate ±1e6, a force or torque 1e9, a velocity 1e6, a spin 1e4, an angle 1e6, a mass 1e6, a field
/// of view 0 to 180), or if the operation makes no sense for the object now. `complaint` says why.
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

  /// Why the last refused operation was refused, in a few words without its name. Where the mode of the object is the
  /// reason, and not the value, `refused_by_mode` is true, and a line at the level debug was written.
  std::string_view complaint() const { return complaint_; }
  bool refused_by_mode() const { return refused_by_mode_; }

  // Attributes. Those of pose and motion are those of the body now; `attributes` brings them up to date. `f*` and `tq*`
  // are what was set for the coming step.
  const Attributes& attributes();
  /// Assigns an attribute and does what it means (x moves, mass weighs, dynamics switches …). A text for a number or a
  /// bool is read as one.
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

  // Forces of the coming step. What is set replaces what was set before for the same step; what is added adds up, with
  // that too. Relative: in the object's frame as it is turned now.
  bool set_force(const SigVector& force);
  bool add_force(const SigVector& force, bool relative);
  bool add_force_at(const SigVector& force, const SigVector& place, bool force_relative, bool place_relative);
  bool add_force_to_part(std::string_view part, const SigVector& force);
  bool set_torque(const SigVector& torque);
  bool add_torque(const SigVector& torque, bool relative);
  /// As much force as gives that acceleration; in place of one that was set before for the same step.
  bool set_acceleration(const SigVector& acceleration);

  // State.
  bool set_mass(double mass);  ///< the inertia scales with it
  double mass() const;
  bool set_gravity_mode(bool on);
  bool gravity_mode() const;
  bool set_dynamics(bool on);  ///< off: also stops it
  bool dynamics() const;       ///< also while it is carried, when it is not moved by the physics
  bool is_moved_by_physics() const;
  bool set_collision(bool on);
  bool collides() const;

  // Parts, but for blind ones (`PartPlan`). Number 0 is the part body; a `number` is below `part_count`.
  std::size_t part_count() const { return body_.part_count(); }
  PartView part(std::size_t number) const { return body_.part(number); }
  /// An empty name is the part body.
  std::optional<std::size_t> part_number(std::string_view name) const { return body_.part_number(name); }
  std::optional<PartView> find_part(std::string_view name) const;
  /// The rigid body that moves the part; several parts may share one. Its origin is its centre of mass, and not that of
  /// the part's frame. Of an object without dynamics it is kinematic.
  spark::Body& part_body(std::size_t number) const { return body_.body_of_part(number); }
  /// That of the part body, also where that is blind: velocities of the object are those of its origin.
  spark::Body& main_body() const { return body_.root(); }
  /// Whether it is fixed to the part body, so that its pose says no more than the object's.
  bool is_fixed_part(std::size_t number) const { return body_.is_part_of_root(number); }
  /// Whether it has touched another object in the last step; the ground is none.
  bool is_touching(std::string_view part) const;

  // Joints, by name (`ArticulatedBody` says what they do with dynamics and without). An angle is in rad, positive
  // right-handed about the axis, of the child against the parent. The attribute `maxJointTorque` (kg·cm²/s²) is the
  // greatest torque of servos.
  bool set_joint_angle(std::string_view joint, double angle);
  /// Without dynamics only. Relative: after its present turn.
  bool set_joint_quaternion(std::string_view joint, const SigQuaternion& turn, bool relative);
  /// rad/s; the greatest torque of its motor in kg·cm²/s², not negative.
  bool set_joint_velocity(std::string_view joint, double velocity, double max_torque);
  bool set_part_velocity(std::string_view part, double velocity, double max_torque);
  /// For the coming step, with dynamics: kg·cm²/s².
  bool add_joint_torque(std::string_view joint, double torque);
  /// Nothing for a joint that is no hinge, or that it has not.
  std::optional<double> joint_angle(std::string_view joint) const { return body_.joint_angle(joint); }
  bool has_joint(std::string_view joint) const { return body_.has_joint(joint); }
  std::optional<JointLoads> joint_loads(std::string_view joint) const { return body_.joint_loads(joint); }
  /// Where the joint holds, absolute.
  std::optional<SigVector> joint_position(std::string_view joint) const { return body_.joint_place(joint); }
  /// The angles of all hinges.
  std::vector<std::pair<std::string_view, double>> joint_angles() const { return body_.hinge_angles(); }

  bool is_graspable() const { return attributes_.is_on("graspable"); }
  /// cm: how far from its part body a hand may be that grasps it.
  double grasp_radius() const;

  // Cameras (cameras.h).
  std::vector<int> cameras() const { return cameras_.ids(); }
  std::optional<Camera> camera(int id) const;
  bool set_camera_position(int id, const SigVector& place);
  bool set_camera_direction(int id, const SigVector& direction);
  bool set_camera_fov(int id, double degrees);
  bool set_camera_aspect_ratio(int id, double ratio);

  /// The objects with which it was in contact at the end of the last step, sorted by name, each once. Valid until the
  /// next step.
  const std::vector<Collision>& collisions() const { return collisions_; }

  // Called by SimWorld, which makes it and steps it.
  void build(const ObjectPlan& plan, std::uint32_t id);
  /// Takes on the pose, motion and modes that its attributes give; false if it cannot (`complaint`).
  bool start();
  /// The collider of a part, `number` below `part_count`.
  spark::Collider& collider(std::size_t number) const { return *body_.collider(number); }
  /// Moves joints and hands over forces, before a step of that length in s.
  void begin_step(double seconds);
  /// Gives the physics the poses that others have changed since.
  void settle() const { body_.settle(); }
  /// Gives them to the nodes, which otherwise show them after the next step.
  void show_places() const { body_.show_places(); }
  /// Forgets what was for the step that has been made.
  void forget_step();
  /// Finds out what it touches, after a step.
  void find_collisions(const PartTable& parts);
  void save();
  void restore();

  // Called by `Links` and the wheels.
  void set_listener(ObjectListener* listener) { listener_ = listener; }
  /// Puts it there whatever holds it, and notifies no one. False beyond the bounds.
  bool put(const SigPose& pose);
  /// What holds it. It refuses to be put elsewhere unless that is none; one that is carried is not moved by the physics
  /// either, whatever its dynamics.
  enum class Hold {
    none,
    tied,    ///< a joint holds it in a hand
    carried  ///< it is put where the one that carries it goes
  };
  void set_hold(Hold hold);
  bool is_held() const { return hold_ != Hold::none; }

 private:
  bool refuse(std::string_view why) const;
  /// What a part of the object has refused, or has done if it gives no reason.
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
  /// While an attitude comes number by number through `set_attribute`, what has come.
  std::optional<SigQuaternion> asked_turn_;

  ObjectListener* listener_ = nullptr;
  Hold hold_ = Hold::none;
  bool resumes_dynamics_ = false;  ///< while it is carried: its dynamics

  StepForces forces_;
  std::vector<Collision> collisions_;
  mutable std::string_view complaint_, logged_complaint_;  ///< literals
  mutable bool refused_by_mode_ = false;
};

/// Registers the class `SimObj` with the methods that scripts call (sim_obj_methods.cpp).
void register_sim_obj(spark::ClassRegistry& classes);
/// Those that are about other objects, too, and about wheels (link_methods.cpp).
void register_link_methods(spark::ClassInfo& info);

}  // namespace sigverse
