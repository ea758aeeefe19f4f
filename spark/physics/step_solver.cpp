// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/step_solver.h"

#include <utility>

#include "spark/core/core.h"
#include "spark/numerics/quick_step.h"
#include "spark/physics/collision_pass.h"
#include "spark/physics/contact_meter.h"

namespace spark {

StepSolver::StepSolver(dWorldID world, const Leaf& owner)
    : world_(world), owner_(owner), contact_joints_(dJointGroupCreate(0)) {}

StepSolver::~StepSolver() {
  dJointGroupDestroy(contact_joints_);
}

void StepSolver::step(const StepInput& input) {
  const WorldSettings& settings = input.settings;
  if (settings.isolated_bodies && !settings.quick_step)
    isolated_.choose(input.contacts, input.meter.bodies(), settings.erp, settings.cfm);
  else
    isolated_.choose_none();
  in_island_.clear();
  const bool has_islands = find_islands(input);
  isolated_.step(settings.gravity, input.seconds);
  if (isolated_.leave_some()) {
    input.contacts.make_joints(world_, contact_joints_, isolated_, input.meter);
    isolated_.hide_from_ode();
    step_with_ode(input, has_islands);
  }
  isolated_.show_to_ode(input.space, in_island_);
  dJointGroupEmpty(contact_joints_);
}

/// Whether islands are left that ODE has to solve by iteration. Islands that the world wants solved by iteration are
/// solved here if they consist of suitable spheres, which are then stepped with the isolated bodies.
bool StepSolver::find_islands(const StepInput& input) {
  const WorldSettings& settings = input.settings;
  if (settings.quick_step || !isolated_.leave_some() ||
      !islands_.find(input.bodies, input.joints, input.contacts.touches(), settings.quick_step_above))
    return false;
  if (!settings.isolated_bodies || settings.quick_step_above == 0) return true;
  const bool some_left = sphere_islands_.take(islands_, input.contacts, isolated_, settings.erp, settings.cfm);
  sphere_islands_.push(isolated_, settings.gravity, input.seconds, settings.quick_step_iterations);
  return some_left;
}

void StepSolver::step_with_ode(const StepInput& input, bool has_islands) {
  if (input.settings.quick_step)
    make_quick_step(input.seconds);
  else if (has_islands)
    step_islands_apart(input);
  else
    dWorldStep(world_, input.seconds);
}

/// A call of ODE solves all enabled bodies in one way. So the islands are disabled while the others are solved exactly,
/// and then the others while the islands are solved by iteration.
void StepSolver::step_islands_apart(const StepInput& input) {
  if (islands_.limit() != input.settings.quick_step_above && !std::exchange(reported_island_, true))
    owner_.core().log.warning("{}: an island with {} contacts; islands with more than {} are solved by iteration",
                              owner_.full_path(), islands_.contacts_of_largest(), islands_.limit());
  for (Body* body : input.bodies)
    if (islands_.contains(*body)) in_island_.push_back(body);
  for (const bool solves_islands : {false, true}) {
    disabled_.clear();
    for (const Body* body : input.bodies)
      if (islands_.contains(*body) != solves_islands && body->is_enabled()) disabled_.push_back(body->id());
    for (dBodyID body : disabled_) dBodyDisable(body);
    if (solves_islands)
      make_quick_step(input.seconds);
    else
      dWorldStep(world_, input.seconds);
    for (dBodyID body : disabled_) dBodyEnable(body);
  }
}

void StepSolver::make_quick_step(double seconds) {
  if (!quick_random_) {
    // Not a stream of the match, whose state would advance: a world that is restored to its beginning starts with this
    // again.
    RandomStreams streams(owner_.core().random.seed());
    quick_random_ = static_cast<std::uint32_t>(streams.stream("quick step " + owner_.full_path()).next());
  }
  quick_step(world_, seconds, *quick_random_);
}

}  // namespace spark
