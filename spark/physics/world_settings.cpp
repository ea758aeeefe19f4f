// SPDX-License-Identifier: Apache-2.0
#include "spark/core/core.h"
#include "spark/physics/physics_variables.h"
#include "spark/physics/world.h"

namespace spark {

bool World::set_gravity(Vec3 acceleration) {
  if (!within(acceleration, 1e6)) return false;
  dWorldSetGravity(world_, acceleration.x, acceleration.y, acceleration.z);
  return true;
}

Vec3 World::gravity() const {
  dVector3 gravity;
  dWorldGetGravity(world_, gravity);
  return to_vec3(gravity);
}

bool World::set_erp(double erp) {
  if (!(erp >= 0.0 && erp <= 1.0)) return false;
  dWorldSetERP(world_, erp);
  return true;
}

double World::erp() const {
  return dWorldGetERP(world_);
}

bool World::set_cfm(double cfm) {
  if (!(cfm >= 0.0 && cfm <= 1e6)) return false;
  dWorldSetCFM(world_, cfm);
  return true;
}

double World::cfm() const {
  return dWorldGetCFM(world_);
}

bool World::set_touching(const std::string& group_a, const std::string& group_b, bool on) {
  if (group_a.empty() || group_b.empty()) return false;
  groups().set(groups().number_of(group_a), groups().number_of(group_b), on);
  return true;
}

bool World::touching(const std::string& group_a, const std::string& group_b) {
  return groups().may_touch(groups().number_of(group_a), groups().number_of(group_b));
}

void World::linked() {
  const PhysicsSettings settings = physics_settings(core().variables);
  set_lone_bodies(settings.lone_bodies);
  set_quick_step_above(settings.quick_step_above);
  set_quick_step_iterations(settings.quick_step_iterations);
  set_arena(settings.limits.distance);
  set_max_speed(settings.limits.speed);
}

bool World::set_arena(double radius) {
  if (!(radius >= kLeastArena && radius <= kMaxDistance)) return false;
  limits_.distance = radius;
  return true;
}

bool World::set_max_speed(double speed) {
  if (!(speed >= kLeastBodySpeed && speed <= kMaxBodySpeed)) return false;
  limits_.speed = speed;
  return true;
}

bool World::set_quick_step_above(int contacts) {
  if (contacts < 0 || contacts > kMaxQuickStepAbove) return false;
  heaps_.set_most_exact(contacts);
  return true;
}

bool World::set_quick_step_iterations(int count) {
  if (count < 1 || count > kMaxQuickStepIterations) return false;
  dWorldSetQuickStepNumIterations(world_, count);
  return true;
}

int World::quick_step_iterations() const {
  return dWorldGetQuickStepNumIterations(world_);
}

}  // namespace spark
