// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "spark/core/clock.h"

namespace commserver {

/// The simulated time charged for thinking to agents of a type: the `<timer>` of the agent database (protocol 5).
///
/// | text | cost of a think cycle, in steps |
/// |---|---|
/// | `fixed n` | n (0 to 1000) |
/// | `default`, none | nothing, as `fixed 0` |
/// | `jiffies f` | CPU time in ticks of 10 ms, times 1000 / f: with 2000, two ticks cost a step |
/// | `perfctr_instr f` | instructions executed, divided by 1000 f: with 10000, ten million cost a step |
///
/// Other names that begin with `perfctr` meant other hardware counters; here they count instructions, too.
class Timer {
 public:
  enum class Kind { fixed, jiffies, instructions };
  static constexpr spark::Step kMaxSteps = 1000;

  Timer() = default;
  /// Throws `std::runtime_error` if `text` is not a timer.
  static Timer parse(std::string_view text);

  Kind kind() const { return kind_; }
  /// The minimum cost of every cycle, in steps: for a fixed timer, its cost.
  spark::Step min_cost() const { return steps_; }
  /// Ticks or instructions per step, for a timer that measures.
  double units_per_step() const { return units_per_step_; }
  /// The text as written in the database.
  const std::string& text() const { return text_; }

 private:
  Kind kind_ = Kind::fixed;
  spark::Step steps_ = 0;
  double units_per_step_ = 0.0;
  std::string text_ = "default";
};

}  // namespace commserver
