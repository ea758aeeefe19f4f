// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

namespace spark {

/// Limits the time of scripts. A Ruby thread waits for the limit, without Ruby's lock; a script that ends in time costs
/// no thread, and usually no wake-up.
///
/// A turn is one script, or one call of its functions. Turns are numbered from 1.
class OvertimeWatch {
 public:
  using Seconds = std::chrono::duration<double>;

  // Called on the thread of the scripts.
  void begin(Seconds limit);
  void end();
  bool is_current(std::uint64_t turn);

  /// Blocks until a turn has exceeded its limit, and returns its number; `nullopt` if interrupted. Called on the
  /// watching thread.
  std::optional<std::uint64_t> await();
  /// Ends `await`. May be called from any thread.
  void interrupt();

 private:
  using Clock = std::chrono::steady_clock;  // not RealClock: the waiting is done by the system

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t turn_ = 0;
  bool is_under_way_ = false, is_interrupted_ = false;
  Clock::duration limit_{};
  Clock::time_point deadline_;
  Clock::time_point wakes_at_ = Clock::time_point::max();  ///< when the watching thread wakes up unless notified
};

}  // namespace spark
