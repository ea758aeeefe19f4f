// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace sigverse {

/// Thrown into a sleeping handler when there is no world any more or when it is about to be reset: the time that the
/// handler waits for will not come, and nothing that it would do afterwards can take effect. The exception passes
/// through the controller's code, so that destructors run, and is caught in Handlers.
struct WorldIsOver {};

/// The time on the controller's thread in lock-step. This program defines sleep, usleep, nanosleep, clock_nanosleep,
/// time, gettimeofday and clock_gettime; the libraries that it loads, and the C++ library itself, find these before
/// those of the system. In lock-step, on the controller's thread,
///
///  * clocks (CLOCK_REALTIME, CLOCK_MONOTONIC with coarse and raw variants) show 2000-01-01 + (seed mod 16384) days +
///    the time of the simulation: the same in every run with the same seed, and different with another seed, for
///    controllers that seed their random numbers from the time,
///  * a handler that sleeps lets the world advance by that time, and others act meanwhile.
///
/// A timed wait for another thread, on such a clock, takes the same time in real time; if it times out, simulated time
/// has advanced to that point, too.
///
/// In all other cases the functions behave like those of the system: on other threads, which are not part of the
/// simulation, without lock-step, and before time has begun, when a wait for the world would never end.
class SimulatedTime {
 public:
  /// Waits until the world has reached that time, and returns the time then; nullopt if there is no world any more.
  using Wait = std::function<std::optional<double>(double until)>;

  /// The instance of this process.
  static SimulatedTime& instance();

  /// Starts to simulate time, on the calling thread.
  void begin(std::uint64_t seed, Wait wait);
  void end();

  void set_now(double seconds) { now_ = seconds; }
  double now() const { return now_; }
  /// Sets whether sleeping advances the world: in handlers, once time has begun.
  void set_may_wait(bool may) { may_wait_ = may; }

  bool is_mine() const;
  /// The zero of the clock, in seconds since 1970.
  std::int64_t epoch() const { return epoch_; }
  /// Lets the world advance. Returns false if the caller has to sleep in real time instead. Throws `WorldIsOver`.
  bool pass(double seconds);
  /// Advances only the clocks, until the next turn, if the world cannot advance.
  void pass_anyway(double seconds);

 private:
  bool can_advance() const { return is_mine() && may_wait_; }

  bool on_ = false, may_wait_ = false;
  double now_ = 0.0;
  std::int64_t epoch_ = 0;
  Wait wait_;
};

}  // namespace sigverse
