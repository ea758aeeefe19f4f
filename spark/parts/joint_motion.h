// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "spark/parts/joint_part.h"

namespace spark {

/// `(motion (pos A) (vel B) (acc C))`: moves the hinge (degrees, degrees/s, degrees/s²) or slider (m, m/s, m/s²) above
/// it exactly as given, with whatever force that takes: at time t after the action the joint is at A + B·t + C·t²/2. It
/// follows this motion until the next action or until it reaches a stop of the joint.
///
/// So a controller that sends only the position has the joint there at the end of the coming step, and the joint stays
/// there until the next action; one that also sends the velocity has no lag, and steps between two actions are smooth.
/// Defaults are: for the position, the current one; for the velocity, 0 if a position is given, else the current one;
/// for the acceleration, 0.
///
/// In each step it is a motor with the speed (position at the end of the step − current position) / length of the step,
/// solved with all joints and contacts, with the stiffness given by `kSoftness`. It never exceeds `setMaxSpeed`, so a
/// jump takes a while. Its torque has no limit: it pushes obstacles away, and passes through immovable ones. A servo
/// (`JointServo`) yields instead.
///
/// The joint is free before the first action. If it also has a JointTorque, the joint follows the one with the latest
/// action (`JointMotor::take_charge`); `rest()` stops the joint where it is, if this one controls it. A new episode
/// begins with the joint free.
class JointMotion : public ElectricPart {
 public:
  JointMotion() : ElectricPart("motion") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Moves a hinge or slider along an exact motion."; }
  void realise(const Arguments& arguments) override;
  Range range(std::size_t parameter) const override;
  bool current(std::span<double> values) const override;
  std::optional<Travel> travel(std::size_t parameter) const override;
  void rest() override;
  void restart() override;
  void apply_forces() override;

  /// degrees/s, for a slider m/s; > 0, at most `Body::kMaxSpeed` rad/s or m/s. 3600 and 10 unless set.
  bool set_max_speed(double speed);
  static constexpr double kMaxAngle = Body::kMaxAngle;  ///< degrees, of a hinge without stops
  static constexpr double kMaxAcceleration = 1e6;       ///< rad/s² or m/s²; larger values are limited to this
  /// rad/s per N·m, or m/s per N. With h the length of a step, the joint deviates by kSoftness·T·h under a load of T,
  /// which no percept shows; with 0 ODE's equations would be singular if something else also holds the joint.
  static constexpr double kSoftness = 1e-8;

  bool is_leading() const { return motion_.has_value(); }

 private:
  /// rad or m, /s, /s²; at the end of the last step.
  struct Motion {
    double position, velocity, acceleration;
  };
  double max_speed() const;
  AxisStops span() const;

  std::optional<Motion> motion_;     ///< the motion that it follows; empty while it does not control the joint
  std::optional<double> max_speed_;  ///< rad/s or m/s
};

}  // namespace spark
