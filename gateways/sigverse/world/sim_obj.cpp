// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/sim_obj.h"

#include <algorithm>

#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"

namespace sigverse {

SimObj::SimObj() = default;
SimObj::~SimObj() = default;

bool SimObj::refuse(std::string_view why) const {
  complaint_ = why;
  refused_by_mode_ = false;
  return false;
}

bool SimObj::refuse_by_mode(std::string_view why) const {
  complaint_ = why;
  refused_by_mode_ = true;
  // Once for each reason: a controller may try in every step.
  if (said_ != why) core().log.debug("{}: {}", object_name_, why);
  said_ = why;
  return false;
}

bool SimObj::needs_dynamics() const {
  return dynamics() || refuse_by_mode("it has no dynamics");
}

bool SimObj::check(const SigVector& value, double limit, std::string_view what) const {
  // Also false for what is not a number.
  const bool is_within = std::ranges::all_of(value, [limit](double x) { return x >= -limit && x <= limit; });
  return is_within || refuse(what);
}

bool SimObj::check_length(const SigVector& value, double limit, std::string_view what) const {
  return spark::length({value[0], value[1], value[2]}) <= limit || refuse(what);
}

bool SimObj::set_mass(double mass) {
  if (!(mass > 0.0 && mass <= kMaxMass)) return refuse("a mass has to be above 0 and at most 1e6 kg");
  if (!body_ || !body_->set_mass(mass)) return refuse("a body cannot have that mass");
  return true;
}

double SimObj::mass() const {
  return body_ ? body_->mass() : 0.0;
}

bool SimObj::set_gravity_mode(bool on) {
  if (!body_) return refuse("it has no body");
  body_->use_gravity(on);
  return true;
}

bool SimObj::gravity_mode() const {
  return body_ && body_->uses_gravity();
}

bool SimObj::set_dynamics(bool on) {
  if (!body_) return refuse("it has no body");
  if (on == dynamics()) return true;
  if (!on) {
    place_ = position();
    turn_ = rotation();
    body_->stop();
    forget_step();
  }
  body_->set_kinematic(!on);
  return true;
}

bool SimObj::dynamics() const {
  return body_ && !body_->is_kinematic();
}

bool SimObj::set_collision(bool on) {
  if (!body_) return refuse("it has no body");
  for (const Part& part : parts_)
    if (part.collider) part.collider->enable(on);
  return true;
}

bool SimObj::collides() const {
  return !parts_.empty() && parts_.front().collider && parts_.front().collider->is_enabled();
}

void SimObj::keep() {
  kept_attributes_ = attributes_;
  kept_place_ = place_;
  kept_turn_ = turn_;
}

void SimObj::put_back() {
  attributes_ = kept_attributes_;
  find_live_numbers();
  place_ = kept_place_;
  turn_ = kept_turn_;
  forget_step();
  collisions_.clear();
}

}  // namespace sigverse
