// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/physics/bad_states.h"
#include "spark/physics/ode_library.h"

namespace spark {

class Variables;

/// The script variables by which every world of a script is stepped: `Physics.LoneBodies`, `Physics.QuickStepAbove`,
/// `Physics.QuickStepIterations`, `Physics.Arena` and `Physics.MaxSpeed`. One table has their names, usual values and
/// ranges.
///
/// A world takes them when it enters the scene, which every way to a world comes by: scripts of a game, worlds read
/// from files, worlds made later by a module. What a script or a file says to its world after that wins. Scripts have
/// them from their first world on; `createVariable` before it sets them, and the command line is above both.
struct PhysicsSettings {
  bool lone_bodies = true;
  int quick_step_above = 0;
  int quick_step_iterations = 20;  ///< ODE's own
  MotionLimits limits{kMaxDistance, kMaxBodySpeed};
};

constexpr double kLeastArena = 1.0;      ///< m
constexpr double kLeastBodySpeed = 0.1;  ///< m/s
constexpr int kMaxQuickStepAbove = 1000000;
constexpr int kMaxQuickStepIterations = 1000;

/// From now on they hold only what a world takes. Throws `std::runtime_error` if one holds another value already.
void bound_physics_variables(Variables& variables);
/// Creates those that do not exist yet. Throws `std::runtime_error` if the command line has a value that does not fit.
void declare_physics_variables(Variables& variables);
/// Their values, declared if need be; parts of numbers are cut off. Throws like `declare_physics_variables`.
PhysicsSettings physics_settings(Variables& variables);

}  // namespace spark
