// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "spark/core/real_clock.h"
#include "tests/support/waiting.h"

/// Real time that only the test advances. A wait lasts until the time has advanced far enough, or until its event has
/// occurred, which is checked every 0.25 ms of the system's time. So other threads and processes have unlimited time,
/// and a timeout ends when the test decides.
class HeldClock final : public spark::RealClock {
 public:
  HeldClock() { waits_.reserve(64); }  // so that a wait allocates nothing

  Time now() const override { return now_.load(); }
  void wait(Duration longest, const Block& block) override {
    Wait mine(*this, longest);
    while (!mine.is_over()) {
      const int request = requests_;
      if (block(std::chrono::microseconds(250))) return;
      mine.note_idle(request);
    }
  }

  /// Lets time pass once exactly so many threads have nothing left to do but wait for it. A thread that is still busy
  /// would begin its wait later, at the new time, and that wait would end too late or never. A loop that waits for a
  /// socket counts as idle even if the peer is about to read or write.
  void advance_when_waiting(int threads, Duration by) {
    // A wait that has just begun may end at its first look, for something that came before: one request is not enough.
    advance_when_idle(threads, Duration::zero());
    advance_when_idle(threads, by);
  }
  /// Lets time pass at once. For a test in which no thread waits for time, or that repeats this until an effect shows.
  void advance(Duration by) {
    const std::lock_guard lock(mutex_);
    now_ = now() + by;
  }

 private:
  class Wait {
   public:
    Wait(HeldClock& clock, Duration longest) : clock_(clock) {
      const std::lock_guard lock(clock_.mutex_);
      end_ = longest == Duration::max() ? Time::max() : clock_.now() + longest;
      idle_since_ = clock_.requests_;
      clock_.waits_.push_back(this);
    }
    ~Wait() {
      const std::lock_guard lock(clock_.mutex_);
      std::erase(clock_.waits_, this);
    }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

    bool is_over() const { return clock_.now() >= end_; }
    /// What is waited for had not come after that request.
    void note_idle(int request) {
      const std::lock_guard lock(clock_.mutex_);
      idle_since_ = request;
    }
    bool is_idle(int request) const { return idle_since_ >= request && !is_over(); }

   private:
    HeldClock& clock_;
    Time end_{};
    int idle_since_ = 0;
  };

  void advance_when_idle(int threads, Duration by) {
    const int request = ++requests_;
    const auto is_idle = [&](const Wait* wait) { return wait->is_idle(request); };
    const auto has_advanced = [&] {
      const std::lock_guard lock(mutex_);
      if (std::ranges::count_if(waits_, is_idle) != threads) return false;
      now_ = now() + by;
      return true;
    };
    if (!wait_until(has_advanced)) throw std::runtime_error("not as many threads as expected wait for the clock");
  }

  std::atomic<Time> now_{Time(std::chrono::hours(5))};
  std::atomic<int> requests_{0};  ///< so often `advance_when_idle` was called
  std::mutex mutex_;
  std::vector<Wait*> waits_;
};
