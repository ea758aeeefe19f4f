// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/motion_attributes.h"

#include <algorithm>

namespace sigverse {
namespace {

using Quantity = MotionAttributes::Quantity;

struct QuantityNames {
  Quantity quantity;
  std::array<std::string_view, 4> names;  ///< the last one is empty if there are three
};

constexpr std::array<QuantityNames, 6> kQuantities{{
    {Quantity::place, {"x", "y", "z"}},
    {Quantity::turn, {"qw", "qx", "qy", "qz"}},
    {Quantity::velocity, {"vx", "vy", "vz"}},
    {Quantity::spin, {"avx", "avy", "avz"}},
    {Quantity::force, {"fx", "fy", "fz"}},
    {Quantity::torque, {"tqx", "tqy", "tqz"}},
}};

template <std::size_t N>
void find_numbers(Attributes& attributes, Quantity quantity, std::array<double*, N>& places) {
  const auto& names = std::ranges::find(kQuantities, quantity, &QuantityNames::quantity)->names;
  for (std::size_t i = 0; i < N; ++i) places[i] = attributes.number_of(names[i]);
}

template <std::size_t N>
void write_numbers(const std::array<double*, N>& places, const std::array<double, N>& values) {
  for (std::size_t i = 0; i < N; ++i)
    if (places[i]) *places[i] = values[i];
}

}  // namespace

MotionAttributes::Meaning MotionAttributes::meaning_of(std::string_view name) {
  if (name == "mass") return {Quantity::mass, 0};
  for (const auto& [quantity, names] : kQuantities)
    for (std::size_t axis = 0; axis < names.size(); ++axis)
      if (!names[axis].empty() && names[axis] == name) return {quantity, axis};
  return {Quantity::none, 0};
}

void MotionAttributes::bind(Attributes& attributes) {
  find_numbers(attributes, Quantity::place, place_);
  find_numbers(attributes, Quantity::turn, turn_);
  find_numbers(attributes, Quantity::velocity, velocity_);
  find_numbers(attributes, Quantity::spin, spin_);
  find_numbers(attributes, Quantity::force, force_);
  find_numbers(attributes, Quantity::torque, torque_);
  mass_ = attributes.number_of("mass");
  dynamics_ = attributes.flag_of("dynamics");
  collision_ = attributes.flag_of("collision");
}

void MotionAttributes::write(const MotionState& state) const {
  write_numbers(place_, state.place);
  write_numbers(turn_, state.turn);
  write_numbers(velocity_, state.velocity);
  write_numbers(spin_, state.spin);
  write_numbers(force_, state.force);
  write_numbers(torque_, state.torque);
  if (mass_) *mass_ = state.mass;
  if (dynamics_) *dynamics_ = state.dynamics;
  if (collision_) *collision_ = state.collision;
}

}  // namespace sigverse
