// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/core/real_clock.h"
#include "spark/net/connection.h"

namespace monitor {

/// A text that many pages ask for again and again: made anew once in `kFresh`, however many ask, and known by a tag
/// that changes with it.
class AskedAgain {
 public:
  static constexpr std::chrono::milliseconds kFresh{250};

  /// Whether it is time to make it again.
  bool is_old(spark::RealClock::Time now) const { return !text_ || now >= until_; }
  void set(std::string text, spark::RealClock::Time now);
  /// It is as it was.
  void keep(spark::RealClock::Time now) { until_ = now + kFresh; }

  const spark::net::Connection::Shared& text() const { return text_; }
  /// For `ETag`, in its quotes.
  const std::string& tag() const { return tag_; }

 private:
  spark::net::Connection::Shared text_;
  std::string tag_;
  spark::RealClock::Time until_{};
};

}  // namespace monitor
