// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "commserver/think/timer.h"
#include "commserver/think/work_counter.h"
#include "spark/core/clock.h"

namespace commserver {

/// Measures the cost of one agent's thinking in simulated time. Called once for each message whose effect depends on
/// that cost.
class ThinkMeter {
 public:
  virtual ~ThinkMeter() = default;
  /// Called once the agent's process is running.
  virtual void process_started(pid_t) {}
  /// The minimum cost of every cycle; the world runs ahead by this much.
  virtual spark::Step min_cost() const { return 0; }
  virtual void begin_cycle() = 0;
  /// The cost of the cycle when the agent sent this message (A, C or D). At least `min_cost()`.
  virtual spark::Step cost(char letter) = 0;
};

/// Every cycle costs the same.
class FixedMeter final : public ThinkMeter {
 public:
  explicit FixedMeter(spark::Step steps) : steps_(steps) {}
  spark::Step min_cost() const override { return steps_; }
  void begin_cycle() override {}
  spark::Step cost(char) override { return steps_; }

 private:
  spark::Step steps_;
};

/// A cycle costs the whole steps that a counter has counted. The counter is read when a message is read, so work
/// between two messages that arrive together is charged to both.
class MeasuringMeter final : public ThinkMeter {
 public:
  using CounterOf = std::function<std::unique_ptr<WorkCounter>(pid_t)>;

  /// Creates the counter when the process has started; before that thinking costs nothing.
  MeasuringMeter(CounterOf counter_of, double units_per_step)
      : counter_of_(std::move(counter_of)), units_per_step_(units_per_step) {}
  void process_started(pid_t process) override { counter_ = counter_of_(process); }
  void begin_cycle() override { begin_ = counter_ ? counter_->read() : 0; }
  spark::Step cost(char) override;

 private:
  CounterOf counter_of_;
  double units_per_step_;
  std::unique_ptr<WorkCounter> counter_;
  std::uint64_t begin_ = 0;
};

}  // namespace commserver
