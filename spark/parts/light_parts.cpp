// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/light_parts.h"

#include <cmath>

#include "spark/parts/atom.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

constexpr PerceptField kLight[] = {{"lux", Unit::lux}};
constexpr PerceptField kTemperature[] = {{"celsius", Unit::celsius}};

void write_number(PerceptWriter& writer, const Perceptor& part, const PerceptField& field, double value) {
  writer.begin(part.predicate());
  writer.field("name", as_atom(part.name()));
  writer.field(field.name, value, field.unit);
  writer.end();
}

bool set_within(double& to, double value, double min, double max) {
  if (!(value >= min && value <= max)) return false;
  to = value;
  return true;
}

}  // namespace

std::span<const PerceptField> LightSensor::fields() const {
  return kLight;
}

void LightSensor::perceive(PerceptWriter& writer) {
  write_number(writer, *this, kLight[0], meter_.lux_at(*this));
}

std::span<const PerceptField> Thermometer::fields() const {
  return kTemperature;
}

void Thermometer::perceive(PerceptWriter& writer) {
  write_number(writer, *this, kTemperature[0], celsius_.value_or(environment_));
}

void Thermometer::apply_forces() {
  const double aim = environment_ + warming_ * meter_.lux_at(*this);
  // The exact solution over a step h: the distance of T to its target shrinks by the share 1 - exp(-h/tau). expm1
  // preserves the digits of a small share.
  const double share = -std::expm1(-World::of(*this).step_seconds() / time_constant_);
  const double now = celsius_.value_or(environment_);
  celsius_ = now + share * (aim - now);
}

bool Thermometer::set_surroundings(double celsius) {
  return set_within(environment_, celsius, -273.15, 1e4);
}

bool Thermometer::set_warming(double kelvin_per_lux) {
  return set_within(warming_, kelvin_per_lux, 0.0, 1e3);
}

bool Thermometer::set_time_constant(double seconds) {
  return set_within(time_constant_, seconds, 1e-3, 1e6);
}

void Thermometer::linked() {
  World& world = World::of(*this);
  Perceptor::linked();
  world.invalidate_order();
}

void Thermometer::unlinking() {
  if (World* world = World::find(*this)) world->invalidate_order();
  Perceptor::unlinking();
}

}  // namespace spark
