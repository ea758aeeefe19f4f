// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "spark/core/real_clock.h"
#include "spark/net/timer_queue.h"

namespace boost::asio {
class io_context;
}

namespace spark::net {

/// The event loop of one thread: connections, listeners, timers, and watched descriptors.
///
/// Their callbacks (`done` of a timer, `accepted` of a listener …) run on the thread that calls `run`, `poll` or
/// `wait`, and only within these calls. They hold the loop by reference and must be destroyed before it. `post` may be
/// called from any thread, everything else from that one.
///
/// A loop has a clock for everything on it: timers are called by that clock, and `wait` advances a manual one.
class Loop {
 public:
  using Duration = RealClock::Duration;

  /// The clock must outlive it.
  /// Real time: the system's clock is the default.
  explicit Loop(RealClock& clock = RealClock::system());
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  RealClock& clock() const { return clock_; }
  RealClock::Time now() const { return clock_.now(); }

  /// For a separate thread: runs callbacks until `end` has been called and nothing is pending any more.
  void run();
  /// Nothing may be posted after this.
  void end();

  /// Runs the callbacks that are ready, a few hundred at most, so that a busy connection does not hold up the caller.
  void poll();
  /// Waits until a callback is ready, at most this long, then runs ready callbacks like `poll`. Also returns when a
  /// watched descriptor is readable, and may return early for no reason.
  void wait(Duration longest);

  /// While it exists, `wait` returns when the descriptor is readable. For descriptors that other code reads; several
  /// watches may share one. The loop must outlive it.
  class Watch {
   public:
    Watch() = default;
    Watch(Watch&&) noexcept = default;
    Watch& operator=(Watch&& other) noexcept;
    ~Watch();
    void end();

   private:
    friend class Loop;
    struct State;
    explicit Watch(std::shared_ptr<State> state);
    std::shared_ptr<State> state_;
  };
  /// Throws `std::runtime_error` if the system refuses.
  [[nodiscard]] Watch watch(int descriptor);

  /// Calls `what` on the loop's thread, in the order of posting. May be called from any thread.
  void post(std::function<void()> what);

  /// For code that builds on Asio.
  boost::asio::io_context& io();

 private:
  friend class Timer;
  struct Parts;
  bool block(Duration longest);
  void call_timers();

  RealClock& clock_;
  TimerQueue timers_;
  std::unique_ptr<Parts> parts_;
};

/// Calls a function once, after some time of its loop's clock.
class Timer {
 public:
  explicit Timer(Loop& loop) : loop_(loop) {}
  ~Timer() { cancel(); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  /// Replaces a pending call.
  void start(Loop::Duration after, std::function<void()> done);
  /// No call will follow.
  void cancel();

 private:
  Loop& loop_;
  std::optional<TimerQueue::Key> pending_;
};

}  // namespace spark::net
