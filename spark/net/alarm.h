// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

namespace spark::net {

class Loop;

/// Lets any thread wake a loop: what it has for the loop's thread it puts where both can reach it, then it raises the
/// alarm. Unlike `Loop::post` that allocates nothing, takes no lock and never waits, so a thread that must keep its
/// time can do it in every step.
///
/// Raising it many times before the loop gets there is raising it once: `raised` runs at least once after the last
/// `raise`, and sees all that was written before it. Raising passes no data and returns nothing.
///
/// Made, closed and destroyed on the loop's thread, or while no thread runs the loop; it must go before the loop, and
/// no thread may raise it any more when it is destroyed. Until it is closed, `Loop::run` has something to wait for.
class Alarm {
 public:
  /// `raised` is called on the loop's thread; it may close or destroy the alarm. Throws `std::runtime_error` if the
  /// system refuses a descriptor.
  Alarm(Loop& loop, std::function<void()> raised);
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// Any thread. After `close` it does nothing.
  void raise() noexcept;
  /// No call will follow.
  void close();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace spark::net
