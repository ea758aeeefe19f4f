// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/body_controller.h"

#include <cmath>

#include "spark/physics/body.h"
#include "spark/physics/world.h"

namespace spark {

void BodyController::linked() {
  body_ = dynamic_cast<Body*>(parent());
  if (!body_) throw Misplaced("the parent of a body controller has to be a body");
  World::of(*this).invalidate_order();
}

void BodyController::unlinking() {
  if (World* world = World::find(*this)) world->invalidate_order();
}

bool VelocityController::set_max_velocity(double velocity) {
  if (!is_finite(velocity) || velocity < 0.0) return false;
  max_velocity_ = velocity;
  return true;
}

void VelocityController::apply_forces() {
  if (max_velocity_ <= 0.0) return;
  const Vec3 velocity = body_->velocity();
  const double square = dot(velocity, velocity);
  if (square >= max_velocity_ * max_velocity_) body_->set_velocity(velocity * (max_velocity_ / std::sqrt(square)));
}

bool FpsController::set_acceleration(double acceleration) {
  if (!is_finite(acceleration) || acceleration < 0.0) return false;
  acceleration_ = acceleration;
  return true;
}

bool DragController::set_linear_drag(double drag) {
  if (!is_finite(drag)) return false;
  linear_ = drag;
  return true;
}

bool DragController::set_angular_drag(double drag) {
  if (!is_finite(drag)) return false;
  angular_ = drag;
  return true;
}

void DragController::apply_forces() {
  if (linear_ > 0.0) body_->add_force(body_->velocity() * -linear_);
  if (angular_ > 0.0) body_->add_torque(body_->angular_velocity() * -angular_);
}

}  // namespace spark
