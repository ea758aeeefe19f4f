// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "monitor-lite/web/tagged_text.h"
#include "spark/core/real_clock.h"

namespace monitor {

/// Caches a text that many pages request repeatedly: it is remade at most once in `kFresh`, however many ask.
class AskedAgain {
 public:
  static constexpr std::chrono::milliseconds kFresh{250};

  /// Whether it has to be remade.
  bool is_old(spark::RealClock::Time now) const { return !text_.text || now >= until_; }
  void set(std::string text, spark::RealClock::Time now);
  /// Keeps the present text as still valid.
  void keep(spark::RealClock::Time now) { until_ = now + kFresh; }

  const TaggedText& tagged() const { return text_; }
  const spark::net::Connection::Shared& text() const { return text_.text; }

 private:
  TaggedText text_;
  spark::RealClock::Time until_{};
};

}  // namespace monitor
