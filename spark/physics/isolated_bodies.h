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
/// An isolated body is enabled, not kinematic, has the inertia of a sphere, is held by no joint, and touches nothing in
/// this step, or at one point something that stands still, with friction that has no limit: nearly all bodies in nearly
/// every step of ball games. All others are ODE's: pairs and islands, robots, bodies that touch something at several
/// points or slide on a surface whose friction is limited or has a direction, and bodies that ODE was asked (through
/// `Body::id`) to damp, to limit or to put to sleep.
///
/// ODE keeps the shapes of a space in the order in which they moved last, and finds pairs in that order. So the order
/// in which ODE would have stepped all bodies is restored, too.
class IsolatedBodies {
 public:
  /// Registers all bodies of a world after a change, and numbers them (`Body::number`).
  void prepare(const std::vector<Body*>& bodies);

  /// No body is isolated in this step.
  void choose_none();
  /// Decides, from the contacts of this step and before joints are made of them. Bodies whose contacts ODE shall
  /// measure are not isolated. ERP and CFM are the world's.
  void choose(const CollisionPass& pass, const std::vector<const Body*>& measured, double erp, double cfm);
  /// Whether the body is stepped here: it is isolated or was taken. False for null.
  bool contains(dBodyID body) const {
    return body && !stepped_.empty() && cases_[static_cast<const Body*>(dBodyGetData(body))->number].is_stepped;
  }
  /// How many bodies are isolated, without those that were taken.
  int count() const { return static_cast<int>(isolated_count_); }
  /// All bodies of the world, the youngest first; their numbers are their places here.
  const std::vector<Body*>& bodies() const { return bodies_; }
  /// Whether the body would be isolated if it touched nothing.
  bool is_free(const Body& body) const { return cases_[body.number].is_free; }
  /// Steps this body like one that touches nothing, though it does. The caller finds what its contacts do and adds that
  /// to its forces before `step`.
  void take(Body& body);
  /// The steps of those that were taken, one after another.
  std::span<const IsolatedStep> taken() const {
    return std::span(steps_).first(stepped_.size()).subspan(isolated_count_);
  }
  /// Whether a body is left for ODE.
  bool leave_some() const { return leave_some_; }

  /// Steps them all. Their geoms do not move before `show_to_ode`.
  void step(Vec3 gravity, double seconds);
  /// From now on ODE steps the other bodies only.
  void hide_from_ode();
  /// To be called when ODE has stepped the others, those of `islands` last: moves the geoms, in the order in which ODE
  /// would have. `space` may be null.
  void show_to_ode(dSpaceID space, const std::vector<Body*>& islands);

 private:
  struct Case {
    const dContact* contact = nullptr;
    bool is_second = false;    ///< of the two that touch in that contact
    bool is_ordinary = false;  ///< ODE was not asked to do anything special with the body
    bool is_free = false;
    bool is_stepped = false;  ///< isolated or taken
  };
  IsolatedStep& add_step(Body& body);
  void decide(const Touch& touch, const CollisionPass& pass);
  void find_order(dSpaceID space, const std::vector<Body*>& islands);
  void find_moved(dSpaceID space);
  void find_island(Body& body);

  std::vector<Body*> bodies_;  ///< in the order in which ODE looks for islands: the youngest first
  std::vector<Case> cases_;
  std::vector<IsolatedStep> steps_;  ///< with room for all; the first ones belong to `stepped_`
  std::vector<Body*> stepped_;       ///< those that are isolated, then those that were taken
  std::size_t isolated_count_ = 0;
  bool leave_some_ = true;
  // Used while geoms are moved; members so that their memory is used again.
  std::vector<Body*> moved_, order_, island_;
  std::vector<bool> is_seen_;
};

}  // namespace spark
