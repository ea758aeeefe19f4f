// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/world/attributes.h"
#include "gateways/sigverse/world/frames.h"
#include "spark/core/class_registry.h"
#include "spark/core/held.h"
#include "spark/core/vec3.h"

namespace spark {
class Body;
class Collider;
class RecorderHandler;
}  // namespace spark

namespace sigverse {

class SimWorld;
struct ObjectPlan;
struct SimpleShape;

/// A part of an object as others see it: its shape, and where the middle of that is.
struct PartView {
  enum class Shape { box, cylinder, sphere };
  std::uint32_t id = 0;
  Shape shape = Shape::box;
  std::string_view name;
  SigVector place{};                       ///< cm, absolute
  SigQuaternion turn{1.0, 0.0, 0.0, 0.0};  ///< absolute
  SigVector size{};                        ///< cm: box x, y, z; cylinder radius, length; sphere radius
};

/// One other object that an object has touched in the last step.
struct Collision {
  std::string_view other, other_part, my_part;
};

/// A camera: of a `camera` element, or the object's view point.
struct Camera {
  int id = 1;
  std::string_view link;  ///< a part
  SigVector place{}, direction{0.0, 0.0, 1.0};
  std::optional<SigQuaternion> turn;  ///< instead of the direction
  double fov = 45.0;                  ///< degrees, vertical
  double aspect_ratio = 1.5;
};

/// A simulation object: an agent or an entity, with its attributes and its parts. A node of the tree, below the scene;
/// its operations are registered methods, which Ruby and the wire both call. Made by `SimWorld::load`; one that a
/// script creates has no body, and refuses everything.
///
/// It is one rigid body. Its first simple shape is the part `body`, further ones are `body_2`, `body_3` …, fixed to it.
/// The mass is spread over all of them alike, by volume, and the centre of mass is where that puts it; forces act
/// there, and linear velocities are those of that point. Place and attitude are those of the object's own frame, in
/// which the shapes have theirs. For the usual object, one shape in the middle of the frame, all of these are the same
/// point.
///
/// An object with dynamics is moved by the physics. One without stays where it is put, whatever touches it; what it was
/// put at is answered bit for bit, and velocities and forces are refused.
///
/// All lengths are cm, in SIG's frame. A setter returns false, and changes nothing, if a value is not finite or beyond
/// its bound (a coordinate ±1e6, a force or torque 1e9, a velocity 1e6, a spin 1e4, a mass 1e6, a field of view 0 to
/// 180), or if the operation makes no sense for the object now. `complaint` says why.
class SimObj : public spark::Node {
 public:
  static constexpr double kMaxCoordinate = 1e6;  ///< cm; velocities: cm/s
  static constexpr double kMaxForce = 1e9;       ///< kg·cm/s²; torques: kg·cm²/s²
  static constexpr double kMaxSpin = 1e4;        ///< rad/s
  static constexpr double kMaxMass = 1e6;        ///< kg

  SimObj();
  ~SimObj() override;

  // What it is.
  const std::string& object_name() const { return object_name_; }
  const std::string& class_name() const { return class_name_; }
  std::uint32_t id() const { return id_; }
  bool is_agent() const { return attributes_.is_on("agent"); }
  /// Whether the world file calls it a robot with wheels (`type="Robot"`).
  bool is_wheeled() const { return is_wheeled_; }
  /// What the world file says of its controller; empty: none.
  std::string_view language() const { return attributes_.text("language"); }
  std::string_view implementation() const { return attributes_.text("implementation"); }
  bool is_attached() const { return attached_; }
  void set_attached(bool attached) { attached_ = attached; }

  /// Why the last operation that was refused was refused: a few words without its name. Where the mode of the object is
  /// the reason, and not the value, `refused_by_mode` is true, and a line at the level debug has said so.
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
  /// Of any length from 0.001 to 1000. Relative: in the object's frame, after its present attitude.
  bool set_rotation(const SigQuaternion& turn, bool relative);
  SigQuaternion rotation() const;
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
  bool dynamics() const;
  bool set_collision(bool on);
  bool collides() const;

  // Parts.
  std::size_t part_count() const { return parts_.size(); }
  /// `number` below `part_count`.
  PartView part(std::size_t number) const;
  /// An empty name is the part body.
  std::optional<PartView> find_part(std::string_view name) const;
  /// Whether it has touched another object in the last step; the ground is none.
  bool is_touching(std::string_view part) const;

