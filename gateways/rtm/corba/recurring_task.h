// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "spark/core/real_clock.h"

namespace rtm {

/// Repeats a task on a separate thread, with a pause of real time before each run, for instance to check whether
/// objects of peers still exist. Any thread, except where noted.
class RecurringTask {
 public:
  /// The clock outlives it. The thread starts with `begin`.
  RecurringTask(spark::RealClock& clock, std::chrono::nanoseconds pause, std::function<void()> task);
  ~RecurringTask();  ///< calls end
  RecurringTask(const RecurringTask&) = delete;
  RecurringTask& operator=(const RecurringTask&) = delete;

  /// Starts the thread; does nothing the second time and after `end`.
  void begin();
  /// Whether a long task has to return.
  bool is_ending() const;
  /// Returns when the task has returned, which is not run again. Must not be called by the task.
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
