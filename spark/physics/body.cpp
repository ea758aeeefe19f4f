// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/body.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "spark/core/core.h"
#include "spark/physics/world.h"

namespace spark {
namespace {
/// A body outside of the limit is moved to this share of it, so that rounding cannot put it outside again.
constexpr double kInsideLimit = 1.0 - 1e-9;
}  // namespace

Body::Body() {
  start_ode();
  dMassSetParameters(&mass_, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0);
}

Body::~Body() {
  leave_world();
}

void Body::linked() {
  node_ = ancestor<Transform>();
  if (!node_) throw Misplaced("a body needs an oxygen/Transform above it, which it moves");
  const Pose& pose = node_->world_pose();
  if (!is_sound(pose)) throw std::runtime_error(fmt::format("{} has no pose that a body can take", node_->full_path()));

  World& world = World::of(*this);
  body_ = dBodyCreate(world.id());
  dBodySetData(body_, this);
  dBodySetMaxAngularSpeed(body_, kMaxStepSpin);
  apply_mass();
  dMatrix3 rotation;
  write_rotation(pose.rotation, rotation);
  dBodySetPosition(body_, pose.position.x, pose.position.y, pose.position.z);
  dBodySetRotation(body_, rotation);

  position_ = dBodyGetPosition(body_);
  rotation_ = dBodyGetRotation(body_);
  quaternion_ = dBodyGetQuaternion(body_);
  velocity_ = dBodyGetLinearVel(body_);
  angular_velocity_ = dBodyGetAngularVel(body_);
  // The numbers are not constant; ODE returns a const pointer because the function is for reading.
  force_ = const_cast<dReal*>(dBodyGetForce(body_));
  torque_ = const_cast<dReal*>(dBodyGetTorque(body_));
  compare_with_sphere();
  remember_place();

  world_ = &world;
  entered_at_ = world_->next_serial();
  world_->add(*this);
}

void Body::unlinking() {
  leave_world();
}

void Body::leave_world() {
  if (!world_) return;
  world_->remove(*this);
  world_ = nullptr;
  dBodyDestroy(body_);
  body_ = nullptr;
  position_ = nullptr;
  isolated_ = {};
}

bool Body::set_position(Vec3 position) {
  if (!body_ || !within(position, world_->limits().distance)) return false;
  dBodySetPosition(body_, position.x, position.y, position.z);
  sound_position_ = position;
  return true;
}

bool Body::set_rotation(const Mat3& rotation) {
  const Vec3 x{rotation[0], rotation[3], rotation[6]}, y{rotation[1], rotation[4], rotation[7]},
      z{rotation[2], rotation[5], rotation[8]};
  if (!body_ || !is_sound({{}, rotation}) || dot(cross(x, y), z) < 0.0) return false;
  dMatrix3 turned;
  write_rotation(rotation, turned);
  dBodySetRotation(body_, turned);
  sound_quaternion_ = quaternion();
  return true;
}

bool Body::set_rotation_degrees(Vec3 degrees) {
  return within(degrees, kMaxAngle) && set_rotation(rotation_from_degrees(degrees));
}

bool Body::set_quaternion(const Quaternion& quaternion) {
  double square = 0.0;
  for (const double part : quaternion) square += part * part;
  if (!body_ || !(square >= 1e-6 && square <= 1e6)) return false;
  // ODE normalises it.
  dBodySetQuaternion(body_, quaternion.data());
  sound_quaternion_ = this->quaternion();
  return true;
}

bool Body::set_velocity(Vec3 velocity) {
  if (!body_ || !within(velocity, world_->limits().speed)) return false;
  dBodySetLinearVel(body_, velocity.x, velocity.y, velocity.z);
  return true;
}

bool Body::set_angular_velocity(Vec3 velocity) {
  if (!body_ || !within(velocity, kMaxSpeed)) return false;
  dBodySetAngularVel(body_, velocity.x, velocity.y, velocity.z);
  return true;
}

bool Body::place_at_rest(Vec3 position) {
  if (!set_position(position)) return false;
  stop();
  return true;
}

void Body::stop() {
  if (!body_) return;
  set_velocity({});
  set_angular_velocity({});
  clear_forces();
}

void Body::move_by(const Pose& motion) {
  // Rotating by the identity would change the last bits of the rotation.
  if (motion.rotation != kIdentity3) set_rotation(motion.rotation * rotation());
  set_position((motion * Pose{position()}).position);
}

void Body::set_swept(bool on) {
  swept_ = on;
  if (world_) world_->invalidate_order();
}

void Body::enable() {
  if (body_) dBodyEnable(body_);
}

void Body::disable() {
  if (body_) dBodyDisable(body_);
}

bool Body::is_enabled() const {
  return body_ && dBodyIsEnabled(body_);
}

void Body::use_gravity(bool on) {
  if (body_) dBodySetGravityMode(body_, on);
}

bool Body::uses_gravity() const {
  return body_ && dBodyGetGravityMode(body_);
}

void Body::finish_step(const MotionLimits& limits) {
  const bool sound = within(position(), limits.distance) && within(velocity(), limits.speed) &&
                     within(angular_velocity(), kMaxSpeed) && is_finite(quaternion_[0] * quaternion_[1]) &&
                     is_finite(quaternion_[2] * quaternion_[3]);
  if (!sound) return_to_sound_place();
  // ODE only clears the forces of bodies that it has moved: those of a disabled body would add up until it is enabled.
  if (!dBodyIsEnabled(body_)) clear_forces();
  remember_place();
  show_place();
}

void Body::show_place() {
  node_->set_world_pose({position(), rotation()});
}

BadStates::Why Body::what_is_wrong() const {
  const Vec3 at = position(), v = velocity(), w = angular_velocity();
  if (!is_finite(dot(at, at)) || !is_finite(dot(v, v)) || !is_finite(dot(w, w))) return BadStates::Why::not_finite;
  if (!within(at, world_->limits().distance)) return BadStates::Why::too_far;
  if (!within(v, world_->limits().speed) || !within(w, kMaxSpeed)) return BadStates::Why::too_fast;
  return BadStates::Why::not_finite;  // only the rotation is left
}

void Body::return_to_sound_place() {
  const std::string path = full_path();
  const BadStates::Why why = what_is_wrong();
  world_->bad_states().add(why, path, core().clock.now());
  core().log.complain(path,
                      "left the bounds of the simulation, {} (at {:.4g}, {:.4g}, {:.4g} m with {:.4g} m/s); stopped "
                      "and returned",
                      BadStates::words(why), position_[0], position_[1], position_[2], length(velocity()));
  dBodySetQuaternion(body_, sound_quaternion_.data());
  // The limits may have been narrowed since then.
  const double limit = world_->limits().distance;
  if (!within(sound_position_, limit))
    sound_position_ = sound_position_ * (kInsideLimit * limit / length(sound_position_));
  place_at_rest(sound_position_);
}

bool Body::use(const std::optional<dMass>& mass) {
  if (!mass) return false;
  mass_ = *mass;
  if (body_) apply_mass();
  return true;
}

bool Body::set_mass_parameters(double total, Vec3 centre, const Values& inertia) {
  Mat3 matrix;
  if (centre != Vec3() || inertia.size() != matrix.size()) return false;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const auto entry = as_real(inertia[i]);
    if (!entry) return false;
    matrix[i] = *entry;
  }
  return use(mass_of_inertia(total, matrix));
}

