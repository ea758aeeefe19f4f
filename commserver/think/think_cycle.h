// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "spark/core/clock.h"
#include "spark/core/input_limits.h"

namespace commserver {

/// The rules for when one agent thinks, without any input or output.
///
/// A sensation or a time notify opens a cycle, and the agent's "done" closes it; at most one is open. Sensations and
/// notifies wait in time order, a sensation before a notify of the same time. A cycle opened by an event of time t
/// begins at b = max(t, end of the previous cycle). The agent's acts in it are stamped b + the cost of its thinking up
/// to then, and the cycle ends at b + its total cost. A cycle may be opened only if no future sensation can arrive up
/// to b. That preserves the order of time: an agent that is late, or repeatedly requests times in the past, cannot
/// think ahead of the world and fill its future with acts.
///
/// All results follow from the agent's messages and the simulation's promises, in their order, and do not depend on
/// real time. In particular `earliest_act()` is the same before and after a cycle is opened, so for the simulation it
/// does not matter how soon an agent is served.
class ThinkCycle {
 public:
  static constexpr int kMaxCyclesInPlace = 200;  ///< cycles that may begin at the same time
  // Limits of one cycle.
  static constexpr std::size_t kMaxDrawings = 16;
  static constexpr std::size_t kMaxDrawingBytes = 16 * 1024;

  enum class Opener { sensation, notify };
  struct Opening {
    Opener opener;
    spark::Step time;  ///< arrival of the sensation, or exactly the time that the agent requested
    friend bool operator==(const Opening&, const Opening&) = default;
  };

  /// Every cycle costs at least `min_cost` >= 0 steps. The limits on acts and time requests in `limits` apply; further
  /// ones are refused.
  explicit ThinkCycle(spark::Step min_cost, const spark::InputLimits& limits = {})
      : limits_(limits), min_cost_(min_cost) {}

  // Called for the simulation. Promises cannot be taken back: an arrival before the last promised one is a programming
  // error.
  /// Promises that no sensation will arrive before `arrival`.
  void expect_sensation(spark::Step arrival);
  /// Adds a sensation, and promises that the next one will not arrive before `next_arrival`.
  void add_sensation(spark::Step arrival, spark::Step next_arrival);

  /// Opens the next cycle if one may be opened now; returns its cause.
  std::optional<Opening> open_next();

  // Called for the agent's messages. Each returns null, or the reason why the message was refused and had no effect.
  const char* act(std::size_t bytes);
  /// A drawing costs no thinking time and has no effect; it only counts for the cycle.
  const char* draw(std::size_t bytes);
  const char* request_notify(spark::Step time);
  const char* ask_thinking_time() const;
  const char* done();

  /// Sets the cost of the open cycle up to now; it never decreases.
  void charge(spark::Step cost) { cost_ = std::max(cost_, cost); }

  bool is_open() const { return open_; }
  /// Whether the agent has acted in the open cycle, or in the last one.
  bool has_acted() const { return acts_ > 0; }
  /// Steps charged for the open cycle so far, or for the last one.
  spark::Step thinking_time() const { return cost_; }
  /// The stamp of an act in the open cycle.
  spark::Step stamp() const { return begin_ + cost_; }
  /// Whether thinking time, of this cycle or previous ones, delays an act in the open cycle.
  bool is_late() const { return stamp() > opened_for_; }
  /// The earliest stamp that a further act can carry. Never decreases.
  spark::Step earliest_act() const;
  /// Whether the agent blocks the clock: it has had more cycles at the same time than allowed.
  bool is_stuck() const { return cycles_in_place_ > kMaxCyclesInPlace; }

 private:
  std::optional<Opening> first_waiting() const;

  spark::InputLimits limits_;
  spark::Step min_cost_;
  spark::Step cost_ = 0;
  bool open_ = false;
  spark::Step opened_for_ = 0;  ///< time of the sensation or notify that opened it
  spark::Step begin_ = 0;       ///< of the open cycle, or of the last one
  spark::Step end_ = 0;         ///< of the last closed cycle
  spark::Step horizon_ = 0;     ///< no future sensation arrives before this
  int cycles_in_place_ = 0;
  std::size_t acts_ = 0;
  std::size_t act_bytes_ = 0;
  std::size_t drawings_ = 0;
  std::size_t drawing_bytes_ = 0;
  std::vector<spark::Step> sensations_;  ///< arrivals of waiting sensations, ascending
  std::vector<spark::Step> requests_;    ///< descending, so that the next one is cheap to take
};

}  // namespace commserver
