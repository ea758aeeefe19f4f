// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>

#include "spark/core/descriptor.h"

namespace commserver {

/// A wall clock alarm whose descriptor polls readable once it has rung.
class Alarm {
 public:
  using Clock = std::chrono::steady_clock;

  /// Throws `std::runtime_error` if the system has no timer left.
  Alarm();

  int descriptor() const { return timer_.get(); }
  /// Sets it to ring at `time` or before. Costs nothing if it will anyway, so a deadline may be set again and again.
  void ring_by(Clock::time_point time);
  /// Acknowledges that it has rung: it is quiet until it is set again.
  void acknowledge();

 private:
  spark::Descriptor timer_;
  std::optional<Clock::time_point> set_;
};

}  // namespace commserver
