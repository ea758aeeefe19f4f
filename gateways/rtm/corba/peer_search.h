// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "spark/core/real_clock.h"

namespace rtm {

/// Retries tasks that depend on programs which may start at any time, on a thread of its own, because each attempt
/// makes remote calls. The thread starts with the first task. Any thread.
class PeerSearch {
 public:
  enum class Attempt : std::uint8_t {
    done,   ///< or never to be tried again
    again,  ///< after `kPeriod`
    later   ///< after `kLatePeriod`
  };
  /// Called on the thread of the search. Throws nothing.
  using Task = std::function<Attempt()>;
  static constexpr std::chrono::seconds kPeriod{1}, kLatePeriod{5};

  /// `clock` outlives it.
  explicit PeerSearch(spark::RealClock& clock) : clock_(clock) {}
  ~PeerSearch();  ///< calls `end`
  PeerSearch(const PeerSearch&) = delete;
  PeerSearch& operator=(const PeerSearch&) = delete;

  /// Adds a task. The first attempt is made at once; after `begin_to_end` none is made.
  void add(Task task);
  /// Whether the search is ending, so that a long task has to return.
  bool is_ending() const;
  /// The first part of `end`, without waiting, so that several searches can end at the same time.
  void begin_to_end();
  /// Ends the thread, which may take as long as the task in progress. Remaining tasks are dropped.
  void end();

 private:
  struct Open {
    Task task;
    spark::RealClock::Time next;
  };

  void run();
  std::vector<Open> take_due();
  bool is_over(Open& open);
  void wait();

  spark::RealClock& clock_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Open> open_;
  bool has_added_ = false;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace rtm
