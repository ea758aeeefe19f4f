// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/physics/world_settings.h"

namespace spark {

class Variables;

// The script variables for the settings of every world that a script has: `Physics.LoneBodies`,
// `Physics.QuickStepAbove`, `Physics.QuickStepIterations`, `Physics.Arena` and `Physics.MaxSpeed`. One table has their
// names, defaults and ranges.
//
// A world takes them when it enters the scene, as all worlds do: those of a game's scripts, those read from files,
// those that a module makes later. What a script or a file sets on its world after that wins. Scripts have the
// variables from their first world on; `createVariable` before it sets them, and the command line is above both.

/// From now on they hold only what a world takes. Throws `std::runtime_error` if one holds another value already.
void bound_physics_variables(Variables& variables);
/// Creates those that do not exist yet. Throws `WrongSetting` if the command line has a value that does not fit.
void declare_physics_variables(Variables& variables);
/// Writes their values, declared if need be, to `settings`; fractions of contacts and iterations are cut off. Throws
/// like `declare_physics_variables`.
void read_physics_variables(Variables& variables, WorldSettings& settings);

}  // namespace spark
