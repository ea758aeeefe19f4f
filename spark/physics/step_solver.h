// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "spark/physics/islands.h"
#include "spark/physics/isolated_bodies.h"
#include "spark/physics/sphere_islands.h"
#include "spark/physics/world_settings.h"

namespace spark {

class Body;
class CollisionPass;
class ContactMeter;
class Joint;
class Leaf;

/// The input of one step of a world. Everything is borrowed for that step.
struct StepInput {
  const std::vector<Body*>& bodies;  ///< all bodies of the world, in its order
  const std::vector<Joint*>& joints;
  const CollisionPass& contacts;  ///< of this step
  dSpaceID space;                 ///< null if there is none
  const WorldSettings& settings;
  double seconds;
  ContactMeter& meter;  ///< selects contacts to be measured, and stores the results
};

/// Moves the bodies of a world through a step whose forces and contacts are known.
///
/// The solver of a body depends on the step alone (`WorldSettings` switches the first two off and the last on):
///  * an isolated body is computed without ODE, with ODE's bits (`IsolatedBodies`);
///  * an island of spheres with more contacts than the world wants solved exactly is solved by iteration without ODE
///    (`SphereIslands`), and then stepped like isolated bodies;
///  * any other large island (`Islands`) is solved by iteration by ODE, apart from all others (`quick_step`);
///  * all other bodies are solved exactly by dWorldStep;
///  * in a world of quick steps ODE solves all bodies by iteration, and the other solvers are not used.
///
/// It owns the contact joints, which exist only during a step, and the random numbers of quick steps.
class StepSolver {
 public:
  /// Steps bodies of `world`. Warnings name `owner`, whose path and match seed initialise the random numbers.
  StepSolver(dWorldID world, const Leaf& owner);
  ~StepSolver();
  StepSolver(const StepSolver&) = delete;
  StepSolver& operator=(const StepSolver&) = delete;

  /// Registers the bodies of the world after a change and numbers them.
  void prepare(const std::vector<Body*>& bodies) { isolated_.prepare(bodies); }
  void step(const StepInput& input);

  /// The number of isolated bodies in the last step.
  int isolated_count() const { return isolated_.count(); }
  /// The state of the random numbers; `nullopt` before the first quick step.
  std::optional<std::uint32_t> quick_random() const { return quick_random_; }
  void set_quick_random(std::optional<std::uint32_t> random) { quick_random_ = random; }

 private:
  bool find_islands(const StepInput& input);
  void step_with_ode(const StepInput& input, bool has_islands);
  void step_islands_apart(const StepInput& input);
  void make_quick_step(double seconds);

  dWorldID world_;
  const Leaf& owner_;
  dJointGroupID contact_joints_;
  IsolatedBodies isolated_;
  Islands islands_;
  SphereIslands sphere_islands_;
  std::optional<std::uint32_t> quick_random_;
  bool reported_island_ = false;
  std::vector<Body*> in_island_;   ///< bodies that this step solves separately, in the world's order
  std::vector<dBodyID> disabled_;  ///< during one of the two solutions
};

}  // namespace spark
