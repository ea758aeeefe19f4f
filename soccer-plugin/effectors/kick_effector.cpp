// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/effectors/kick_effector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "soccer-plugin/angles.h"
#include "soccer-plugin/ball.h"
#include "soccer-plugin/ball_state.h"

namespace soccer {
namespace {

constexpr spark::Parameter kKickParameters[] = {
    {"angle", spark::Parameter::Kind::real, false, "degrees", "elevation, clamped to 0 ... 50; a NaN is 0"},
    {"power", spark::Parameter::Kind::real, false, "", "clamped to 1 ... 100; a NaN is 1"},
};

constexpr double kKickSlack = 0.01;  ///< m above the resting height (behaviour 3.5)

double number_or(double value, double instead) {
  return std::isnan(value) ? instead : value;
}

}  // namespace

std::span<const spark::Parameter> KickEffector::parameters() const {
  return kKickParameters;
}

bool KickEffector::reaches_ball() const {
  const double reach = config().agent_radius + config().ball_radius + margin_;
  return is_low(kKickSlack) && length(ball_state_->ball().world_pose().position - position()) <= reach;
}

spark::Range KickEffector::range(std::size_t parameter) const {
  if (parameter == 0) return {min_angle_, max_angle_, std::clamp(0.0, min_angle_, max_angle_)};
  return {kMinPower, max_power_, kMinPower};
}

void KickEffector::add_notes(std::vector<std::string>& notes) const {
  notes.push_back(
      fmt::format("kick margin {} force {} torque {} steps {}", margin_, force_factor_, torque_factor_, steps_));
}

void KickEffector::realise(const spark::Arguments& arguments) {
  if (!reaches_ball()) return;
  if (!std::isfinite(arguments.real(0)) || !std::isfinite(arguments.real(1)))
    complain("(kick ...): {} {} is not finite; limited", arguments.real(0), arguments.real(1));
  Ball& ball = ball_state_->ball();
  const spark::Vec3 way = ball.world_pose().position - position();
  const double theta = std::atan2(way.y, way.x) + noise_->normal(0.0, theta_sigma_);
  const double angle = std::clamp(number_or(arguments.real(0), 0.0), min_angle_, max_angle_);
  const double phi = to_radians(noise_->normal(angle, elevation_sigma(angle)));
  const double power =
      std::clamp(number_or(arguments.real(1), kMinPower), kMinPower, max_power_) + noise_->normal(0.0, power_sigma_);

  const spark::Vec3 direction{std::cos(theta) * std::cos(phi), std::sin(theta) * std::cos(phi), std::sin(phi)};
  const spark::Vec3 force = force_factor_ * power * direction;
  // Top spin: the torque is z × force, perpendicular to the force.
  const spark::Vec3 torque = torque_factor_ / (2.0 * std::numbers::pi) * spark::Vec3{-force.y, force.x, 0.0};
  // A kick during the same player's previous kick has no effect, but counts for offside (behaviour 3.5 (7)).
  const bool begins = ball.kick(agent().id(), force, torque, steps_);
  ball_state_->note_kick(player(), begins);
}

/// The noise grows linearly from phi_sigma_end_ at both ends of the angle range to phi_sigma_mid_ in its middle.
double KickEffector::elevation_sigma(double angle) const {
  const double place = (angle - min_angle_) / (max_angle_ - min_angle_);
  const double to_middle = 1.0 - 2.0 * std::abs(place - 0.5);
  return std::max(0.0, phi_sigma_end_ + to_middle * (phi_sigma_mid_ - phi_sigma_end_));
}

bool KickEffector::set_kick_margin(double margin) {
  if (!(margin >= 0.0)) return false;
  margin_ = margin;
  return true;
}

bool KickEffector::set_steps(int steps) {
  if (!(steps >= 1 && steps <= kMaxSteps)) return false;
  steps_ = steps;
  return true;
}

bool KickEffector::set_noise_params(double force, double theta, double phi_end, double phi_mid) {
  if (force < 0.0 || theta < 0.0 || phi_end < 0.0 || phi_mid < 0.0) return false;
  power_sigma_ = force;
  theta_sigma_ = theta;
  phi_sigma_end_ = phi_end;
  phi_sigma_mid_ = phi_mid;
  return true;
}

bool KickEffector::set_max_power(double power) {
  if (!(power >= kMinPower)) return false;
  max_power_ = power;
  return true;
}

bool KickEffector::set_angle_range(double min, double max) {
  if (!(min < max)) {
    core().log.error("{}: angle range {} ... {} is empty", full_path(), min, max);
    return false;
  }
  min_angle_ = min;
  max_angle_ = max;
  return true;
}

void KickEffector::linked() {
  PlayerEffector::linked();
  ball_state_ = ball_state_of(*this);
  noise_ = &agent().random_stream("kick");
}

}  // namespace soccer
