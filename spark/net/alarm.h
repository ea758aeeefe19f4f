// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

namespace spark::net {

class Loop;

/// Wakes a loop from any thread, which first stores its data where the loop's thread can read it. Unlike `Loop::post`
/// it allocates nothing, takes no lock and never waits, so a thread with deadlines can use it in every step.
///
/// Repeated calls of `raise` before the loop reacts count as one: `raised` runs at least once after the last `raise`,
/// and sees all data written before it. Raising passes no data and returns nothing.
///
/// To be made, closed and destroyed on the loop's thread, or while no thread runs the loop; it must be destroyed before
/// the loop, and after the last `raise` of any thread. Until it is closed, `Loop::run` does not end.
class Alarm {
 public:
  /// `raised` is called on the loop's thread; it may close or destroy the alarm. Throws `std::runtime_error` if the
  /// system refuses a descriptor.
  Alarm(Loop& loop, std::function<void()> raised);
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// May be called from any thread. After `close` it does nothing.
  void raise() noexcept;
  /// No call will follow.
  void close();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace spark::net
