// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "spark/core/clock.h"

namespace commserver {

/// How much simulated time a think cycle costs an agent of some type: the `<timer>` of the agent database.
///
/// `fixed n` charges n steps per cycle (0 to 1000); `default` and no timer at all mean `fixed 0`. `jiffies f` and the
/// `perfctr...` family ask for thinking to be measured. They are read but charge nothing: measured time would make
/// every match different, and `fixed 0` reproduces the recorded games of agents that ran with `jiffies 20000`.
class Timer {
 public:
  static constexpr spark::Step kMostSteps = 1000;

  Timer() = default;
  /// Throws `std::runtime_error` if `text` is no timer.
  static Timer parse(std::string_view text);

  /// Steps charged per think cycle.
  spark::Step charge() const { return charge_; }
  /// Whether the type asks for measured time, which it does not get.
  bool is_measured() const { return measured_; }
  /// As it stands in the database.
  const std::string& text() const { return text_; }

 private:
  spark::Step charge_ = 0;
  bool measured_ = false;
  std::string text_;
};

}  // namespace commserver
