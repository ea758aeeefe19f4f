// SPDX-License-Identifier: Apache-2.0
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

bool World::set_quick_step_iterations(int count) {
  if (count < 1 || count > 1000) return false;
  dWorldSetQuickStepNumIterations(world_, count);
  return true;
}

int World::quick_step_iterations() const {
  return dWorldGetQuickStepNumIterations(world_);
}

}  // namespace spark
