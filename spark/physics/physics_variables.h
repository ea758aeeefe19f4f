// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/physics/world_settings.h"

namespace spark {

class Variables;

// The script variables for the settings of all worlds: `Physics.LoneBodies`, `Physics.QuickStepAbove`,
// `Physics.QuickStepIterations`, `Physics.Arena` and `Physics.MaxSpeed`. One table has their names, defaults and
// ranges.
//
// Every world reads them when it enters the scene, whether it comes from a game's script, from a file or from a module.
// Later settings of a world by a script or a file override them. Scripts have the variables from their first world on;
// `createVariable` before that sets them, and the command line overrides both.

/// Restricts them to values that a world accepts. Throws `std::runtime_error` if one already has another value.
void bound_physics_variables(Variables& variables);
/// Creates those that do not exist yet. Throws `WrongSetting` if the command line has an unsuitable value.
void declare_physics_variables(Variables& variables);
/// Copies their values, declared if necessary, to `settings`; numbers of contacts and iterations are truncated to
/// integers. Throws like `declare_physics_variables`.
void read_physics_variables(Variables& variables, WorldSettings& settings);

}  // namespace spark
