// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace sigverse::wire {

/// A common memory limit for the contents of many connections. Thread-safe.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t octets) : left_(octets) {}

  /// A reserved part of the budget. The destructor returns it.
  class Part {
   public:
    /// Waits at most `timeout` until that many octets are available; if they are, `is_given` is true.
    Part(MemoryBudget& budget, std::size_t octets, std::chrono::milliseconds timeout)
        : budget_(budget), octets_(budget.take(octets, timeout) ? octets : 0), given_(octets_ == octets) {}
    ~Part() { budget_.give_back(octets_); }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    bool is_given() const { return given_; }

   private:
    MemoryBudget& budget_;
    std::size_t octets_;
    bool given_;
  };

  /// Ends all waiting, now and in future.
  void end();

 private:
  bool take(std::size_t octets, std::chrono::milliseconds timeout);
  void give_back(std::size_t octets);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t left_;
  bool ended_ = false;
};

}  // namespace sigverse::wire
