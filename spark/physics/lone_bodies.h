// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <span>
#include <vector>

#include "spark/physics/body.h"
#include "spark/physics/heaps.h"
#include "spark/physics/lone_step.h"

namespace spark {

class CollisionPass;

/// Decides in each step which bodies are alone, and steps these without ODE (`step_lone_bodies`), with the same bits.
///
/// Alone is an enabled body with the inertia of a sphere that no joint holds, that is not kinematic, and that touches
/// nothing in this step, or at one point something that stands still, with friction that has no limit: nearly all
/// bodies in nearly every step of ball games. All others are ODE's: pairs and heaps, robots, whatever touches at
/// several points, slides on a surface of limited friction or with a direction of its own, and bodies of which ODE was
/// told directly (through `Body::id`) to damp or to limit them.
///
/// ODE keeps the shapes of a space in the order in which they moved last, and pairs come in that order. So the order in
/// which it would have stepped all bodies is kept, too.
class LoneBodies {
 public:
  /// All bodies of a world, after a change.
  void prepare(const std::vector<Body*>& bodies);

  /// Nobody is alone in this step.
  void choose_none();
  /// Decides, from the contacts of this step and before joints are made of them. ERP and CFM are the world's.
  void choose(const CollisionPass& pass, double erp, double cfm);
  /// Whether it was found to be alone. Null is not.
  bool contains(dBodyID body) const {
    return body && !alone_.empty() && cases_[static_cast<const Body*>(dBodyGetData(body))->number].is_alone;
  }
  int count() const { return static_cast<int>(alone_count_); }
  /// All of the world, the youngest first; their numbers are their places here.
  const std::vector<Body*>& bodies() const { return bodies_; }
  /// Whether it would be alone if it touched nothing.
  bool is_free(const Body& body) const { return cases_[body.number].is_free; }
  /// Steps it like one that touches nothing, though it does: somebody else finds what its contacts do, and pushes it.
  void take(Body& body);
  /// The steps of those that were taken, one after another.
  std::span<const LoneStep> taken() const { return std::span(steps_).first(alone_.size()).subspan(alone_count_); }
  /// Whether a body is left for ODE.
  bool leave_some() const { return leave_some_; }

  /// Steps them all. Their shapes are not told before `show`.
  void step(Vec3 gravity, double seconds);
  /// From now on ODE steps only the others.
  void hide();
  /// It has done so, with those of `heaps` after all others. `space` may be null.
  void show(dSpaceID space, const std::vector<Body*>& heaps);

 private:
  struct Case {
    const dContact* contact = nullptr;
    bool is_second = false;    ///< of that contact
    bool is_ordinary = false;  ///< ODE was told nothing special of the body
    bool is_free = false;
    bool is_alone = false;  ///< or taken
  };
  LoneStep& add_step(Body& body);
  void decide(const Touch& touch, const CollisionPass& pass);
  void find_order(dSpaceID space, const std::vector<Body*>& heaps);
  void find_moved(dSpaceID space);
  void find_set(Body& body);

  std::vector<Body*> bodies_;  ///< in the order in which ODE looks for sets of bodies: the youngest first
  std::vector<Case> cases_;
  std::vector<LoneStep> steps_;  ///< with room for all; their count is that of `alone_`
  std::vector<Body*> alone_;     ///< whose steps these are: those that are alone, then those that were taken
  std::size_t alone_count_ = 0;  ///< without those that were taken
  bool leave_some_ = true;
  // While shapes are told; kept for their memory.
  std::vector<Body*> moved_, order_, set_;
  std::vector<bool> is_seen_;
};

}  // namespace spark
