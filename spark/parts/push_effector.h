// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/effector.h"
#include "spark/parts/carrying_body.h"
#include "spark/physics/force_source.h"

namespace spark {

/// `(push F)`: pushes the body above it with F N along the z axis of its own node, at that node's place, until the next
/// such action: as a finger does that lies there (`CarryingBody`). A Transform between body and effector says where the
/// finger is and where it points.
class PushEffector : public Effector, public ForceSource {
 public:
  PushEffector() { set_name("push"); }
  std::string_view predicate() const override { return name(); }
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Pushes a body along z of the effector's node."; }
  /// Complains, and leaves the force as it is, if it is not finite; takes one beyond the range for its end.
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
