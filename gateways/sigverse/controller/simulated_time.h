// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace sigverse {

/// Thrown into a handler that sleeps when there is no world any more, or when it is about to be reset: the time for
/// which the handler waits will not come, and nothing that it would do afterwards can take effect. It passes through
/// the controller's code, so that files are closed, and ends in Handlers.
struct WorldIsOver {};

/// The time on the controller's thread in lock-step. This program defines sleep, usleep, nanosleep, clock_nanosleep,
/// time, gettimeofday and clock_gettime; a library that it loads, and the C++ library below that, find these before
/// those of the system. In lock-step, on the controller's thread,
///
/// * clocks (CLOCK_REALTIME, CLOCK_MONOTONIC with coarse and raw variants) show 2000-01-01 + (seed mod 16384) days +
///   the time of the simulation: the same in each run, and another with another seed, for controllers that seed their
///   random numbers from it,
/// * a handler that sleeps lets the world advance by that time, and the others act meanwhile.
///
/// A timed wait for another thread, on such a clock, lasts as long in real time; if it times out, the world has
/// advanced to that point, too.
///
/// In all other cases they are those of the system: on other threads, which are not part of the simulation, without
/// lock-step, and before time has begun, when a wait for the world would never end.
class SimulatedTime {
 public:
  /// Waits until the world has reached that time, and returns the time then; nothing if there is no world any more.
  using Wait = std::function<std::optional<double>(double until)>;

  /// The instance of this process.
  static SimulatedTime& instance();

  /// Begins to simulate time on the calling thread.
  void begin(std::uint64_t seed, Wait wait);
  void end();

  void set_now(double seconds) { now_ = seconds; }
  double now() const { return now_; }
  /// Whether sleeping advances the world: in handlers, once time has begun.
  void set_may_wait(bool may) { may_wait_ = may; }

  bool is_mine() const;
  /// The zero of the clock, in seconds since 1970.
  std::int64_t epoch() const { return epoch_; }
  /// Returns false if the system has to sleep. Throws `WorldIsOver`.
  bool pass(double seconds);
  /// Advances only the clocks, where the world cannot advance, until the next turn.
  void pass_anyway(double seconds);

 private:
  bool goes_on() const { return is_mine() && may_wait_; }

  bool on_ = false, may_wait_ = false;
  double now_ = 0.0;
  std::int64_t epoch_ = 0;
  Wait wait_;
};

}  // namespace sigverse
