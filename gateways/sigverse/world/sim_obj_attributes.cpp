// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "gateways/sigverse/world/sim_obj.h"
#include "spark/physics/body.h"

namespace sigverse {
namespace {

constexpr std::array<std::string_view, 3> kPlace{"x", "y", "z"}, kVelocity{"vx", "vy", "vz"},
    kSpin{"avx", "avy", "avz"}, kForce{"fx", "fy", "fz"}, kTorque{"tqx", "tqy", "tqz"};
constexpr std::array<std::string_view, 4> kTurn{"qw", "qx", "qy", "qz"};

template <std::size_t N>
void find_all(Attributes& attributes, const std::array<std::string_view, N>& names, std::array<double*, N>& places) {
  for (std::size_t i = 0; i < N; ++i) places[i] = attributes.number_of(names[i]);
}

template <std::size_t N>
void write(const std::array<double*, N>& places, const std::array<double, N>& values) {
  for (std::size_t i = 0; i < N; ++i)
    if (places[i]) *places[i] = values[i];
}

/// Which of the names it is; `N` if none.
template <std::size_t N>
std::size_t index_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

}  // namespace

void SimObj::find_live_numbers() {
  find_all(attributes_, kPlace, live_.place);
  find_all(attributes_, kTurn, live_.turn);
  find_all(attributes_, kVelocity, live_.velocity);
  find_all(attributes_, kSpin, live_.spin);
  find_all(attributes_, kForce, live_.force);
  find_all(attributes_, kTorque, live_.torque);
  live_.mass = attributes_.number_of("mass");
}

const Attributes& SimObj::attributes() {
  if (!body_) return attributes_;
  write(live_.place, position());
  write(live_.turn, asked_turn_ ? *asked_turn_ : rotation());
  write(live_.velocity, linear_velocity());
  write(live_.spin, angular_velocity());
  write(live_.force, set_force_);
  write(live_.torque, set_torque_);
  if (live_.mass) *live_.mass = mass();
  attributes_.set("dynamics", dynamics());
  attributes_.set("collision", collides());
  return attributes_;
}

bool SimObj::set_attribute(std::string_view name, const AttributeValue& value) {
  const Attribute* attribute = attributes_.find(name);
  if (!attribute) return refuse("it has no such attribute");
  if (is_read_only(name)) return refuse("this attribute is read-only");
  const std::string* text = std::get_if<std::string>(&value);
  if (attribute->value.index() == value.index()) return assign(name, value);
  AttributeValue read;
  if (!text || !read_value(*text, attribute->value, read)) return refuse("this is no value of the attribute's type");
  return assign(name, read);
}

bool SimObj::assign(std::string_view name, const AttributeValue& value) {
  if (const bool* on = std::get_if<bool>(&value)) return assign_bool(name, *on);
  if (const double* number = std::get_if<double>(&value)) return assign_number(name, *number);
  return attributes_.set(name, value);
}

bool SimObj::assign_bool(std::string_view name, bool on) {
  if (name == "dynamics" && !set_dynamics(on)) return false;
  if (name == "collision" && !set_collision(on)) return false;
  return attributes_.set(name, on);
}

bool SimObj::assign_number(std::string_view name, double value) {
  const auto replaced = [value](SigVector vector, std::size_t axis) {
    vector[axis] = value;
    return vector;
  };
  if (name == "mass") return set_mass(value);
  if (const auto axis = index_of(kPlace, name); axis < 3) return set_position(replaced(position(), axis));
  if (const auto axis = index_of(kTurn, name); axis < 4) return assign_turn(axis, value);
  if (const auto axis = index_of(kVelocity, name); axis < 3)
    return set_linear_velocity(replaced(linear_velocity(), axis));
  if (const auto axis = index_of(kSpin, name); axis < 3)
    return set_angular_velocity(replaced(angular_velocity(), axis));
  if (const auto axis = index_of(kForce, name); axis < 3) return set_force(replaced(set_force_, axis));
  if (const auto axis = index_of(kTorque, name); axis < 3) return set_torque(replaced(set_torque_, axis));
  if (const std::string_view why = reason_against_number(name, value); !why.empty()) return refuse(why);
  return attributes_.set(name, value);
}

/// The four numbers of an attitude come one after another; between them they may be no attitude, or be 0. So they are
/// kept as they come, and the body follows whenever they are one.
bool SimObj::assign_turn(std::size_t axis, double value) {
  if (!(value >= -1000.0 && value <= 1000.0)) return refuse("a number of a quaternion has to be from -1000 to 1000");
  if (!body_) return refuse("it has no body");
  SigQuaternion asked = asked_turn_ ? *asked_turn_ : rotation();
  asked[axis] = value;
  set_rotation(asked, false);
  asked_turn_ = asked;
  return true;
}

}  // namespace sigverse
