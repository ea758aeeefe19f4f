// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "soccer-plugin/effectors/player_effector.h"
#include "spark/scene/noted.h"

namespace soccer {

class BallStateAspect;

/// `(kick angle power)`: pushes the ball, if it is near, away from the player for some steps (behaviour 3.5). The agent
/// chooses elevation and power; the horizontal direction is from the player's centre to the ball's.
class KickEffector : public PlayerEffector, public spark::Noted {
 public:
  std::string_view predicate() const override { return "kick"; }
  std::span<const spark::Parameter> parameters() const override;
  std::string_view help() const override {
    return "Kicks a near ball away from the player, also in dead-ball modes; without effect while the last kick is "
           "acting.";
  }
  void realise(const spark::Arguments& arguments) override;
  spark::Range range(std::size_t parameter) const override;
  /// Its reach and strength: "kick margin 0.07 force 0.7 torque 0.1 steps 10", in the units of the setters below.
  void add_notes(std::vector<std::string>& notes) const override;

  // Script methods. Values out of range are refused (false).
  bool set_kick_margin(double margin);                                ///< m between the surfaces, ≥ 0
  void set_force_factor(double factor) { force_factor_ = factor; }    ///< N per unit of kick power
  void set_torque_factor(double factor) { torque_factor_ = factor; }  ///< m, before division by 2π
  bool set_steps(int steps);                                          ///< number of steps of a kick, 1 … kMaxSteps
  /// Standard deviations, ≥ 0: of power (units), of the horizontal direction (radians), of the elevation (degrees) at
  /// both ends of the angle range and in its middle.
  bool set_noise_params(double force, double theta, double phi_end, double phi_mid);
  bool set_max_power(double power);  ///< ≥ 1
  /// Degrees; refused with an error line unless min < max.
  bool set_angle_range(double min, double max);

  /// The elevation's standard deviation (degrees) for a commanded angle within the range.
  double elevation_sigma(double angle) const;

  static constexpr double kMinPower = 1.0;
  static constexpr int kMaxSteps = 1000;

 protected:
  void linked() override;

 private:
  bool reaches_ball() const;

  // Class defaults; the set-up script changes most of them (behaviour 1.7).
  double margin_ = 0.04;
  double force_factor_ = 4.0;
  double torque_factor_ = 0.1;
  int steps_ = 10;
  double max_power_ = 100.0;
  double min_angle_ = 0.0;
  double max_angle_ = 50.0;
  double power_sigma_ = 0.0;
  double theta_sigma_ = 0.0;
  double phi_sigma_end_ = 0.9;
  double phi_sigma_mid_ = 4.5;

  spark::Held<BallStateAspect> ball_state_{*this};
  spark::RandomStream* noise_ = nullptr;
};

}  // namespace soccer
