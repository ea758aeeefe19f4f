// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "spark/parts/joint_part.h"

namespace spark {

/// `(brake 1)` locks the hinge or slider above it in its current position; `(brake 0)` frees it. Free at first.
///
/// Locked, it bears up to `setMaxTorque`; a greater load moves the joint, and it is held in its new position.
/// `BrakePerceptor` reports the load. `rest()` has no effect: a brake moves nothing, and releasing it might drop the
/// load.
class JointBrake : public JointPart {
 public:
  JointBrake() : JointPart("brake") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Locks a hinge or slider where it is, or frees it."; }
  void realise(const Arguments& arguments) override;
  bool current(std::span<double> values) const override {
    values[0] = is_on_ ? 1.0 : 0.0;
    return true;
  }
  void apply_forces() override;
  void restart() override { is_on_ = false, place_.reset(); }

  /// N·m, for a slider N; >= 0, at most `Body::kMaxForce`. 100 unless set.
  bool set_max_torque(double torque);

 private:
  double max_torque_ = 100.0;
  bool is_on_ = false;
  std::optional<double> place_;  ///< rad or m, the position that is held; empty before the first step
};

}  // namespace spark
