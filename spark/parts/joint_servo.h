// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "spark/parts/joint_part.h"

namespace spark {

/// `(servo (pos A) (power P))`: a position servo on a hinge (degrees) or slider (m). One of them may be left
/// out, and stays as it is.
///
/// Its set point goes to the target at `setMaxSpeed` at most, and in each step it gives the torque
/// P·(set point − position) − D·rate, at most ± `setMaxTorque` times the power. Position and rate are those at the end
/// of the step: the torque is worked out by ODE together with the motion (`JointMotor::pull`). Measured at the
/// beginning of the step it would explode as soon as 2·h·D + h²·P passes four times the inertia (of an arm of 10⁻³
/// kg·m² at 0.01 s: at 40 N·m/rad, with damping sooner); so it is stable with any gains at any length of step. In rest
/// nothing of the step is left in it: under a load the arm stands load/P beside its target.
///
/// Power 1 is all of the maximum torque, 0 releases the joint. It is released until the first action, which powers it
/// unless it says otherwise; one that was given the power 0 stays released until it is given another. Powered without a
/// target, or again, it holds the joint where it is.
class JointServo : public LimitedPart {
 public:
  JointServo() : LimitedPart("servo") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Leads a hinge or slider to a position and holds it there."; }
  void realise(const Arguments& arguments) override;
  Range range(std::size_t parameter) const override;
  bool current(std::span<double> values) const override;
  std::optional<Travel> travel(std::size_t parameter) const override;
  /// Holds where the joint is, if it has power.
  void rest() override;
  void restart() override;
  void apply_forces() override;

  // Script methods. Degrees of a hinge, m of a slider, N·m or N.
  /// N·m/rad and N·m·s/rad, of a slider N/m and N·s/m; 0 to `kMaxGain`. 10 and 1 unless set.
  bool set_gains(double stiffness, double damping);
  static constexpr double kMaxGain = 1e9;
  /// > 0; 360 degrees/s or 1 m/s unless set.
  bool set_max_speed(double speed);
  /// Low < high; of a hinge within ±`kWidest`. That of the joint's stops unless set, and of a hinge without stops
  /// ±`kWidestOfStops`.
  bool set_range(double low, double high);
  static constexpr double kWidest = 3600.0;        ///< degrees
  static constexpr double kWidestOfStops = 179.0;  ///< degrees

  bool has_power() const { return power_.value_or(0.0) > 0.0; }

 private:
  AxisStops span() const;
  double max_speed() const;
  void hold_here();

  double stiffness_ = 10.0, damping_ = 1.0;
  std::optional<double> max_speed_;  ///< rad/s or m/s
  std::optional<AxisStops> range_;   ///< rad or m
  std::optional<double> power_;      ///< none before the first action
  std::optional<double> target_;     ///< rad or m; none: where it is when it gets power
  double set_point_ = 0.0;           ///< rad or m
};

}  // namespace spark
