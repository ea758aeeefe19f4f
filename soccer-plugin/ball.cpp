// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/ball.h"

#include <stdexcept>
#include <string>

#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/mechanism.h"
#include "spark/physics/world.h"

namespace soccer {
namespace {

template <typename T>
T& part_of(Ball& ball, const std::string& path) {
  auto* part = dynamic_cast<T*>(ball.find(path));
  if (!part) throw std::runtime_error(ball.full_path() + '/' + path + " is missing");
  return *part;
}

}  // namespace

spark::Body& Ball::body() {
  if (!body_) body_ = part_of<spark::Body>(*this, "physics");
  return *body_;
}

spark::Collider& Ball::geometry() {
  return part_of<spark::Collider>(*this, "geometry");
}

spark::RecorderHandler& Ball::recorder() {
  return part_of<spark::RecorderHandler>(*this, "geometry/recorder");
}

bool Ball::kick(spark::AgentId kicker, spark::Vec3 force, spark::Vec3 torque, int steps) {
  if (steps_left_ > 0 && kicker_ == kicker) return false;
  if (!is_finite(force) || !is_finite(torque)) return false;
  kicker_ = kicker;
  steps_left_ = steps;
  force_ = force;
  torque_ = torque;
  return true;
}

bool Ball::place(spark::Vec3 position) {
  cancel_kick();
  return spark::Mechanism(body()).place_at_rest(position);
}

void Ball::restart() {
  kicker_ = pushed_by_ = -1;
  steps_left_ = 0;
  force_ = torque_ = {};
}

void Ball::apply_forces() {
  step_began_at_ = body().position();
  pushed_by_ = -1;
  if (steps_left_ <= 0) return;
  --steps_left_;
  pushed_by_ = kicker_;
  body().add_force(force_);
  body().add_torque(torque_);
}

void Ball::linked() {
  spark::World& world = spark::World::of(*this);
  Transform::linked();
  world.invalidate_order();
}

void Ball::unlinking() {
  if (spark::World* world = spark::World::find(*this)) world->invalidate_order();
  Transform::unlinking();
}

}  // namespace soccer
