// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <string>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/core/transform.h"
#include "spark/numerics/contact_shape.h"
#include "spark/physics/collision_groups.h"
#include "spark/physics/contact_joint_handler.h"
#include "spark/physics/met_surface.h"
#include "spark/physics/recorder_handler.h"

namespace spark {

class World;

/// A shape that can be touched. If a Body is its sibling (a child of the same parent) the shape moves with it;
/// otherwise it is scenery at the pose of the nearest Transform above, offset by `set_position`.
///
/// Scenery is placed when it enters the scene and before the first step after any change of the tree. Code that moves
/// its Transform between steps must call `place()`.
///
/// A collider without any handler gets a default contact handler before its first step; one with a recorder only is a
/// sensor. The ODE geom belongs to the collider and exists as long as it does.
class Collider : public BaseNode {
 public:
  ~Collider() override;

  /// The geom, for ODE's own functions. Code that changes it by them, other than by moving its body, must call
  /// `World::geoms_changed()`, because a step caches which pairs of geoms are near each other.
  dGeomID id() const { return geom_; }
  const std::vector<ContactJointHandler*>& contact_handlers() const { return contacts_; }
  const std::vector<RecorderHandler*>& recorders() const { return recorders_; }

  Vec3 offset() const { return offset_; }
  bool set_position(Vec3 offset);  ///< m, in the parent transform's frame; colliders on bodies: relative to the body
  Mat3 turn() const { return turn_; }
  /// Its rotation in that frame: a rotation matrix (right-handed, exact to a part in 1000). The identity unless set.
  bool set_rotation(const Mat3& turn);
  /// Adds a child handler of that class, named after the class (without "oxygen/"). False, after an error line, if
  /// there is no such handler class.
  bool add_collision_handler(const std::string& class_name);
  /// Colliders of one group pass through each other; `World::set_touching` sets it for other groups. "" is no group
  /// (the default).
  void set_group(const std::string& name);
  const std::string& group_name() const { return group_name_; }
  /// A disabled collider touches nothing, for contacts and recorders alike.
  void enable(bool on);
  bool is_enabled() const { return enabled_; }
  /// Whether it can push bodies: it is enabled, has a valid pose and an inside, and is not a sensor.
  bool is_obstacle() const { return dGeomIsEnabled(geom_) && is_solid() && (!contacts_.empty() || recorders_.empty()); }
  /// Depth of a world point below the surface, m; negative outside.
  virtual double point_depth(Vec3 point) const = 0;

  /// Joins the sibling body, or moves to the pose of the Transform above.
  void place();

  /// The world's number of its group; 0 for none and outside of a scene.
  CollisionGroups::Group group() const { return group_; }

  /// The world's serial number of its entry into the scene.
  std::uint64_t entered_at() const { return entered_at_; }

  // Called by its handlers when they enter and leave the scene.
  void add_handler(CollisionHandler& handler);
  void remove_handler(CollisionHandler& handler);

  // Called by the world.
  void add_default_handler();
  void leave_world();
  /// For the collision pass: the shape for computing contacts. Valid until the next step of the world.
  const ContactShape& contact_shape();
  /// For the collision pass: the surface combined with that of the last collider that it touched.
  MetSurface met_surface;
  /// For the collision pass: the number of pairs of this collider and another one in this step in which the centre of
  /// one is inside the other.
  int inside_each_other = 0;

 protected:
  Collider();
  /// Takes ownership of the geom; every shape calls it once, in its constructor.
  void adopt(dGeomID geom);
  /// Every shape calls it when its sizes have changed.
  void note_shape();
  /// To be called when the geom is changed in any way, except by the motion of its body.
  void geom_changed();
  void linked() override;
  void unlinking() override;
  /// False for shapes that ODE keeps in the world frame.
  virtual bool has_place() const { return true; }
  /// The rotation of ODE's geom in the frame of the shape.
  virtual Mat3 geom_rotation() const { return kIdentity3; }
  /// False for shapes that have no inside, so that they cannot push.
  virtual bool is_solid() const { return true; }

 private:
  void place_as_scenery();
  void update_enabled();

  dGeomID geom_ = nullptr;
  World* world_ = nullptr;
  std::uint64_t entered_at_ = 0;
  Vec3 offset_;
  Mat3 turn_ = kIdentity3;
  std::string group_name_;
  CollisionGroups::Group group_ = 0;
  bool enabled_ = true;
  bool has_pose_ = true;  ///< false for scenery at a pose that ODE cannot represent
  std::vector<ContactJointHandler*> contacts_;
  std::vector<RecorderHandler*> recorders_;
  ContactShape contact_shape_;
  bool knows_contact_shape_ = false;
};

/// Radius 1 m unless set.
class SphereCollider : public Collider {
 public:
  SphereCollider();
  bool set_radius(double radius);  ///< m, > 0
  double radius() const;
  double point_depth(Vec3 point) const override;
};

/// A cube of 1 m unless set.
class BoxCollider : public Collider {
 public:
  BoxCollider();
  bool set_box_lengths(Vec3 lengths);  ///< m, each > 0
  double box_length(int axis) const;   ///< axis 0 … 2, otherwise 0
  Vec3 to_local(Vec3 point) const;     ///< a world point in the frame of the box
  double point_depth(Vec3 point) const override;
};

/// Capped cylinder along z; its length is that of the cylindrical part. Radius and length 1 m unless set.
class CCylinderCollider : public Collider {
 public:
  CCylinderCollider();
  bool set_params(double radius, double length);
  bool set_radius(double radius);
  bool set_length(double length);
  double radius() const;
  double cylinder_length() const;
  double point_depth(Vec3 point) const override;
};

/// A cylinder with flat ends along z. Radius and length 1 m unless set.
class CylinderCollider : public Collider {
 public:
  CylinderCollider();
  bool set_params(double radius, double length);
  bool set_radius(double radius);
  bool set_length(double length);
  double radius() const;
  double cylinder_length() const;
  double point_depth(Vec3 point) const override;
};

/// A ray: detects colliders, for recorders, and pushes nothing, so contact handlers have no effect on it. Unless set,
/// it begins at its node and points along z, 1 m long. It moves with a body like any shape.
class RayCollider : public Collider {
 public:
  RayCollider();
  /// Begin and direction (of any length) in the frame of the shape, length in m.
  bool set_params(Vec3 begin, Vec3 direction, double length);
  Vec3 direction() const { return direction_; }  ///< in the frame of the shape, of length 1
  double ray_length() const;
  /// Minus the distance from the ray.
  double point_depth(Vec3 point) const override;

 protected:
  Mat3 geom_rotation() const override;
  bool is_solid() const override { return false; }

 private:
  Vec3 direction_{0, 0, 1};
};

/// The half space a·x + b·y + c·z ≤ d is solid, in the world frame, regardless of the nodes above it. z ≤ 0 unless set.
class PlaneCollider : public Collider {
 public:
  PlaneCollider();
  bool set_params(double a, double b, double c, double d);
  bool set_point_and_normal(Vec3 point, Vec3 normal);
  /// Four numbers (a, b, c, d) or six (point, normal).
  bool set_params_from(const Values& numbers);
  double point_depth(Vec3 point) const override;

 protected:
  bool has_place() const override { return false; }
};

}  // namespace spark
