// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/effector.h"
#include "spark/parts/carrying_body.h"
#include "spark/physics/force_source.h"

namespace spark {

/// `(push F)`: pushes its body (`CarryingBody`) with F N along the z axis of its own node, at that node's origin, until
/// the next such action, like a finger there. A Transform between body and effector defines the place and direction of
/// the finger.
class PushEffector : public Effector, public ForceSource {
 public:
  PushEffector() { set_name("push"); }
  std::string_view predicate() const override { return name(); }
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Pushes a body along z of the effector's node."; }
  /// Complains, and keeps the force, if the new one is not finite; limits it to the range.
  void realise(const Arguments& arguments) override;
  Range range(std::size_t) const override { return {-max_force_, max_force_, 0.0}; }
  bool is_trigger() const override { return false; }
  bool current(std::span<double> values) const override {
    values[0] = force_;
    return true;
  }
  void rest() override { force_ = 0.0; }
  void apply_forces() override;

  /// N; >= 0, at most `Body::kMaxForce`. 100 unless set.
  bool set_max_force(double force);

 protected:
  void linked() override;
  void unlinking() override;

 private:
  double force_ = 0.0;
  double max_force_ = 100.0;
  CarryingBody body_;
};

}  // namespace spark
