// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "spark/agent/perceptor.h"
#include "spark/parts/lamp.h"
#include "spark/physics/force_source.h"

namespace spark {

/// `(light (name N) (lux E))`: the light that falls on it (`LightMeter`), lx. It points along z of its node.
class LightSensor : public Perceptor {
 public:
  LightSensor() : Perceptor("light") {}
  void perceive(PerceptWriter& writer) override;
  std::string_view help() const override { return "(light (name N) (lux E)), lx"; }
  std::span<const PerceptField> fields() const override;

 private:
  LightMeter meter_;
};

/// `(temp (name N) (celsius T))`: its temperature, °C. It begins with that of its environment, T₀, and approaches T₀ +
/// k·E in the light E (lx), measured as by a LightSensor: dT/dt = (T₀ + k·E − T)/τ, solved exactly in every step of the
/// world, regardless of its length.
class Thermometer : public Perceptor, public ForceSource {
 public:
  Thermometer() : Perceptor("temp") {}
  void perceive(PerceptWriter& writer) override;
  std::string_view help() const override { return "(temp (name N) (celsius T)), °C"; }
  std::span<const PerceptField> fields() const override;
  /// Applies no force; the world calls it in every step.
  void apply_forces() override;
  void restart() override { celsius_.reset(); }

  /// T₀, -273.15 to 1e4 °C; 23 unless set.
  bool set_surroundings(double celsius);
  /// k, 0 to 1e3 K/lx; 0.02 unless set.
  bool set_warming(double kelvin_per_lux);
  /// τ, 1e-3 to 1e6 s; 5 unless set.
  bool set_time_constant(double seconds);

 protected:
  void linked() override;
  void unlinking() override;

 private:
  LightMeter meter_;
  double environment_ = 23.0, warming_ = 0.02, time_constant_ = 5.0;
  std::optional<double> celsius_;  ///< empty before the first step, when it is T₀
};

}  // namespace spark
