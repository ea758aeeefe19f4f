// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/physics_variables.h"

#include <optional>

#include "spark/core/variables.h"

namespace spark {
namespace {

struct Range {
  double least;
  double most;
  const char* unit;
};

struct PhysicsVariable {
  const char* name;
  Value usual;
  std::optional<Range> range{};
};

constexpr const char *kLoneBodies = "Physics.LoneBodies", *kAbove = "Physics.QuickStepAbove",
                     *kIterations = "Physics.QuickStepIterations", *kArena = "Physics.Arena",
                     *kMaxSpeed = "Physics.MaxSpeed";

const PhysicsVariable kPhysicsVariables[] = {
    {kLoneBodies, PhysicsSettings().lone_bodies},
    {kAbove, std::int64_t{PhysicsSettings().quick_step_above}, Range{0, kMaxQuickStepAbove, "contacts"}},
    {kIterations, std::int64_t{PhysicsSettings().quick_step_iterations}, Range{1, kMaxQuickStepIterations, ""}},
    {kArena, PhysicsSettings().limits.distance, Range{kLeastArena, kMaxDistance, "m"}},
    {kMaxSpeed, PhysicsSettings().limits.speed, Range{kLeastBodySpeed, kMaxBodySpeed, "m/s"}},
};

}  // namespace

void bound_physics_variables(Variables& variables) {
  for (const auto& [name, usual, range] : kPhysicsVariables)
    if (range) variables.set_range(name, range->least, range->most, range->unit);
}

void declare_physics_variables(Variables& variables) {
  for (const auto& [name, usual, range] : kPhysicsVariables) variables.declare(name, usual);
}

PhysicsSettings physics_settings(Variables& variables) {
  bound_physics_variables(variables);
  declare_physics_variables(variables);
  PhysicsSettings settings;
  settings.lone_bodies = variables.boolean(kLoneBodies).value_or(settings.lone_bodies);
  settings.quick_step_above = static_cast<int>(variables.real(kAbove).value_or(settings.quick_step_above));
  settings.quick_step_iterations =
      static_cast<int>(variables.real(kIterations).value_or(settings.quick_step_iterations));
  settings.limits = {variables.real(kArena).value_or(settings.limits.distance),
                     variables.real(kMaxSpeed).value_or(settings.limits.speed)};
  return settings;
}

}  // namespace spark