  // Cameras 1 to 9, those that it has; number 1 is there always. A camera is there if the world file has a `camera`
  // element for it, or if a class or the world file gives its attribute `elnkN` a value. Without any, number 1 is the
  // view point.
  std::vector<int> cameras() const;
  std::optional<Camera> camera(int id) const;
  bool set_camera_position(int id, const SigVector& place);
  bool set_camera_direction(int id, const SigVector& direction);
  bool set_camera_fov(int id, double degrees);
  bool set_camera_aspect_ratio(int id, double ratio);

  /// With whom it was in contact at the end of the last step, sorted by name, each once. Valid until the next step.
  const std::vector<Collision>& collisions() const { return collisions_; }

  static void register_class(spark::ClassRegistry& classes);

 private:
  friend class SimWorld;

  struct Part {
    std::string name;
    PartView::Shape kind;
    SigVector size;    ///< cm
    SigVector offset;  ///< cm, in the object's frame
    spark::Held<spark::Collider> collider;
    spark::Held<spark::RecorderHandler> recorder;
  };
  /// Where its attributes of pose and motion stand; all null if it has none.
  struct LiveNumbers {
    std::array<double*, 3> place{}, velocity{}, spin{}, force{}, torque{};
    std::array<double*, 4> turn{};
    double* mass = nullptr;
  };

  // For SimWorld.
  void build(const ObjectPlan& plan, std::uint32_t id);
  /// Takes up pose, motion and modes that its attributes give; false if it cannot (`complaint`).
  bool start();
  void hand_over_forces();
  void forget_step();  ///< what was for the step that has been made
  void keep();
  void put_back();

  void build_body(const std::vector<SimpleShape>& shapes);
  void build_part(spark::Node& below, const SimpleShape& shape, std::size_t number);
  void find_live_numbers();
  bool refuse(std::string_view why) const;
  bool refuse_by_mode(std::string_view why) const;
  bool needs_dynamics() const;
  bool check(const SigVector& value, double limit, std::string_view what) const;
  bool check_length(const SigVector& value, double limit, std::string_view what) const;
  spark::Vec3 centre() const;  ///< of mass, from the object's place, turned as the body is
  bool place_body(const SigVector& place);
  const Part* part_named(std::string_view name) const;
  bool assign(std::string_view name, const AttributeValue& value);
  bool assign_bool(std::string_view name, bool on);
  bool assign_number(std::string_view name, double value);
  bool assign_turn(std::size_t axis, double value);
  bool has_camera(int id) const;
  bool is_view_point(int id) const;
  std::string camera_attribute(int id, std::string_view of_view, std::string_view of_camera, char axis) const;
  SigVector camera_vector(int id, std::string_view of_view, std::string_view of_camera, const SigVector& usual) const;
  double camera_number(int id, const std::string& name, double usual) const;
  bool set_camera_vector(int id, std::string_view of_view, std::string_view of_camera, const SigVector& value);
  bool set_camera_number(int id, const std::string& name, double value);
  void assign_or_add(const std::string& name, std::string_view group, double value);

  std::string object_name_, class_name_;
  std::uint32_t id_ = 0;
  bool is_wheeled_ = false;
  bool attached_ = false;
  Attributes attributes_, kept_attributes_;
  LiveNumbers live_;
  std::vector<int> camera_elements_;

  spark::Held<spark::Body> body_{*this};
  std::vector<Part> parts_;
  spark::Vec3 centre_;  ///< of mass, core, in the object's frame
  /// Of an object without dynamics, as it was put there.
  SigVector place_{}, kept_place_{};
  SigQuaternion turn_{1.0, 0.0, 0.0, 0.0}, kept_turn_{1.0, 0.0, 0.0, 0.0};
  /// While an attitude comes number by number through `set_attribute`, what has come.
  std::optional<SigQuaternion> asked_turn_;

  // For the coming step; SIG.
  SigVector set_force_{}, set_torque_{}, acceleration_{};
  SigVector added_force_{}, added_torque_{};
  bool is_pushed_ = false;

  std::vector<Collision> collisions_;
  mutable std::string_view complaint_, said_;  ///< literals
  mutable bool refused_by_mode_ = false;
};

}  // namespace sigverse
