// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "spark/core/real_clock.h"

namespace rtm {

/// Does something again and again on a thread of its own, with a pause of real time before each time: looks whether
/// what others hold is still there, for instance. Any thread, but for what says otherwise.
class RecurringTask {
 public:
  /// The clock outlives it. The thread begins with `begin`.
  RecurringTask(spark::RealClock& clock, std::chrono::nanoseconds pause, std::function<void()> task);
  ~RecurringTask();  ///< as end
  RecurringTask(const RecurringTask&) = delete;
  RecurringTask& operator=(const RecurringTask&) = delete;

  /// Begins; the second time, and after `end`, it does nothing.
  void begin();
  /// For a task that lasts long: whether it is to return.
  bool is_ending() const;
  /// Returns when the task has, which is not done any more. Not called by the task.
  void end();

 private:
  void run();

  spark::RealClock& clock_;
  const std::chrono::nanoseconds pause_;
  const std::function<void()> task_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace rtm
