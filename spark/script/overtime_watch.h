// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

namespace spark {

/// The time that a script may take. A Ruby thread waits for it to be over, without Ruby's lock; a script that ends in
/// time costs neither a thread nor, most often, waking one up.
///
/// A turn is one script, or one call of its functions. Turns have numbers, from 1.
class OvertimeWatch {
 public:
  using Seconds = std::chrono::duration<double>;

  // On the thread of the scripts.
  void begin(Seconds limit);
  void end();
  bool is_current(std::uint64_t turn);

  /// Blocks until a turn has lasted too long, and returns its number; nothing if it has been interrupted. On the thread
  /// that watches.
  std::optional<std::uint64_t> await();
  /// Ends `await`. From any thread.
  void interrupt();

 private:
  using Clock = std::chrono::steady_clock;  // no other: waiting is the system's

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t turn_ = 0;
  bool is_under_way_ = false, is_interrupted_ = false;
  Clock::duration limit_{};
  Clock::time_point deadline_;
  Clock::time_point wakes_at_ = Clock::time_point::max();  ///< when the watching thread will see that by itself
};

}  // namespace spark
