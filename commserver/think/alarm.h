// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "spark/core/descriptor.h"
#include "spark/core/real_clock.h"

namespace commserver {

/// An alarm in real time. Its descriptor polls readable once it has rung.
class Alarm {
 public:
  /// Times are those of `clock`, which must outlive it, but the system's timer does the waiting. Throws
  /// `std::runtime_error` if the system has no timer left.
  explicit Alarm(const spark::RealClock& clock);

  int descriptor() const { return timer_.get(); }
  /// Makes it ring at `time` or earlier. Costs nothing if it will ring by then anyway, so a deadline may be set
  /// repeatedly.
  void ring_by(spark::RealClock::Time time);
  /// Whether the alarm time has come, even if it has not rung yet.
  bool is_due() const { return set_ && *set_ <= clock_.now(); }
  /// Acknowledges the ringing: it stays silent until it is set again.
  void acknowledge();

 private:
  const spark::RealClock& clock_;
  spark::Descriptor timer_;
  std::optional<spark::RealClock::Time> set_;
};

}  // namespace commserver
