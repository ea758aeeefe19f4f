// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/clock.h"
#include "spark/sim/control_aspect.h"

namespace spark {

/// Ends the simulation after a given simulated time since its beginning. A script creates one like any control aspect;
/// the server adds one if `Spades.EndTime` requires it. The shortest of several limits applies.
class TimeLimitAspect : public ControlAspect {
 public:
  static constexpr double kMaxSeconds = 1e9;  ///< some thirty years, within which every clock counts its steps exactly

  /// Script method: s, 0 to `kMaxSeconds`; 0, the default: no limit. The simulation ends with the first step that is
  /// not before that time. Throws `std::runtime_error` with the range for other values.
  void set_seconds(double seconds);
  double seconds() const { return seconds_; }

  void update(double) override {}
  std::string status() const override;
  std::vector<std::string> summary() const override;
  bool finished() const override;

 private:
  double seconds_ = 0;
};

}  // namespace spark
