// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/step_forces.h"

#include "spark/physics/body.h"

namespace sigverse {
namespace {

bool is_within_limit(const SigVector& v) {
  return spark::length({v[0], v[1], v[2]}) <= StepForces::kMaxLength;
}

}  // namespace

void StepForces::set_force(const SigVector& force) {
  force_ = force;
  is_empty_ = false;
}

void StepForces::set_torque(const SigVector& torque) {
  torque_ = torque;
  is_empty_ = false;
}

void StepForces::set_acceleration(const SigVector& acceleration) {
  acceleration_ = acceleration;
  is_empty_ = false;
}

std::string_view StepForces::add_force(const SigVector& force) {
  const SigVector whole = sum(added_force_, force);
  if (!is_within_limit(whole)) return "the forces of one step have become too great";
  added_force_ = whole;
  is_empty_ = false;
  return {};
}

bool StepForces::has_room_for_torque(const SigVector& torque) const {
  return is_within_limit(sum(added_torque_, torque));
}

std::string_view StepForces::add_torque(const SigVector& torque) {
  if (!has_room_for_torque(torque)) return "the torques of one step have become too great";
  added_torque_ = sum(added_torque_, torque);
  is_empty_ = false;
  return {};
}

void StepForces::apply(spark::Body& body) const {
  if (is_empty_) return;
  body.add_force(to_core(force_));
  body.add_force(to_core(added_force_));
  body.add_force(to_core(acceleration_) * body.mass());
  body.add_torque(torque_to_core(torque_));
  body.add_torque(torque_to_core(added_torque_));
}

}  // namespace sigverse
