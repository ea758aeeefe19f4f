// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <vector>

#include "spark/core/transform.h"

namespace spark {

class Body;
class Collider;
class ForceSource;
class Space;

/// The ODE world of one scene; hangs directly below the scene, beside its `Space`.
///
/// Owns the dWorld and the contact joints; borrows bodies, colliders and force sources, which it finds in the tree below its
/// parent and keeps in flat lists (walking the tree in every step would cost more than the physics). One step is, in this
/// order (behaviour 2.5): force sources, collision detection, dWorldStep, poses to the nodes.
/// Runs on the simulation thread only.
class World : public BaseNode {
 public:
  World();
  ~World() override;

  dWorldID id() const { return world_; }
  /// Space of the same scene; throws if the scene has none.
  Space& space();

  /// One step of `seconds`. Every body whose state is not finite or lies outside of ±`kFarthest` afterwards is stopped and put
  /// back where it was before the step, with one complaint in the log: a NaN would abort the process in the next one.
  void step(double seconds);
  static constexpr double kFarthest = 1e6;  ///< metres; ODE's spaces abort at about 1e9

  /// Makes the next step look for bodies, colliders and force sources again.
  void invalidate_order() { order_valid_ = false; }

  // Script methods; values not finite or out of range are refused (false).
  void set_gravity(Vec3 acceleration);  ///< m/s²
  bool set_erp(double erp);             ///< 0 … 1, default 0.2
  double erp() const;
  bool set_cfm(double cfm);             ///< ≥ 0, default 1e-5: what 0.5.2 ran with (behaviour 2.1)
  double cfm() const;

  /// The world of the scene that `node` hangs in: the first World among the children of its ancestors. Throws
  /// `std::runtime_error` that names `node` if there is none.
  static World& of(const Leaf& node);

 private:
  friend class Space;
  void rebuild_order();

  dWorldID world_ = nullptr;
  dJointGroupID contacts_ = nullptr;
  Space* space_ = nullptr;
  bool order_valid_ = false;
  std::vector<ForceSource*> force_sources_;
  std::vector<Body*> bodies_;
  std::vector<Collider*> colliders_;
};

/// The collision space of one scene, a dSimpleSpace: with some 40 geoms it is half as dear as a hash space (13 against 22 µs
/// per step, measured with 22 players and a ball).
class Space : public BaseNode {
 public:
  Space();
  ~Space() override;
  dSpaceID id() const { return space_; }

 private:
  dSpaceID space_ = nullptr;
};

}  // namespace spark
