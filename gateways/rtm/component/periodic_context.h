// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "gateways/rtm/component/threaded_context.h"

namespace rtm {

/// A pass each 1/rate of real time, on a thread of its own. One that takes too long is followed by the next at once;
/// those that were left out are counted and not made up for. There are at most 10,000 passes a second, whatever the
/// rate says.
///
/// State changes do not wait for the next pass. A component that becomes ACTIVE alone in its context begins a new
/// rhythm with its first on_execute. A value that comes into a signalling InPort has on_execute called at once, between
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
  /// A pass begins that much after it was due.
  virtual void woke([[maybe_unused]] std::chrono::nanoseconds late) {}

 private:
  using Time = spark::RealClock::Time;

  std::chrono::nanoseconds period() const;
  /// Does what there is to do between passes; false if that is nothing.
  bool do_other_work(const Work& work);

  Time due_{};
  bool was_busy_ = false;
  std::uint64_t activations_seen_ = 0;
};

}  // namespace rtm
