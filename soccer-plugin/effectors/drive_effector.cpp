// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/effectors/drive_effector.h"

#include <cmath>
#include <limits>

#include "spark/physics/body.h"
#include "spark/physics/world.h"

namespace soccer {
namespace {

constexpr spark::Parameter kDriveParameters[] = {
    {"x", spark::Parameter::Kind::real, false, "percent", "power towards the opponent's goal"},
    {"y", spark::Parameter::Kind::real, false, "percent", "power to the left of that"},
    {"z", spark::Parameter::Kind::real, false, "percent", "power upwards; the vector is shortened to length 100"},
};

constexpr double kDriveSlack = 0.001;  ///< m above the resting height (behaviour 3.4)
/// Forces up to this (N) count as switched off and cost nothing.
constexpr double kNoForce = std::numeric_limits<float>::epsilon();

}  // namespace

std::span<const spark::Parameter> DriveEffector::parameters() const {
  return kDriveParameters;
}

void DriveEffector::realise(const spark::Arguments& arguments) {
  spark::Vec3 power{arguments.real(0), arguments.real(1), arguments.real(2)};
  const double size = length(power);
  if (!std::isfinite(size)) {
    complain("(drive ...): power is not finite");
    rest();
    return;
  }
  if (size > max_power_) power = power * (max_power_ / size);
  power_ = power;
  force_.x = power.x * noise_->normal(1.0, sigma_) * force_factor_;
  force_.y = power.y * noise_->normal(1.0, sigma_) * force_factor_;
  force_.z = power.z * noise_->normal(1.0, sigma_) * force_factor_;
}

bool DriveEffector::current(std::span<double> values) const {
  values[0] = power_.x, values[1] = power_.y, values[2] = power_.z;
  return true;
}

void DriveEffector::rest() {
  power_ = force_ = {};
}

void DriveEffector::apply_forces() {
  const double size = length(force_);
  if (size <= kNoForce) return;
  spark::Body& body = player().body();
  // The present position instead of that after the last step: the body may have been thrown into the air since then.
  if (body.position().z > config().agent_radius + kDriveSlack) return;
  const double cost = size / consumption_;
  if (player().battery - cost < 0.0) return;
  player().battery -= cost;
  body.add_force(own_frame(player().side, force_));
}

bool DriveEffector::set_sigma(double sigma) {
  if (!(sigma >= 0.0)) return false;
  sigma_ = sigma;
  return true;
}

bool DriveEffector::set_max_power(double power) {
  if (!(power > 0.0)) return false;
  max_power_ = power;
  return true;
}

bool DriveEffector::set_consumption(double consumption) {
  if (!(consumption > 0.0)) return false;
  consumption_ = consumption;
  return true;
}

void DriveEffector::linked() {
  spark::World& world = spark::World::of(*this);
  PlayerEffector::linked();
  noise_ = &agent().random_stream("drive");
  world.invalidate_order();
}

void DriveEffector::unlinking() {
  if (spark::World* world = spark::World::find(*this)) world->invalidate_order();
  PlayerEffector::unlinking();
}

}  // namespace soccer
