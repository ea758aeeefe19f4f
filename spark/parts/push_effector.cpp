// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/push_effector.h"

#include <algorithm>
#include <cmath>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"

namespace spark {

std::span<const Parameter> PushEffector::parameters() const {
  static constexpr Parameter kParameters[] = {{"force", Parameter::Kind::real, false, "N", "along z of its node"}};
  return kParameters;
}

void PushEffector::realise(const Arguments& arguments) {
  if (std::isfinite(arguments.real(0)))
    force_ = std::clamp(arguments.real(0), -max_force_, max_force_);
  else
    complain("({} ...): the force is not finite", Printable{name()});
}

void PushEffector::apply_forces() {
  if (force_ == 0.0) return;
  Body* body = body_.of(*this);
  if (!body) return;
  const Pose& node = ancestor<Transform>()->world_pose();
  const Vec3 force = node.rotation * Vec3{0, 0, force_};
  if (body->add_force(force)) body->add_torque(cross(node.position - body->position(), force));
}

bool PushEffector::set_max_force(double force) {
  if (!(force >= 0.0 && force <= Body::kMaxForce)) return false;
  max_force_ = force;
  return true;
}

void PushEffector::linked() {
  World& world = World::of(*this);
  Effector::linked();
  world.invalidate_order();
}

void PushEffector::unlinking() {
  if (World* world = World::find(*this)) world->invalidate_order();
  Effector::unlinking();
}

}  // namespace spark
