// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/perceptor.h"
#include "spark/parts/carrying_body.h"
#include "spark/physics/force_source.h"
#include "spark/physics/step_listener.h"

namespace spark {

/// A sensor that is attached to a body (`CarryingBody`). Its node, the nearest Transform above it, defines its place on
/// the body and the direction of its axes. Percepts have the node's name, so an agent can have many. A sensor without a
/// body perceives nothing.
///
/// Sensors have no noise. Each costs time in a sensation, and those with accelerations a few additions per step.
class BodySensor : public Perceptor {
 public:
  void perceive(PerceptWriter& writer) override;
  /// The body that it is attached to; null if it currently has none.
  Body* body() const { return body_.of(*this); }

 protected:
  using Perceptor::Perceptor;
  /// Writes the items after the name.
  virtual void write(PerceptWriter& writer, const Body& body) const = 0;
  /// The rotation from the world frame into that of its node.
  Mat3 to_node() const;

 private:
  CarryingBody body_;
};

/// A sensor with the acceleration of its body in the last step: the change of the velocity in that step divided by its
/// length, world frame; 0 before the first step. A velocity set between two steps (`SetVelocity`, `Place`, a trainer)
/// does not count as acceleration.
class AccelerationSensor : public BodySensor, public ForceSource, public StepListener {
 public:
  /// Applies no force. The world calls it at the beginning of each step.
  void apply_forces() override;
  void step_made(double seconds) override;
  void restart() override;

 protected:
  using BodySensor::BodySensor;
  void linked() override;
  void unlinking() override;
  const Vec3& acceleration() const { return acceleration_; }                  ///< m/s², of the centre of mass
  const Vec3& angular_acceleration() const { return angular_acceleration_; }  ///< rad/s²

 private:
  const Body* stepped_ = nullptr;  ///< only compared; the body at the beginning of the step
  Vec3 velocity_, spin_;           ///< its velocities then
  Vec3 acceleration_, angular_acceleration_;
};

/// `(BS (name N) (pos x y z) (rot r11 … r33) (vel x y z) (omega x y z) (acc x y z) (alpha x y z))`: the complete motion
/// of its body, in the world frame: position of the centre of mass, m; rotation matrix, body to world, row by row;
/// velocity, m/s; spin, degrees/s; acceleration, m/s²; angular acceleration, degrees/s² (`AccelerationSensor`).
class BodyState : public AccelerationSensor {
 public:
  BodyState() : AccelerationSensor("BS") {}
  std::string_view help() const override {
    return "(BS (name N) (pos x y z) (rot r11 r12 r13 r21 r22 r23 r31 r32 r33) (vel x y z) (omega x y z) (acc x y z) "
           "(alpha x y z)), world frame, m, m/s, degrees/s, m/s², degrees/s²";
  }
  std::span<const PerceptField> fields() const override;

 protected:
  void write(PerceptWriter& writer, const Body& body) const override;
};

/// `(GYR (name N) (rate x y z))`: the angular velocity of its node in the world, degrees/s about the node's axes.
class Gyro : public BodySensor {
 public:
  Gyro() : BodySensor("GYR") {}
  std::string_view help() const override {
    return "(GYR (name N) (rate x y z)), degrees/s, about the axes of its node";
  }
  std::span<const PerceptField> fields() const override;

 protected:
  void write(PerceptWriter& writer, const Body& body) const override;
};

/// `(ACC (name N) (acc x y z))`: the acceleration of its node's origin minus gravity, along the node's axes, m/s², like
/// an accelerometer there. At rest it is 9.81 upwards, in free fall 0.
class Accelerometer : public AccelerationSensor {
 public:
  Accelerometer() : AccelerationSensor("ACC") {}
  std::string_view help() const override {
    return "(ACC (name N) (acc x y z)), m/s² along the axes of its node, less gravity: 9.81 upwards at rest";
  }
  std::span<const PerceptField> fields() const override;

 protected:
  void write(PerceptWriter& writer, const Body& body) const override;
};

}  // namespace spark
