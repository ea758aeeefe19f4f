// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/physics_variables.h"

#include "spark/core/variables.h"

namespace spark {
namespace {

constexpr const char *kIsolatedBodies = "Physics.LoneBodies", *kAbove = "Physics.QuickStepAbove",
                     *kIterations = "Physics.QuickStepIterations", *kArena = "Physics.Arena",
                     *kMaxSpeed = "Physics.MaxSpeed";

const WorldSettings kDefaultSettings{};
const Variable kPhysicsVariables[] = {
    {kIsolatedBodies, kDefaultSettings.isolated_bodies,
     "bodies without contacts are stepped without ODE, with bit-identical results"},
    {kAbove, std::int64_t{kDefaultSettings.quick_step_above},
     "islands of more contacts are solved by iteration; 0: none", "contacts",
     Variable::Range{0, WorldSettings::kMaxQuickStepAbove}},
    {kIterations, std::int64_t{kDefaultSettings.quick_step_iterations}, "iterations of such a solution", "",
     Variable::Range{1, WorldSettings::kMaxQuickStepIterations}},
    {kArena, kDefaultSettings.limits.distance, "distance from the origin beyond which a body is stopped and restored",
     "m", Variable::Range{WorldSettings::kMinArena, kMaxDistance}},
    {kMaxSpeed, kDefaultSettings.limits.speed, "speed above which a body is stopped and restored", "m/s",
     Variable::Range{WorldSettings::kMinMaxSpeed, kMaxBodySpeed}},
};

}  // namespace

void bound_physics_variables(Variables& variables) {
  variables.describe(kPhysicsVariables);
}

void declare_physics_variables(Variables& variables) {
  variables.declare(kPhysicsVariables);
}

void read_physics_variables(Variables& variables, WorldSettings& settings) {
  declare_physics_variables(variables);
  const auto real = [&](const char* name, double otherwise) { return variables.real(name).value_or(otherwise); };
  settings.isolated_bodies = variables.boolean(kIsolatedBodies).value_or(settings.isolated_bodies);
  settings.quick_step_above = static_cast<int>(real(kAbove, settings.quick_step_above));
  settings.quick_step_iterations = static_cast<int>(real(kIterations, settings.quick_step_iterations));
  settings.limits = {real(kArena, settings.limits.distance), real(kMaxSpeed, settings.limits.speed)};
}

}  // namespace spark
