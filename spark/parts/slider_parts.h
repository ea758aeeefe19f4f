// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/parts/joint_effectors.h"
#include "spark/parts/joint_perceptors.h"

namespace spark {

/// `(slider v)`: m/s along the rail; positive values move the first body along z of the joint's node.
class SliderEffector : public JointEffector {
 public:
  /// The range of a motor that is offered to people and programs; the motor may exceed it.
  static constexpr double kUsualSlide = 1.0;  ///< m/s
  SliderEffector() : JointEffector("slider") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Sets the speed of a slider's motor."; }
  Range range(std::size_t) const override { return {-kUsualSlide, kUsualSlide, 0.0}; }
  void realise(const Arguments& arguments) override { drive(0, arguments.real(0)); }
  bool current(std::span<double> values) const override {
    values[0] = joint().motor_velocity(0);
    return true;
  }
  std::optional<Travel> travel(std::size_t) const override;
  void rest() override { drive(0, 0.0); }

 protected:
  Joint* find_joint() const override { return ancestor<SliderJoint>(); }
};

/// `(SJ (name N) (pos m) (rate m/s))`.
class SliderPerceptor : public JointPerceptor {
 public:
  SliderPerceptor() : JointPerceptor("SJ") {}
  std::string_view help() const override { return "(SJ (name N) (pos P) (rate V)), m and m/s"; }
  std::span<const PerceptField> fields() const override;

 protected:
  void linked() override;
  void write(PerceptWriter& writer) const override;

 private:
  const SliderJoint* joint_ = nullptr;
};

}  // namespace spark
