// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/smoother.h"

#include <algorithm>

#include "monitor-lite/client/motion.h"

namespace monitor {
namespace {

constexpr double kShare = 0.2;     // weight of the newest gap in the usual one
constexpr double kMaxDelay = 0.5;  // s that a picture may be late

}  // namespace

void Smoother::take(const Snapshot& snapshot, double now) {
  if (has_begun()) {
    from_ = at(now);
    if (!pace_.is_silent(now)) interval_ += kShare * (std::max(0.0, now - pace_.came()) - interval_);
  } else {
    from_ = snapshot;
    interval_ = 0.0;
  }
  to_ = snapshot;
  pace_.take(now);
}

Snapshot Smoother::at(double now) const {
  const double span = std::min(interval_, kMaxDelay);
  if (now >= pace_.came() + span) return to_;
  return moved(to_, from_, 1.0 - std::max(0.0, now - pace_.came()) / span);
}

}  // namespace monitor
