// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/agent/perceptor.h"
#include "spark/physics/joint.h"

namespace spark {

/// `(FT (name N) (force x y z) (torque x y z))`: the load that the joint above it, of any kind, transmitted in the last
/// step: from its first body to the second (or to the static world), N and N·m, in the frame of the joint's node, the
/// torque about the joint's anchor (`Joint::anchor_place`). Motors and parts of the joint are included.
///
/// A weight that rests on a plate, which is the first body, shows −m·g along z of a level node.
class ForceTorque : public Perceptor {
 public:
  ForceTorque() : Perceptor("FT") {}
  void perceive(PerceptWriter& writer) override;
  std::string_view help() const override {
    return "(FT (name N) (force x y z) (torque x y z)), N and N·m, load of the first body on the second";
  }
  std::span<const PerceptField> fields() const override;
  const Joint* joint() const { return joint_; }  ///< null before it is linked

 protected:
  void linked() override;

 private:
  Joint* joint_ = nullptr;
};

}  // namespace spark
