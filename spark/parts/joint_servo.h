// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "spark/parts/joint_part.h"

namespace spark {

/// `(servo (pos A) (power P))`: a position servo on a hinge (degrees) or slider (m). Either may be omitted, and keeps
/// its value.
///
/// Its set point moves to the target at up to `setMaxSpeed`, and in each step the servo applies the torque P·(set point
/// − position) − D·rate, limited to ± `setMaxTorque` times the power. Position and rate are those at the end of the
/// step: ODE solves the torque together with the motion (`JointMotor::pull`). With those at the beginning of the step
/// it would diverge as soon as 2·h·D + h²·P exceeds four times the inertia (for an arm of 10⁻³ kg·m² at 0.01 s: at 40
/// N·m/rad, earlier with damping); so it is stable with any gains and any length of step. At rest the result does not
/// depend on the step: under a load the arm stands at a distance of load/P from its target.
///
/// Power 1 is the full maximum torque, 0 releases the joint. It is released until the first action, which powers it
/// unless it gives another power; after a power of 0 it stays released until another power is given. Powered without a
/// target, or again, it holds the joint where it is.
class JointServo : public LimitedPart {
 public:
  JointServo() : LimitedPart("servo") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Moves a hinge or slider to a position and holds it there."; }
  void realise(const Arguments& arguments) override;
  Range range(std::size_t parameter) const override;
  bool current(std::span<double> values) const override;
  std::optional<Travel> travel(std::size_t parameter) const override;
  /// Holds the joint where it is, if it has power.
  void rest() override;
  void restart() override;
  void apply_forces() override;

  // Script methods. Degrees for a hinge, m for a slider, N·m or N.
  /// N·m/rad and N·m·s/rad, for a slider N/m and N·s/m; 0 to `kMaxGain`. 10 and 1 unless set.
  bool set_gains(double stiffness, double damping);
  static constexpr double kMaxGain = 1e9;
  /// > 0; 360 degrees/s or 1 m/s unless set.
  bool set_max_speed(double speed);
  /// Low < high; for a hinge within ±`kWidest`. That of the joint's stops unless set, and for a hinge without stops
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
  std::optional<double> power_;      ///< empty before the first action
  std::optional<double> target_;     ///< rad or m; empty: its position when it gets power
  double set_point_ = 0.0;           ///< rad or m
};

}  // namespace spark
