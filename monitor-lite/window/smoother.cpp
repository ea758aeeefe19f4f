// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/smoother.h"

#include <algorithm>

#include "monitor-lite/client/motion.h"

namespace monitor {
namespace {

constexpr double kShare = 0.2;     // of the newest gap in the usual one
constexpr double kMinGap = 2.0;    // s
constexpr double kMaxDelay = 0.5;  // s that a picture may be late

}  // namespace

double Smoother::longest_gap() const {
  return std::max(kMinGap, 4 * interval_);
}

void Smoother::take(const Snapshot& snapshot, double now) {
  if (begun_) {
    from_ = at(now);
    const double gap = std::max(0.0, now - came_);
    if (gap < longest_gap()) interval_ += kShare * (gap - interval_);
  } else {
    from_ = snapshot;
    interval_ = 0.0;
  }
  to_ = snapshot;
  came_ = now;
  begun_ = true;
}

Snapshot Smoother::at(double now) const {
  const double span = std::min(interval_, kMaxDelay);
  if (now >= came_ + span) return to_;
  return moved(to_, from_, 1.0 - std::max(0.0, now - came_) / span);
}

}  // namespace monitor
