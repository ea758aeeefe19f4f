// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/ball.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "spark/physics/articulation.h"
#include "spark/physics/body.h"
#include "spark/physics/body_controller.h"
#include "spark/physics/collider.h"
#include "spark/physics/world.h"

namespace soccer {
namespace {

template <typename T>
T& ball_part(Ball& ball, const std::string& path) {
  auto* part = dynamic_cast<T*>(ball.find(path));
  if (!part) throw std::runtime_error(ball.full_path() + '/' + path + " is missing");
  return *part;
}

double linear_drag(const spark::Body& body) {
  double sum = 0.0;
  for (const auto& child : body.children())
    if (const auto* drag = dynamic_cast<const spark::DragController*>(child.get()))
      sum += std::max(0.0, drag->linear_drag());
  return sum;
}

}  // namespace

spark::Body& Ball::body() {
  if (!body_) body_ = ball_part<spark::Body>(*this, "physics");
  return *body_;
}

spark::Collider& Ball::geometry() {
  return ball_part<spark::Collider>(*this, "geometry");
}

spark::RecorderHandler& Ball::recorder() {
  return ball_part<spark::RecorderHandler>(*this, "geometry/recorder");
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
  note_move();
  return spark::Articulation(body()).place_at_rest(position);
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

void Ball::add_notes(std::vector<std::string>& notes) const {
  const double gravity = -spark::World::of(*this).gravity().z;
  notes.push_back(fmt::format("ball drag {} gravity {}", body_ ? linear_drag(*body_) : 0.0, gravity));
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
