// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/agent/perceptor.h"
#include "spark/physics/joint_kinds.h"

namespace spark {

/// Reports the state of the joint above it. The node's name distinguishes the joints of an agent.
class JointPerceptor : public Perceptor {
 public:
  void perceive(PerceptWriter& writer) override;

 protected:
  using Perceptor::Perceptor;
  /// Throws if `joint` is null.
  void demand(const Joint* joint) const;
  virtual void write(PerceptWriter& writer) const = 0;
};

/// `(HJ (name N) (axis degrees) (rate degrees/s))`.
class HingePerceptor : public JointPerceptor {
 public:
  HingePerceptor() : JointPerceptor("HJ") {}
  std::string_view help() const override { return "(HJ (name N) (axis A) (rate B)), degrees and degrees/s"; }
  std::span<const PerceptField> fields() const override;

 protected:
  void linked() override;
  void write(PerceptWriter& writer) const override;

 private:
  const HingeJoint* joint_ = nullptr;
};

/// `(hinge2 (name N) (axis 0 degrees) (rate 1 degrees/s))`: the steering angle and the speed of the wheel.
class Hinge2Perceptor : public JointPerceptor {
 public:
  Hinge2Perceptor() : JointPerceptor("hinge2") {}
  std::string_view help() const override { return "(hinge2 (name N) (axis 0 A) (rate 1 B)), degrees and degrees/s"; }
  std::span<const PerceptField> fields() const override;

 protected:
  void linked() override;
  void write(PerceptWriter& writer) const override;

 private:
  const Hinge2Joint* joint_ = nullptr;
};

/// `(UJ (name N) (axis1 A) (rate1 B) (axis2 C) (rate2 D))`.
class UniversalJointPerceptor : public JointPerceptor {
 public:
  UniversalJointPerceptor() : JointPerceptor("UJ") {}
  std::string_view help() const override {
    return "(UJ (name N) (axis1 A) (rate1 B) (axis2 C) (rate2 D)), degrees and degrees/s";
  }
  std::span<const PerceptField> fields() const override;

 protected:
  void linked() override;
  void write(PerceptWriter& writer) const override;

 private:
  const UniversalJoint* joint_ = nullptr;
};

}  // namespace spark
