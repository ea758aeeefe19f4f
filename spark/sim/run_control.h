// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace spark {

/// Whether and how fast the clock may run. Monitors, signals and later gateways turn these knobs, always on the
/// simulation thread (through the command queue).
class RunControl {
 public:
  bool paused() const { return paused_; }
  void pause() { paused_ = true; }
  void run() { paused_ = false; }

  /// Simulated seconds per real second; none = as fast as it goes.
  std::optional<double> pace() const { return pace_; }
  void set_pace(std::optional<double> pace) { pace_ = pace; }

 private:
  bool paused_ = false;
  std::optional<double> pace_;
};

}  // namespace spark
