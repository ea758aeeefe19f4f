// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/sim_obj.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numbers>
#include <tuple>
#include <utility>

#include "gateways/sigverse/world/part_mass.h"
#include "gateways/sigverse/world/world_plan.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"

namespace sigverse {
namespace {

constexpr std::string_view kBadPlace = "a coordinate has to be a number from -1e6 to 1e6 cm";
constexpr std::string_view kBadVelocity = "a velocity has to be a number up to 1e6 cm/s";
constexpr std::string_view kBadSpin = "an angular velocity has to be a number up to 1e4 rad/s";
constexpr std::string_view kBadForce = "a force has to be a number up to 1e9 kg cm/s2";
constexpr std::string_view kBadTorque = "a torque has to be a number up to 1e9 kg cm2/s2";
constexpr std::string_view kBadTurn = "a quaternion has to have a length from 0.001 to 1000";
constexpr std::string_view kNoBody = "it has no body";

constexpr std::string_view kServoTorque = "maxJointTorque";
constexpr std::string_view kBadAngle = "an angle has to be a number from -1e6 to 1e6 rad";

}  // namespace

SimObj::SimObj() = default;
SimObj::~SimObj() = default;

// ---- building ----

void SimObj::build(const ObjectPlan& plan, std::uint32_t id) {
  id_ = id;
  attributes_ = plan.attributes;
  object_name_ = attributes_.text("name");
  class_name_ = attributes_.text("class");
  cameras_.set_elements(plan.cameras);
  is_wheeled_ = plan.is_wheeled;
  motion_.bind(attributes_);
  const double* mass = motion_.mass();
  body_.build(plan.body, mass ? *mass : 1.0);
}

bool SimObj::start() {
  const auto three = [this](const char* x, const char* y, const char* z) {
    return SigVector{attributes_.number(x), attributes_.number(y), attributes_.number(z)};
  };
  // Both are on unless the class says otherwise.
  const auto is_on = [this](const char* name) { return !attributes_.find(name) || attributes_.is_on(name); };
  const bool is_moved = is_on("dynamics");
  const SigQuaternion turn{attributes_.number("qw"), attributes_.number("qx"), attributes_.number("qy"),
                           attributes_.number("qz")};
  const SigVector place = three("x", "y", "z"), velocity = three("vx", "vy", "vz"), spin = three("avx", "avy", "avz");
  // Must come before the pose is set, so that the pose is returned exactly as given.
  if (!is_moved) set_dynamics(false);
  // If no file sets the rotation, as in a class without a base, it is all zeros, which is invalid.
  if (turn != SigQuaternion{} && !set_rotation(turn, false)) return false;
  if (!set_position(place) || !set_collision(is_on("collision"))) return false;
  if (const double* mass = motion_.mass(); mass && !set_mass(*mass)) return false;
  read_servo_torque();
  if (!is_moved) return true;
  set_dynamics(true);
  return set_linear_velocity(velocity) && set_angular_velocity(spin);
}

// ---- refusals ----

bool SimObj::refuse(std::string_view why) const {
  complaint_ = why;
  refused_by_mode_ = false;
  return false;
}

bool SimObj::refuse_by_mode(std::string_view why) const {
  complaint_ = why;
  refused_by_mode_ = true;
  // Each reason is logged once, because a controller may try in every step.
  if (logged_complaint_ != why) core().log.debug("{}: {}", object_name_, why);
  logged_complaint_ = why;
  return false;
}

bool SimObj::needs_dynamics() const {
  if (is_moved_by_physics()) return true;
  return refuse_by_mode(dynamics() ? "it is carried" : "it has no dynamics");
}

bool SimObj::needs_freedom() const {
  if (is_held()) return refuse_by_mode("another object holds it");
  return !listener_ || !listener_->is_tied_to_held(*this) ||
         refuse_by_mode("it is joined to what another object holds");
}

bool SimObj::check(const SigVector& value, double limit, std::string_view what) const {
  // Also false for NaN.
  const bool is_within = std::ranges::all_of(value, [limit](double x) { return x >= -limit && x <= limit; });
  return is_within || refuse(what);
}

bool SimObj::check_number(double value, double limit, std::string_view what) const {
  return (value >= -limit && value <= limit) || refuse(what);
}

bool SimObj::check_turn(const SigQuaternion& turn) const {
  double square = 0.0;
  for (const double part : turn) square += part * part;
  return (square >= 1e-6 && square <= 1e6) || refuse(kBadTurn);
}

bool SimObj::check_length(const SigVector& value, double limit, std::string_view what) const {
  return spark::length({value[0], value[1], value[2]}) <= limit || refuse(what);
}

// ---- attributes ----

const Attributes& SimObj::attributes() {
  if (!body_.is_built()) return attributes_;
  motion_.write({.place = position(),
                 .velocity = linear_velocity(),
                 .spin = angular_velocity(),
                 .force = forces_.force(),
                 .torque = forces_.torque(),
                 .turn = asked_turn_ ? *asked_turn_ : rotation(),
                 .mass = mass(),
                 .dynamics = dynamics(),
                 .collision = collides()});
  return attributes_;
}

bool SimObj::set_attribute(std::string_view name, const AttributeValue& value) {
  const Attribute* attribute = attributes_.find(name);
  if (!attribute) return refuse("it has no such attribute");
  if (is_read_only(name)) return refuse("this attribute is read-only");
  const std::string* text = std::get_if<std::string>(&value);
  if (attribute->value.index() == value.index()) return assign(name, value);
  AttributeValue read;
  if (!text || read_value(*text, attribute->value, read) == Reading::nothing)
    return refuse("this is not a value of the attribute's type");
  return assign(name, read);
}

bool SimObj::assign(std::string_view name, const AttributeValue& value) {
  if (const bool* on = std::get_if<bool>(&value)) return assign_bool(name, *on);
  if (const double* number = std::get_if<double>(&value)) return assign_number(name, *number);
  if (!attributes_.set(name, value)) return false;
  if (name == kServoTorque) read_servo_torque();
  return true;
}

bool SimObj::assign_bool(std::string_view name, bool on) {
  if (name == "dynamics" && !set_dynamics(on)) return false;
  if (name == "collision" && !set_collision(on)) return false;
  return attributes_.set(name, on);
}

bool SimObj::assign_number(std::string_view name, double value) {
  const auto [quantity, axis] = MotionAttributes::meaning_of(name);
  const auto replaced = [value, axis = axis](SigVector vector) {
    vector[axis] = value;
    return vector;
  };
  switch (quantity) {
    case MotionAttributes::Quantity::place:
      return set_position(replaced(position()));
    case MotionAttributes::Quantity::turn:
      return assign_turn(axis, value);
    case MotionAttributes::Quantity::velocity:
      return set_linear_velocity(replaced(linear_velocity()));
    case MotionAttributes::Quantity::spin:
      return set_angular_velocity(replaced(angular_velocity()));
    case MotionAttributes::Quantity::force:
      return set_force(replaced(forces_.force()));
    case MotionAttributes::Quantity::torque:
      return set_torque(replaced(forces_.torque()));
    case MotionAttributes::Quantity::mass:
      return set_mass(value);
    case MotionAttributes::Quantity::none:
      break;
  }
  if (!accept(reason_against_number(name, value)) || !attributes_.set(name, value)) return false;
  if (name == kServoTorque) read_servo_torque();
  return true;
}

/// Objects without a torque, or with an invalid one, have the default. An attribute that only the world file sets, and
/// not the class, is a text.
void SimObj::read_servo_torque() {
  double torque = attributes_.number(kServoTorque);
  read_number(attributes_.text(kServoTorque), torque);
  body_.set_servo_torque(torque > 0.0 && torque <= kMaxForce ? torque : ArticulatedBody::kUsualTorque);
}

/// The four components of a rotation are set one after another, and may be invalid in between. They are stored as they
/// arrive, and the body follows as soon as they form a rotation.
bool SimObj::assign_turn(std::size_t axis, double value) {
  if (!(value >= -1000.0 && value <= 1000.0)) return refuse("a number of a quaternion has to be from -1000 to 1000");
  if (!body_.is_built()) return refuse(kNoBody);
  if (!needs_freedom()) return false;
  SigQuaternion asked = asked_turn_ ? *asked_turn_ : rotation();
  asked[axis] = value;
  set_rotation(asked, false);
  asked_turn_ = asked;
  return true;
}

// ---- pose and motion ----

bool SimObj::set_position(const SigVector& place) {
  return needs_freedom() && move_to(place) && moved();
}

bool SimObj::move_to(const SigVector& place) {
  if (!check(place, kMaxCoordinate, kBadPlace)) return false;
  return (body_.is_built() && body_.set_place(place)) || refuse(kNoBody);
}

/// Always returns true.
bool SimObj::moved() {
  if (listener_) listener_->object_moved(*this);
  return true;
}

bool SimObj::put(const SigPose& pose) {
  return move_to(pose.place) && turn_to(pose.turn);
}

SigVector SimObj::position() const {
  return body_.place();
}

bool SimObj::set_rotation(const SigQuaternion& turn, bool relative) {
  return needs_freedom() && turn_to(relative ? product(rotation(), turn) : turn) && moved();
}

bool SimObj::turn_to(const SigQuaternion& turn) {
  if (!body_.is_built() || !body_.set_turn(turn)) return refuse(kBadTurn);
  asked_turn_.reset();
  return true;
}

SigQuaternion SimObj::rotation() const {
  return body_.turn();
}

bool SimObj::set_linear_velocity(const SigVector& velocity) {
  if (!check(velocity, kMaxCoordinate, kBadVelocity) || !needs_dynamics()) return false;
  return body_.set_velocity(velocity) || refuse(kBadVelocity);
}

SigVector SimObj::linear_velocity() const {
  return body_.is_built() ? to_sig(body_.root().velocity()) : SigVector{};
}

bool SimObj::set_angular_velocity(const SigVector& velocity) {
  if (!check(velocity, kMaxSpin, kBadSpin) || !needs_dynamics()) return false;
  return body_.set_spin(velocity) || refuse(kBadSpin);
}

SigVector SimObj::angular_velocity() const {
  return body_.is_built() ? turned_to_sig(body_.root().angular_velocity()) : SigVector{};
}

// ---- forces of the coming step ----

bool SimObj::set_force(const SigVector& force) {
  if (!check_length(force, kMaxForce, kBadForce) || !needs_dynamics()) return false;
  forces_.set_force(force);
  return true;
}

bool SimObj::add_force(const SigVector& force, bool relative) {
  if (!check_length(force, kMaxForce, kBadForce) || !needs_dynamics()) return false;
  return accept(forces_.add_force(relative ? turned(rotation(), force) : force));
}

bool SimObj::add_force_at(const SigVector& force, const SigVector& place, bool force_relative, bool place_relative) {
  if (!check_length(force, kMaxForce, kBadForce) || !check(place, kMaxCoordinate, kBadPlace) || !needs_dynamics())
    return false;
  const SigVector push = force_relative ? turned(rotation(), force) : force;
  const SigVector at = place_relative ? sum(position(), turned(rotation(), place)) : place;
  const SigVector torque = cross(difference(at, to_sig(body_.root().position())), push);
  if (!forces_.has_room_for_torque(torque)) return refuse(kBadTorque);
  return add_force(push, false) && accept(forces_.add_torque(torque));
}

bool SimObj::add_force_to_part(std::string_view part, const SigVector& force) {
  const auto number = part_number(part);
  if (!number) return refuse("it has no such part");
  if (is_fixed_part(*number)) return add_force_at(force, body_.part(*number).centre, false, false);
  if (!check_length(force, kMaxForce, kBadForce) || !needs_dynamics()) return false;
  return accept(body_.add_force(*number, force));
}

bool SimObj::set_torque(const SigVector& torque) {
  if (!check_length(torque, kMaxForce, kBadTorque) || !needs_dynamics()) return false;
  forces_.set_torque(torque);
  return true;
}

bool SimObj::add_torque(const SigVector& torque, bool relative) {
  if (!check_length(torque, kMaxForce, kBadTorque) || !needs_dynamics()) return false;
  return accept(forces_.add_torque(relative ? turned(rotation(), torque) : torque));
}

bool SimObj::set_acceleration(const SigVector& acceleration) {
  const double limit = body_.is_built() ? kMaxForce / std::max(1.0, mass()) : kMaxForce;
  if (!check_length(acceleration, limit, "an acceleration has to be a number, and its force at most 1e9 kg cm/s2") ||
      !needs_dynamics())
    return false;
  forces_.set_acceleration(acceleration);
  body_.set_acceleration(acceleration);
  return true;
}

void SimObj::begin_step(double seconds) {
  if (!body_.is_built()) return;
  forces_.apply(body_.root());
  if (body_.begin_step(seconds)) moved();
}

void SimObj::forget_step() {
  forces_.clear();
  body_.forget_step();
  asked_turn_.reset();
}

// ---- state ----

bool SimObj::set_mass(double mass) {
  if (!(mass > 0.0 && mass <= kMaxMass)) return refuse("a mass has to be above 0 and at most 1e6 kg");
  if (!body_.is_built() || !body_.root().set_mass(std::max(mass, kMinMass)))
    return refuse("a body cannot have that mass");
  return true;
}

double SimObj::mass() const {
  return body_.is_built() ? body_.root().mass() : 0.0;
}

bool SimObj::set_gravity_mode(bool on) {
  if (!body_.is_built()) return refuse(kNoBody);
  body_.use_gravity(on);
  return true;
}

bool SimObj::gravity_mode() const {
  return body_.is_built() && body_.root().uses_gravity();
}

bool SimObj::set_dynamics(bool on) {
  if (!body_.is_built()) return refuse(kNoBody);
  if (on == dynamics()) return true;
  if (hold_ == Hold::carried)
    resumes_dynamics_ = on;
  else
    set_moved_by_physics(on);
  if (listener_) listener_->dynamics_changed(*this);
  return true;
}

void SimObj::set_moved_by_physics(bool on) {
  if (!on) forget_step();
  body_.set_dynamics(on);
}

bool SimObj::dynamics() const {
  return hold_ == Hold::carried ? resumes_dynamics_ : is_moved_by_physics();
}

bool SimObj::is_moved_by_physics() const {
  return body_.dynamics();
}

void SimObj::set_hold(Hold hold) {
  if (hold == hold_) return;
  const bool has_dynamics = dynamics();
  hold_ = hold;
  resumes_dynamics_ = has_dynamics;
  const bool moves = has_dynamics && hold != Hold::carried;
  if (body_.is_built() && moves != is_moved_by_physics()) set_moved_by_physics(moves);
}

double SimObj::grasp_radius() const {
  constexpr double kUsual = 10.0;
  return attributes_.find("graspRadius") ? attributes_.number("graspRadius") : kUsual;
}

bool SimObj::set_collision(bool on) {
  if (!body_.is_built()) return refuse(kNoBody);
  body_.enable_shapes(on);
  return true;
}

bool SimObj::collides() const {
  const spark::Collider* first = part_count() > 0 ? body_.collider(0) : nullptr;
  return first && first->is_enabled();
}

void SimObj::save() {
  saved_attributes_ = attributes_;
  body_.save();
}

void SimObj::restore() {
  attributes_ = saved_attributes_;
  motion_.bind(attributes_);
  body_.restore();
  read_servo_torque();
  forget_step();
  collisions_.clear();
}

// ---- parts ----

std::optional<PartView> SimObj::find_part(std::string_view name) const {
  const auto number = part_number(name);
  if (!number) return std::nullopt;
  return part(*number);
}

bool SimObj::is_touching(std::string_view name) const {
  const auto number = part_number(name);
  const spark::RecorderHandler* recorder = number ? body_.recorder(*number) : nullptr;
  return recorder && std::ranges::any_of(recorder->touching(), [this](const spark::Collider* other) {
           const auto* object = other->ancestor<SimObj>();
           return object && object != this;
         });
}

void SimObj::find_collisions(const PartTable& parts) {
  collisions_.clear();
  for (std::size_t i = 0; i < part_count(); ++i) {
    const spark::RecorderHandler* recorder = body_.recorder(i);
    if (!recorder) continue;
    for (const spark::Collider* other : recorder->touching())
      if (const auto at = parts.find(other); at != parts.end() && at->second.object != this)
        collisions_.push_back({at->second.object->object_name(), at->second.part, body_.part_name(i)});
  }
  if (collisions_.size() < 2) return;
  std::ranges::sort(collisions_, {}, [](const Collision& c) { return std::tie(c.other, c.other_part, c.my_part); });
  const auto is_same = [](const Collision& a, const Collision& b) { return a.other == b.other; };
  collisions_.erase(std::unique(collisions_.begin(), collisions_.end(), is_same), collisions_.end());
}

// ---- joints ----

bool SimObj::set_joint_angle(std::string_view joint, double angle) {
  return check_number(angle, kMaxAngle, kBadAngle) && accept(body_.set_joint_angle(joint, angle)) && moved_by_joint();
}

bool SimObj::set_joint_quaternion(std::string_view joint, const SigQuaternion& turn, bool relative) {
  if (!check_turn(turn)) return false;
  if (is_moved_by_physics()) return refuse_by_mode("a joint is turned by a quaternion without dynamics only");
  return accept(body_.set_joint_turn(joint, turn, relative)) && moved_by_joint();
}

/// Always returns true.
bool SimObj::moved_by_joint() {
  return is_moved_by_physics() || moved();
}

bool SimObj::set_joint_velocity(std::string_view joint, double velocity, double max_torque) {
  return check_drive(velocity, max_torque) && accept(body_.set_joint_velocity(joint, velocity, max_torque));
}

bool SimObj::set_part_velocity(std::string_view part, double velocity, double max_torque) {
  return check_drive(velocity, max_torque) && accept(body_.set_part_velocity(part, velocity, max_torque));
}

bool SimObj::add_joint_torque(std::string_view joint, double torque) {
  if (!check_number(torque, kMaxForce, kBadTorque)) return false;
  if (body_.has_joint(joint) && !needs_dynamics()) return false;
  return accept(body_.add_joint_torque(joint, torque));
}

bool SimObj::check_drive(double velocity, double max_torque) const {
  return check_number(velocity, kMaxSpin, kBadSpin) && check_number(max_torque, kMaxForce, kBadTorque) &&
         (max_torque >= 0.0 || refuse("a greatest torque is not negative"));
}

// ---- cameras ----

std::optional<Camera> SimObj::camera(int id) const {
  return cameras_.find(id, part_count() == 0 ? std::string_view() : body_.part_name(0));
}

bool SimObj::set_camera_position(int id, const SigVector& place) {
  return check(place, kMaxCoordinate, kBadPlace) && accept(cameras_.set_position(id, place));
}

bool SimObj::set_camera_direction(int id, const SigVector& direction) {
  return check(direction, kMaxCoordinate, "a direction has to be three numbers from -1e6 to 1e6") &&
         accept(cameras_.set_direction(id, direction));
}

bool SimObj::set_camera_fov(int id, double degrees) {
  return accept(cameras_.set_fov(id, degrees));
}

bool SimObj::set_camera_aspect_ratio(int id, double ratio) {
  return accept(cameras_.set_aspect_ratio(id, ratio));
}

}  // namespace sigverse
