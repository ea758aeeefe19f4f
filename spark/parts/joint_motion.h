// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "spark/parts/joint_part.h"

namespace spark {

/// `(motion (pos A) (vel B) (acc C))`: moves the hinge (degrees, degrees/s, degrees/s²) or slider (m, m/s, m/s²) it
/// hangs below exactly so, by whatever force that takes: t after the action the joint is at A + B·t + C·t²/2. It
/// follows this motion until the next action or until it comes to a stop of the joint.
///
/// So a controller that sends the position alone has the joint there at the end of the coming step, and it stands there
/// until the next; one that sends the velocity, too, has no lag, and steps between two actions are smooth. What is left
/// out is: the position, where the joint is now; the velocity, 0 behind a position, else that which the joint has now;
/// the acceleration, 0.
///
/// In each step it is a motor of the speed (position at the end of the step − present position) / length of the step,
/// solved with all joints and contacts, as hard as `kSoftness` makes it. It is never faster than `setMaxSpeed`, so a
/// jump takes a while. Its torque has no limit: it shoves what is in the way, and goes through what cannot be moved. A
/// servo (`JointServo`) is the part that gives way.
///
/// Nothing holds the joint before the first action. Beside a JointTorque the joint follows that of the two which got an
/// action last (`JointMotor::take_charge`); `rest()` stops the joint where it is, if this one leads it. A new episode
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

  /// degrees/s, of a slider m/s; > 0, at most `Body::kMaxSpeed` rad/s or m/s. 3600 and 10 unless set.
  bool set_max_speed(double speed);
  static constexpr double kMaxAngle = Body::kMaxAngle;  ///< degrees, of a hinge without stops
  static constexpr double kMaxAcceleration = 1e6;       ///< rad/s² or m/s²; a greater one counts as this
  /// rad/s per N·m, or m/s per N. With h the length of a step, the joint is kSoftness·T·h beside its place under a load
  /// of T, which no percept shows; with 0 ODE's equations would be singular where something else holds the joint, too.
  static constexpr double kSoftness = 1e-8;

  bool is_leading() const { return motion_.has_value(); }

 private:
  /// rad or m, /s, /s²; of the end of the last step.
  struct Motion {
    double position, velocity, acceleration;
  };
  double max_speed() const;
  AxisStops span() const;

  std::optional<Motion> motion_;     ///< what it follows; none while it does not lead the joint
  std::optional<double> max_speed_;  ///< rad/s or m/s
};

}  // namespace spark
