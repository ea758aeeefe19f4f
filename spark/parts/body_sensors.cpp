// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/body_sensors.h"

#include "spark/parts/atom.h"
#include "spark/parts/joint_part.h"
#include "spark/parts/vector_percept.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"

namespace spark {

void BodySensor::perceive(PerceptWriter& writer) {
  const Body* carrier = body();
  if (!carrier) return;
  writer.begin(predicate());
  writer.field("name", as_atom(name()));
  write(writer, *carrier);
  writer.end();
}

Mat3 BodySensor::to_node() const {
  return transposed(ancestor<Transform>()->world_pose().rotation);
}

void AccelerationSensor::linked() {
  World& world = World::of(*this);
  BodySensor::linked();
  world.invalidate_order();
}

void AccelerationSensor::unlinking() {
  if (World* world = World::find(*this)) world->invalidate_order();
  BodySensor::unlinking();
}

void AccelerationSensor::apply_forces() {
  const Body* carrier = body();
  stepped_ = carrier;
  if (!carrier) return;
  velocity_ = carrier->velocity();
  spin_ = carrier->angular_velocity();
}

void AccelerationSensor::step_made(double seconds) {
  const Body* carrier = body();
  // A sensor that is created while the world is stepped has not seen the beginning of the step.
  if (!carrier || carrier != stepped_) return restart();
  acceleration_ = (carrier->velocity() - velocity_) * (1.0 / seconds);
  angular_acceleration_ = (carrier->angular_velocity() - spin_) * (1.0 / seconds);
}

void AccelerationSensor::restart() {
  acceleration_ = angular_acceleration_ = {};
}

std::span<const PerceptField> BodyState::fields() const {
  using enum Unit;
  static constexpr PerceptField kFields[] = {{"pos x", metre},
                                             {"pos y", metre},
                                             {"pos z", metre},
                                             {"rot 11", none},
                                             {"rot 12", none},
                                             {"rot 13", none},
                                             {"rot 21", none},
                                             {"rot 22", none},
                                             {"rot 23", none},
                                             {"rot 31", none},
                                             {"rot 32", none},
                                             {"rot 33", none},
                                             {"vel x", metre_per_second},
                                             {"vel y", metre_per_second},
                                             {"vel z", metre_per_second},
                                             {"omega x", degree_per_second},
                                             {"omega y", degree_per_second},
                                             {"omega z", degree_per_second},
                                             {"acc x", metre_per_second_squared},
                                             {"acc y", metre_per_second_squared},
                                             {"acc z", metre_per_second_squared},
                                             {"alpha x", degree_per_second_squared},
                                             {"alpha y", degree_per_second_squared},
                                             {"alpha z", degree_per_second_squared}};
  return kFields;
}

void BodyState::write(PerceptWriter& writer, const Body& body) const {
  write_vector(writer, "pos", body.position(), Unit::metre);
  writer.begin("rot");
  for (const double entry : body.rotation()) writer.real(entry + 0.0, Unit::none);
  writer.end();
  write_vector(writer, "vel", body.velocity(), Unit::metre_per_second);
  write_vector(writer, "omega", body.angular_velocity() * kDegreesPerRadian, Unit::degree_per_second);
  write_vector(writer, "acc", acceleration(), Unit::metre_per_second_squared);
  write_vector(writer, "alpha", angular_acceleration() * kDegreesPerRadian, Unit::degree_per_second_squared);
}

std::span<const PerceptField> Gyro::fields() const {
  static constexpr PerceptField kFields[] = {
      {"rate x", Unit::degree_per_second}, {"rate y", Unit::degree_per_second}, {"rate z", Unit::degree_per_second}};
  return kFields;
}

void Gyro::write(PerceptWriter& writer, const Body& body) const {
  write_vector(writer, "rate", to_node() * body.angular_velocity() * kDegreesPerRadian, Unit::degree_per_second);
}

std::span<const PerceptField> Accelerometer::fields() const {
  static constexpr PerceptField kFields[] = {{"acc x", Unit::metre_per_second_squared},
                                             {"acc y", Unit::metre_per_second_squared},
                                             {"acc z", Unit::metre_per_second_squared}};
  return kFields;
}

void Accelerometer::write(PerceptWriter& writer, const Body& body) const {
  const Vec3 lever = ancestor<Transform>()->world_pose().position - body.node().world_pose().position;
  const Vec3 spin = body.angular_velocity();
  const Vec3 here = acceleration() + cross(angular_acceleration(), lever) + cross(spin, cross(spin, lever));
  write_vector(writer, "acc", to_node() * (here - body.world().gravity()), Unit::metre_per_second_squared);
}

}  // namespace spark
