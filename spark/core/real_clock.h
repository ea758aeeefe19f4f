// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>

namespace spark {

/// A clock of real time: how long things have taken, when a timeout ends, and how long to wait. It never goes back, is
/// no time of day, and decides nothing that happens in the world (`Clock` counts the world's time).
///
/// An object that needs it is given one, or asks its loop (`net::Loop::now`). Programs are given the system's; tests
/// one that they move themselves, so that a timeout of ten seconds ends when the test says so.
class RealClock {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::nanoseconds;
  /// Waits for something of the system, at most this long (`Duration::max()`: for ever), and says whether it came.
  using Block = std::function<bool(Duration longest)>;

  virtual ~RealClock() = default;

  /// Any thread.
  virtual Time now() const = 0;
  /// Lets `longest` pass, less if what `block` waits for comes before. With the system's clock this is a call of
  /// `block`; with one that stands still until it is moved, waiting is what moves it, and `block` only looks.
  virtual void wait(Duration longest, const Block& block) = 0;

  /// The system's, which has no state. The one place in the programs that reads it (tests/house/check_clock.py).
  static RealClock& system();

 protected:
  RealClock() = default;
  RealClock(const RealClock&) = default;
  RealClock& operator=(const RealClock&) = default;
};

}  // namespace spark
