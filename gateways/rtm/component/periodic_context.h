// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "gateways/rtm/component/threaded_context.h"

namespace rtm {

/// Runs a pass every 1/rate of real time, on a thread of its own. A pass that takes too long delays the next ones;
/// missed passes are skipped and counted. There are at most 10,000 passes a second, whatever the rate.
///
/// State changes do not wait for the next pass. A component that becomes ACTIVE alone in its context restarts the
/// period with its first on_execute. When a value arrives at a signalling InPort, on_execute is called at once, between
/// the passes.
class PeriodicContext : public ThreadedContext {
 public:
  static constexpr const char* kType = "PeriodicExecutionContext";

  PeriodicContext(const ContextSettings& settings, const Environment& environment)
      : PeriodicContext(kType, settings, environment) {}
  void wake(const Participant& participant) override;

 protected:
  PeriodicContext(std::string type, const ContextSettings& settings, const Environment& environment)
      : ThreadedContext(std::move(type), ContextKind::periodic, settings, environment) {}

  void run() override;
  /// Waits until the next pass is due, or there is something else to do.
  virtual void wait_until_due(spark::RealClock::Time due) { wait_for_work(due); }
  /// Called when a pass begins, with the time by which it is late.
  virtual void woke([[maybe_unused]] std::chrono::nanoseconds late) {}

 private:
  using Time = spark::RealClock::Time;

  std::chrono::nanoseconds period() const;
  /// Does pending work between passes; returns false if there is none.
  bool do_other_work(const Work& work);

  Time due_{};
  bool was_busy_ = false;
  std::uint64_t activations_seen_ = 0;
};

}  // namespace rtm
