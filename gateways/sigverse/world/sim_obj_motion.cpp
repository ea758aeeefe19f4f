// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gateways/sigverse/world/sim_obj.h"
#include "spark/physics/body.h"

namespace sigverse {
namespace {

constexpr std::string_view kBadPlace = "a coordinate has to be a number from -1e6 to 1e6 cm";
constexpr std::string_view kBadVelocity = "a velocity has to be a number up to 1e6 cm/s";
constexpr std::string_view kBadSpin = "an angular velocity has to be a number up to 1e4 rad/s";
constexpr std::string_view kBadForce = "a force has to be a number up to 1e9 kg cm/s2";
constexpr std::string_view kBadTorque = "a torque has to be a number up to 1e9 kg cm2/s2";
constexpr std::string_view kBadTurn = "a quaternion has to have a length from 0.001 to 1000";

SigVector sum(const SigVector& a, const SigVector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

SigVector difference(const SigVector& a, const SigVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

SigVector cross(const SigVector& a, const SigVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace

spark::Vec3 SimObj::centre() const {
  return centre_ == spark::Vec3() ? centre_ : body_->rotation() * centre_;
}

bool SimObj::place_body(const SigVector& place) {
  return body_ && body_->set_position(to_core(place) + centre());
}

bool SimObj::set_position(const SigVector& place) {
  if (!check(place, kMaxCoordinate, kBadPlace)) return false;
  if (!place_body(place)) return refuse("it has no body");
  place_ = place;
  return true;
}

SigVector SimObj::position() const {
  if (!dynamics()) return place_;
  return to_sig(body_->position() - centre());
}

bool SimObj::set_rotation(const SigQuaternion& turn, bool relative) {
  const SigQuaternion asked = relative ? product(rotation(), turn) : turn;
  const SigVector place = position();
  if (!body_ || !body_->set_quaternion(to_core(asked))) return refuse(kBadTurn);
  turn_ = asked;
  asked_turn_.reset();
  if (centre_ != spark::Vec3()) place_body(place);
  return true;
}

SigQuaternion SimObj::rotation() const {
  return dynamics() ? to_sig(body_->quaternion()) : turn_;
}

bool SimObj::set_linear_velocity(const SigVector& velocity) {
  if (!check(velocity, kMaxCoordinate, kBadVelocity) || !needs_dynamics()) return false;
  return body_->set_velocity(to_core(velocity)) || refuse(kBadVelocity);
}

SigVector SimObj::linear_velocity() const {
  return body_ ? to_sig(body_->velocity()) : SigVector{};
}

bool SimObj::set_angular_velocity(const SigVector& velocity) {
  if (!check(velocity, kMaxSpin, kBadSpin) || !needs_dynamics()) return false;
  return body_->set_angular_velocity(turned_to_core(velocity)) || refuse(kBadSpin);
}

SigVector SimObj::angular_velocity() const {
  return body_ ? turned_to_sig(body_->angular_velocity()) : SigVector{};
}

bool SimObj::set_force(const SigVector& force) {
  if (!check_length(force, kMaxForce, kBadForce) || !needs_dynamics()) return false;
  set_force_ = force;
  is_pushed_ = true;
  return true;
}

bool SimObj::add_force(const SigVector& force, bool relative) {
  if (!check_length(force, kMaxForce, kBadForce) || !needs_dynamics()) return false;
  const SigVector whole = sum(added_force_, relative ? turned(rotation(), force) : force);
  if (!check_length(whole, kMaxForce, "the forces of one step have become too great")) return false;
  added_force_ = whole;
  is_pushed_ = true;
  return true;
}

bool SimObj::add_force_at(const SigVector& force, const SigVector& place, bool force_relative, bool place_relative) {
  if (!check_length(force, kMaxForce, kBadForce) || !check(place, kMaxCoordinate, kBadPlace) || !needs_dynamics())
    return false;
  const SigVector push = force_relative ? turned(rotation(), force) : force;
  const SigVector at = place_relative ? sum(position(), turned(rotation(), place)) : place;
  const SigVector turning = sum(added_torque_, cross(difference(at, to_sig(body_->position())), push));
  if (!check_length(turning, kMaxForce, kBadTorque) || !add_force(push, false)) return false;
  added_torque_ = turning;
  return true;
}

bool SimObj::add_force_to_part(std::string_view part, const SigVector& force) {
  const auto found = find_part(part);
  if (!found) return refuse("it has no such part");
  return add_force_at(force, found->place, false, false);
}

bool SimObj::set_torque(const SigVector& torque) {
  if (!check_length(torque, kMaxForce, kBadTorque) || !needs_dynamics()) return false;
  set_torque_ = torque;
  is_pushed_ = true;
  return true;
}

bool SimObj::add_torque(const SigVector& torque, bool relative) {
  if (!check_length(torque, kMaxForce, kBadTorque) || !needs_dynamics()) return false;
  const SigVector whole = sum(added_torque_, relative ? turned(rotation(), torque) : torque);
  if (!check_length(whole, kMaxForce, "the torques of one step have become too great")) return false;
  added_torque_ = whole;
  is_pushed_ = true;
  return true;
}

bool SimObj::set_acceleration(const SigVector& acceleration) {
  const double limit = body_ ? kMaxForce / std::max(1.0, mass()) : kMaxForce;
  if (!check_length(acceleration, limit, "an acceleration has to be a number, and its force at most 1e9 kg cm/s2") ||
      !needs_dynamics())
    return false;
  acceleration_ = acceleration;
  is_pushed_ = true;
  return true;
}

void SimObj::hand_over_forces() {
  if (!is_pushed_ || !body_) return;
  const auto push = [this](const SigVector& force) { body_->add_force(to_core(force)); };
  const auto spin = [this](const SigVector& torque) { body_->add_torque(torque_to_core(torque)); };
  push(set_force_);
  push(added_force_);
  body_->add_force(to_core(acceleration_) * mass());
  spin(set_torque_);
  spin(added_torque_);
}

void SimObj::forget_step() {
  set_force_ = set_torque_ = acceleration_ = added_force_ = added_torque_ = {};
  is_pushed_ = false;
  asked_turn_.reset();
}

}  // namespace sigverse
