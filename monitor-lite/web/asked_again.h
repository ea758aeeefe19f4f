// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "monitor-lite/web/tagged_text.h"
#include "spark/core/real_clock.h"

namespace monitor {

/// A text that many pages ask for again and again: made anew at most once in `kFresh`, however many ask.
class AskedAgain {
 public:
  static constexpr std::chrono::milliseconds kFresh{250};

  /// Whether it is time to make it again.
  bool is_old(spark::RealClock::Time now) const { return !text_.text || now >= until_; }
  void set(std::string text, spark::RealClock::Time now);
  /// It is as it was.
  void keep(spark::RealClock::Time now) { until_ = now + kFresh; }

  const TaggedText& tagged() const { return text_; }
  const spark::net::Connection::Shared& text() const { return text_.text; }

 private:
  TaggedText text_;
  spark::RealClock::Time until_{};
};

}  // namespace monitor