void Body::set_kinematic(bool on) {
  kinematic_ = on;
  if (body_) apply_mass();
}

/// ODE marks a kinematic body by an inverse mass of 0, which setting a mass overwrites. So the mass is set first.
void Body::apply_mass() {
  dBodySetMass(body_, &mass_);
  if (kinematic_) dBodySetKinematic(body_);
  if (position_) compare_with_sphere();
}

void Body::compare_with_sphere() {
  isolated_ = {};
  const auto inverse_inertia = sphere_inverse_inertia(mass_);
  if (kinematic_ || !inverse_inertia) return;
  const auto writable = [](const dReal* numbers) { return const_cast<dReal*>(numbers); };
  isolated_ = {writable(position_),
               writable(quaternion_),
               writable(rotation_),
               writable(velocity_),
               writable(angular_velocity_),
               force_,
               torque_,
               mass_.mass,
               1.0 / mass_.mass,
               mass_.I[0],
               *inverse_inertia};
}

BodyPose Body::exact_pose() const {
  BodyPose pose;
  std::copy_n(position_, pose.position.size(), pose.position.begin());
  std::copy_n(quaternion_, pose.quaternion.size(), pose.quaternion.begin());
  std::copy_n(rotation_, pose.rotation.size(), pose.rotation.begin());
  return pose;
}

/// ODE's setters compute the matrix from the quaternion or the other way round, which changes the last bits. So both
/// are written directly to ODE's memory.
void Body::set_exact_pose(const BodyPose& pose) {
  std::copy(pose.quaternion.begin(), pose.quaternion.end(), const_cast<dReal*>(quaternion_));
  std::copy(pose.rotation.begin(), pose.rotation.end(), const_cast<dReal*>(rotation_));
  // This call marks the shapes of the body as moved.
  dBodySetPosition(body_, pose.position[0], pose.position[1], pose.position[2]);
}

Body::State Body::save() const {
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

void Body::restore(const State& state) {
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

void Body::clear_forces() {
  std::fill_n(force_, 3, 0.0);
  std::fill_n(torque_, 3, 0.0);
}

void Body::remember_place() {
  sound_position_ = position();
  sound_quaternion_ = quaternion();
}

}  // namespace spark
