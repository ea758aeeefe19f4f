// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <string>
#include <vector>

#include "spark/core/transform.h"

namespace spark {

class AgentAspect;
class Collider;
class ContactJointHandler;
class World;

/// Reacts when its collider (the parent node) touches another one.
class CollisionHandler : public BaseNode {
 public:
  Collider& collider() const { return *collider_; }

 protected:
  void linked() override;
  void unlinking() override;
  Collider* collider_ = nullptr;
};

/// Makes the collider solid: where both colliders own one, a contact joint keeps them apart (behaviour 2.2, 2.3).
class ContactJointHandler : public CollisionHandler {
 public:
  /// The surface, with ODE's meanings. Defaults: behaviour 2.3.
  struct Surface {
    bool bounce_mode = true;
    double bounce = 0.8;
    double min_bounce_velocity = 2.0;  ///< m/s
    double mu = dInfinity;
    bool soft_erp_mode = false;
    double soft_erp = 0.0;
    bool soft_cfm_mode = false;
    double soft_cfm = 0.0;
  };
  const Surface& surface() const { return surface_; }
  /// What holds between two surfaces (behaviour 2.3): modes if either has them, values averaged where both do.
  static Surface combine(const Surface& a, const Surface& b);

  // Script methods; out-of-range values are refused.
  void set_bounce_mode(bool on) { surface_.bounce_mode = on; }
  bool set_bounce_value(double value);
  bool set_min_bounce_velocity(double velocity);
  void set_soft_erp_mode(bool on) { surface_.soft_erp_mode = on; }
  void set_soft_erp(double erp);  ///< clamped to 0 … 1
  void set_soft_cfm_mode(bool on) { surface_.soft_cfm_mode = on; }
  bool set_soft_cfm(double cfm);
  void set_slip_mode(bool) {}     ///< accepted without effect, as in 0.5.2 (behaviour 2.3)
  void set_slip(double) {}
  bool set_mu(double mu);

 private:
  Surface surface_;
};

/// Remembers which colliders its own touched in the last collision pass.
class RecorderHandler : public CollisionHandler {
 public:
  /// Only touches by `collider` matter from now on: pairs with anything else are not even tested. A field-sized sensor
  /// would otherwise cost a box-sphere test per player and step.
  void watch_only(Collider& collider) { watched_ = &collider; }
  bool wants(const Collider& other) const { return !watched_ || watched_ == &other; }

  /// Touched in the last pass, in no particular order but the same in every run.
  const std::vector<Collider*>& touching() const { return touching_; }
  void clear() { touching_.clear(); }
  void record(Collider& other) { touching_.push_back(&other); }

 private:
  Collider* watched_ = nullptr;
  std::vector<Collider*> touching_;
};

/// A shape. If a Body is its sibling (a child of the same parent) the shape moves with it; otherwise it stands at the pose of
/// the nearest Transform above, offset by `set_position`.
///
/// A collider without any handler gets a default contact handler before its first step; one with a recorder only is a sensor.
class Collider : public BaseNode {
 public:
  ~Collider() override;

  dGeomID id() const { return geom_; }
  const std::vector<ContactJointHandler*>& contact_handlers() const { return contacts_; }
  const std::vector<RecorderHandler*>& recorders() const { return recorders_; }

  bool set_position(Vec3 offset);  ///< m, in the parent transform's frame; colliders on bodies: relative to the body
  /// Hangs a handler of that class below, named like the class.
  bool add_collision_handler(const std::string& class_name);
  /// Depth of a world point below the surface, m; negative outside.
  virtual double point_depth(Vec3 point) const = 0;

  /// Called by the world before the first step after a change of the tree.
  void place();

 protected:
  /// Makes the ODE geom; called once, when the collider comes into a scene.
  virtual dGeomID make_geom() = 0;
  void linked() override;
  void unlinking() override;
  dGeomID geom_ = nullptr;

 private:
  friend class CollisionHandler;
  World* world_ = nullptr;
  Vec3 offset_;
  std::vector<ContactJointHandler*> contacts_;
  std::vector<RecorderHandler*> recorders_;
};

class SphereCollider : public Collider {
 public:
  bool set_radius(double radius);  ///< m, > 0
  double radius() const;
  double point_depth(Vec3 point) const override;

 protected:
  dGeomID make_geom() override;
};

class BoxCollider : public Collider {
 public:
  bool set_box_lengths(Vec3 lengths);  ///< m, each > 0
  double box_length(int axis) const;
  double point_depth(Vec3 point) const override;

 protected:
  dGeomID make_geom() override;
};

/// Capped cylinder along z.
class CCylinderCollider : public Collider {
 public:
  bool set_params(double radius, double length);
  bool set_radius(double radius);
  bool set_length(double length);
  double radius() const;
  double cylinder_length() const;
  double point_depth(Vec3 point) const override;

 protected:
  dGeomID make_geom() override;
};

/// The half space a·x + b·y + c·z ≤ d is solid. World frame, whatever stands above it.
class PlaneCollider : public Collider {
 public:
  bool set_params(double a, double b, double c, double d);
  double point_depth(Vec3 point) const override;

 protected:
  dGeomID make_geom() override;
};

}  // namespace spark
