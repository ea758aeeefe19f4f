// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "spark/physics/body.h"

namespace spark {

BodyPose Body::exact_pose() const {
  BodyPose pose;
  std::copy_n(position_, pose.position.size(), pose.position.begin());
  std::copy_n(quaternion_, pose.quaternion.size(), pose.quaternion.begin());
  std::copy_n(rotation_, pose.rotation.size(), pose.rotation.begin());
  return pose;
}

/// ODE's setters make quaternion and matrix agree again, which changes last bits. The numbers are its own, not
/// constants; it only hands them out for reading.
void Body::set_exact_pose(const BodyPose& pose) {
  std::copy(pose.quaternion.begin(), pose.quaternion.end(), const_cast<dReal*>(quaternion_));
  std::copy(pose.rotation.begin(), pose.rotation.end(), const_cast<dReal*>(rotation_));
  // The shapes learn of it from this.
  dBodySetPosition(body_, pose.position[0], pose.position[1], pose.position[2]);
}

Body::State Body::keep() const {
  return {exact_pose(),
          node_->world_pose(),
          velocity(),
          angular_velocity(),
          to_vec3(dBodyGetForce(body_)),
          to_vec3(dBodyGetTorque(body_)),
          mass_,
          kinematic_,
          is_enabled(),
          uses_gravity(),
          sound_position_,
          sound_quaternion_};
}

void Body::put_back(const State& state) {
  mass_ = state.mass;
  set_kinematic(state.kinematic);
  use_gravity(state.gravity);
  set_exact_pose(state.pose);
  sound_position_ = state.sound_position;
  sound_quaternion_ = state.sound_quaternion;
  dBodySetLinearVel(body_, state.velocity.x, state.velocity.y, state.velocity.z);
  dBodySetAngularVel(body_, state.angular_velocity.x, state.angular_velocity.y, state.angular_velocity.z);
  dBodySetForce(body_, state.force.x, state.force.y, state.force.z);
  dBodySetTorque(body_, state.torque.x, state.torque.y, state.torque.z);
  if (state.enabled)
    enable();
  else
    disable();
  node_->set_world_pose(state.node);
}

}  // namespace spark
