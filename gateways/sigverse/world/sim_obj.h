// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/world/attributes.h"
#include "gateways/sigverse/world/frames.h"
#include "spark/core/node.h"

namespace sigverse {

class SimWorld;

/// A part of an object as others see it.
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
/// its operations are registered methods, which Ruby and the wire both call.
///
/// All lengths are cm, in SIG's frame. A setter returns false, and changes nothing, if a value is not finite or beyond
/// its bound (a coordinate ±1e6, a force or torque 1e9, a velocity 1e6, a mass 1e6, a field of view 0 to 180), or if
/// the operation makes no sense for the object now; it then has said why, in a line for developers where the object's
/// mode is the reason (`SimObj::complaint`), for the caller to print otherwise.
class SimObj : public spark::Node {
 public:
  // What it is.
  const std::string& object_name() const;
  const std::string& class_name() const;
  std::uint32_t id() const;
  bool is_agent() const;
  /// What the world file says of its controller; empty: none.
  std::string_view language() const;
  std::string_view implementation() const;
  bool is_attached() const { return attached_; }
  void set_attached(bool attached) { attached_ = attached; }

  // Attributes. Those of pose and motion are those of the body now; `attributes` brings them up to date.
  const Attributes& attributes();
  /// Assigns an attribute and does what it means (x moves, mass weighs, dynamics switches …). A text for a number or a
  /// bool is read as one.
  bool set_attribute(std::string_view name, const AttributeValue& value);

  // Pose and motion of the part `body`.
  bool set_position(const SigVector& place);
  SigVector position() const;
  bool set_rotation(const SigQuaternion& turn, bool relative);
  SigQuaternion rotation() const;
  bool set_linear_velocity(const SigVector& velocity);
  SigVector linear_velocity() const;
  bool set_angular_velocity(const SigVector& velocity);
  SigVector angular_velocity() const;

  // Forces of the coming step.
  bool set_force(const SigVector& force);
  bool add_force(const SigVector& force, bool relative);
  bool add_force_at(const SigVector& force, const SigVector& place, bool force_relative, bool place_relative);
  bool add_force_to_part(std::string_view part, const SigVector& force);
  bool set_torque(const SigVector& torque);
  bool add_torque(const SigVector& torque, bool relative);
  bool set_acceleration(const SigVector& acceleration);

  // State.
  bool set_mass(double mass);
  double mass() const;
  bool set_gravity_mode(bool on);
  bool gravity_mode() const;
  bool set_dynamics(bool on);
  bool dynamics() const;
  bool set_collision(bool on);
  bool collides() const;

  // Parts.
  std::size_t part_count() const;
  PartView part(std::size_t number) const;
  /// An empty name is the part body.
  std::optional<PartView> find_part(std::string_view name) const;
  bool is_touching(std::string_view part) const;

  // Cameras 1 to 9, those that it has; number 1 is there always.
  std::vector<int> cameras() const;
  std::optional<Camera> camera(int id) const;
  bool set_camera_position(int id, const SigVector& place);
  bool set_camera_direction(int id, const SigVector& direction);
  bool set_camera_fov(int id, double degrees);
  bool set_camera_aspect_ratio(int id, double ratio);

  /// With whom it was in contact at the end of the last step, sorted by name, each once. Valid until the next step.
  const std::vector<Collision>& collisions() const;

 private:
  friend class SimWorld;
  bool attached_ = false;
};

}  // namespace sigverse
