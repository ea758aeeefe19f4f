// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "spark/parts/joint_perceptors.h"
#include "spark/physics/step_listener.h"

namespace spark {

class ElectricPart;
class JointBrake;
class JointServo;
class JointTorque;

/// `(JS (name N) (pos A) (vel B) (torque C) (current D))`: the hinge or slider above it, in degrees, degrees/s and N·m,
/// or m, m/s and N, and A. The angle of a wheel continues beyond half a turn, from the first step on; after a restart
/// it is within half a turn again.
///
/// The torque is that of the joint's JointServo on the first body in the last step; without one, that of its
/// JointTorque or JointMotion, of which one acts at a time; else 0. The current is that torque divided by the torque
/// constant of the same part.
class JointState : public JointPerceptor, public StepListener {
 public:
  JointState() : JointPerceptor("JS") {}
  std::string_view help() const override {
    return "(JS (name N) (pos A) (vel B) (torque C) (current D)), degrees, degrees/s, N·m, A; of a slider m, m/s, N, A";
  }
  std::span<const PerceptField> fields() const override;
  const Joint* joint() const { return joint_; }  ///< null before it is linked
  void step_made(double seconds) override;
  void restart() override;

 protected:
  void linked() override;
  void unlinking() override;
  void write(PerceptWriter& writer) const override;

 private:
  const ElectricPart* find_part() const;

  Joint* joint_ = nullptr;
  double position_ = 0.0;  ///< rad or m, after the last step
};

/// `(JB (name N) (torque T))`: the torque (on a slider, the force) that the JointBrake of its joint bears: positive if
/// the load would turn the first body in the positive direction. 0 while it is free.
class BrakePerceptor : public JointPerceptor {
 public:
  BrakePerceptor() : JointPerceptor("JB") {}
  std::string_view help() const override { return "(JB (name N) (torque T)), N·m, of a slider N"; }
  std::span<const PerceptField> fields() const override;

 protected:
  void linked() override;
  void write(PerceptWriter& writer) const override;

 private:
  Joint* joint_ = nullptr;
};

}  // namespace spark
