// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "spark/core/clock.h"

namespace spark {

/// Controls whether and how fast the clock runs. Monitors (P, R, S) and signals all use these controls. Used on the
/// simulation thread (through the command queue); `stop` may be called on any thread.
///
/// | mode | left by |
/// |---|---|
/// | starting: the clock stands still until the agents are ready | `begin`, of the simulation |
/// | running, as fast as possible or paced | `pause`, `step` |
/// | stepping: a number of steps, then paused | these steps, `pause`, `run` |
/// | paused | `run`, `step` |
/// | stopped: the simulation ends in order | never |
///
/// Pause, run and step may be called while starting; they take effect at `begin`.
class RunControl {
 public:
  enum class Mode { starting, running, stepping, paused, stopped };
  static constexpr Step kMaxSteps = 1'000'000;  ///< maximum number of requested steps

  Mode mode() const {
    if (stop_requested()) return Mode::stopped;
    if (starting_) return Mode::starting;
    return !paused_ ? Mode::running : steps_left_ > 0 ? Mode::stepping : Mode::paused;
  }
  bool may_step() const { return mode() == Mode::running || mode() == Mode::stepping; }
  /// Whether it is paused, regardless of whether agents are ready.
  bool paused() const { return paused_ && steps_left_ == 0; }

  void pause() { set(true, false, 0); }
  void run() { set(false, false, 0); }
  void toggle() { paused() ? run() : pause(); }
  /// Makes `steps` >= 0 steps in addition to those already requested, then pauses. If it was running, the peer that
  /// steps borrows it.
  void step(Step steps) {
    set(true, lent_ || !paused_, std::min(steps_left_ + std::clamp<Step>(steps, 0, kMaxSteps), kMaxSteps));
  }
  /// Whether it was paused, so that it is paused again after any requested steps.
  bool is_held() const { return paused_ && !lent_; }
  /// Sets the function to be called after each change of `is_held`, from now on.
  void on_hold(std::function<void()> on_hold) { on_hold_ = std::move(on_hold); }
  /// The peer that made steps has left: a borrowed simulation resumes. True if it does.
  bool give_back() {
    if (!lent_) return false;
    run();
    return true;
  }

  /// Ends the simulation soon and in order. May be called on any thread and from signal handlers.
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  bool stop_requested() const { return stop_.load(std::memory_order_relaxed); }

  /// Simulated seconds per real second; none = as fast as possible.
  std::optional<double> pace() const { return pace_; }
  void set_pace(std::optional<double> pace) { pace_ = pace; }

  // For the simulation.
  void begin() { starting_ = false; }
  void stepped() {
    if (steps_left_ > 0) --steps_left_;
  }

 private:
  void set(bool paused, bool lent, Step steps) {
    const bool was_held = is_held();
    paused_ = paused;
    lent_ = lent;
    steps_left_ = steps;
    if (was_held != is_held() && on_hold_) on_hold_();
  }

  bool starting_ = true;
  bool paused_ = false;
  bool lent_ = false;  ///< paused only because a peer makes steps
  Step steps_left_ = 0;
  std::optional<double> pace_;
  std::function<void()> on_hold_;
  std::atomic<bool> stop_{false};
};

std::string_view to_string(RunControl::Mode mode);

}  // namespace spark
