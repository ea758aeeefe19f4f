// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/effectors/player_effector.h"
#include "spark/physics/force_source.h"

namespace soccer {

/// `(drive x y z)`: sets the force that pushes the player until the next drive (behaviour 3.4). The force uses battery
/// power, and acts only while the player is on the ground.
class DriveEffector : public PlayerEffector, public spark::ForceSource {
 public:
  std::string_view predicate() const override { return "drive"; }
  std::span<const spark::Parameter> parameters() const override;
  std::string_view help() const override {
    return "Sets the force that pushes the player until the next drive; 0 0 0 switches the motor off, but does not "
           "brake.";
  }
  /// Limits the length of the vector to the maximum power, then draws noise for each component. A vector whose length
  /// is not finite switches the motor off.
  void realise(const spark::Arguments& arguments) override;
  spark::Range range(std::size_t) const override { return {-max_power_, max_power_, 0.0}; }
  bool is_trigger() const override { return false; }
  bool current(std::span<double> values) const override;
  void rest() override;
  void apply_forces() override;

  /// The present force of the motor, N, own frame.
  const spark::Vec3& force() const { return force_; }

  // Script methods. Values out of range are refused (false).
  void set_force_factor(double factor) { force_factor_ = std::abs(factor); }  ///< N per unit of drive power
  bool set_sigma(double sigma);              ///< relative noise of each component, ≥ 0
  bool set_max_power(double power);          ///< > 0
  bool set_consumption(double consumption);  ///< N·steps per percent of battery, > 0

 protected:
  void linked() override;
  void unlinking() override;

 private:
  // Class defaults; the set-up script changes most of them (behaviour 1.7).
  double force_factor_ = 60.0;
  double sigma_ = 0.0;
  double max_power_ = 100.0;
  double consumption_ = 18000.0;

  spark::RandomStream* noise_ = nullptr;
  spark::Vec3 power_;  ///< as commanded, after limiting
  spark::Vec3 force_;
};

}  // namespace soccer
