// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>

namespace spark {

/// A clock of real time: for durations, timeouts and waiting. It is monotonic, not the time of day, and does not affect
/// the world (`Clock` counts the world's time).
///
/// Objects that need it get it as an argument, or from their loop (`net::Loop::now`). Programs use the system's; tests
/// use one that they advance themselves, so that a timeout of ten seconds ends when the test says so.
class RealClock {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::nanoseconds;
  /// Waits for an event of the system, at most this long (`Duration::max()`: for ever), and returns whether it came.
  using Block = std::function<bool(Duration longest)>;

  virtual ~RealClock() = default;

  /// May be called from any thread.
  virtual Time now() const = 0;
  /// Waits for `longest`, or until the event that `block` waits for. With the system's clock this calls `block`; a
  /// manual clock is advanced by waiting, and `block` only polls.
  virtual void wait(Duration longest, const Block& block) = 0;

  /// The system's clock, which has no state. The only place in the programs that reads it (tests/house/check_clock.py).
  static RealClock& system();

 protected:
  RealClock() = default;
  RealClock(const RealClock&) = default;
  RealClock& operator=(const RealClock&) = default;
};

}  // namespace spark
