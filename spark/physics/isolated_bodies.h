// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <span>
#include <vector>

#include "spark/numerics/isolated_step.h"
#include "spark/physics/body.h"
#include "spark/physics/islands.h"

namespace spark {

class CollisionPass;

/// Decides in each step which bodies are isolated, and steps these without ODE (`step_isolated_bodies`), with the same
/// bits.
///
/// An isolated body is enabled, is not kinematic, has the inertia of a sphere and no joint, and in this step touches
/// nothing, or a static shape at one point with unlimited friction. In ball games that is nearly every body in nearly
/// every step. All others are left to ODE: pairs and islands, robots, bodies that touch something at several points or
/// slide on a surface whose friction is limited or directed, and bodies for which damping, a maximum speed or
/// auto-disabling is set in ODE (through `Body::id`).
///
/// ODE keeps the shapes of a space in the order of their last moves, and finds pairs in that order. So the order in
/// which ODE would have stepped all bodies is restored, too.
class IsolatedBodies {
 public:
  /// Registers all bodies of a world after a change, and numbers them (`Body::number`).
  void prepare(const std::vector<Body*>& bodies);

  /// Makes no body isolated in this step.
  void choose_none();
  /// Decides, from the contacts of this step and before joints are made from them. Bodies whose contacts ODE is to
  /// measure are not isolated. ERP and CFM are the world's.
  void choose(const CollisionPass& pass, const std::vector<const Body*>& measured, double erp, double cfm);
  /// Whether the body is stepped here: it is isolated or was taken. False for null.
  bool contains(dBodyID body) const {
    return body && !stepped_.empty() && cases_[static_cast<const Body*>(dBodyGetData(body))->number].is_stepped;
  }
  /// The number of isolated bodies, without those that were taken.
  int count() const { return static_cast<int>(isolated_count_); }
  /// All bodies of the world, the youngest first; their numbers are their indices here.
  const std::vector<Body*>& bodies() const { return bodies_; }
  /// Whether the body would be isolated if it touched nothing.
  bool is_free(const Body& body) const { return cases_[body.number].is_free; }
  /// Steps this body, which touches something, like one that touches nothing. The caller computes the effect of its
  /// contacts and adds it to its forces before `step`.
  void take(Body& body);
  /// The steps of the taken bodies, one after another.
  std::span<const IsolatedStep> taken() const {
    return std::span(steps_).first(stepped_.size()).subspan(isolated_count_);
  }
  /// Whether any body is left for ODE.
  bool leave_some() const { return leave_some_; }

  /// Steps all of them. Their geoms do not move before `show_to_ode`.
  void step(Vec3 gravity, double seconds);
  /// Makes ODE step only the other bodies from now on.
  void hide_from_ode();
  /// To be called when ODE has stepped the others, those of `islands` last: moves the geoms, in the order in which ODE
  /// would have. `space` may be null.
  void show_to_ode(dSpaceID space, const std::vector<Body*>& islands);

 private:
  struct Case {
    const dContact* contact = nullptr;
    bool is_second = false;    ///< it is the second of the two in that contact
    bool is_ordinary = false;  ///< nothing unusual is set for the body in ODE
    bool is_free = false;
    bool is_stepped = false;  ///< isolated or taken
  };
  IsolatedStep& add_step(Body& body);
  void decide(const Touch& touch, const CollisionPass& pass);
  void find_order(dSpaceID space, const std::vector<Body*>& islands);
  void find_moved(dSpaceID space);
  void find_island(Body& body);

  std::vector<Body*> bodies_;  ///< in the order in which ODE searches for islands: the youngest first
  std::vector<Case> cases_;
  std::vector<IsolatedStep> steps_;  ///< with room for all; the first ones belong to `stepped_`
  std::vector<Body*> stepped_;       ///< the isolated bodies, then the taken ones
  std::size_t isolated_count_ = 0;
  bool leave_some_ = true;
  // Used while geoms are moved. Members, so that their memory is reused.
  std::vector<Body*> moved_, order_, island_;
  std::vector<bool> is_seen_;
};

}  // namespace spark
