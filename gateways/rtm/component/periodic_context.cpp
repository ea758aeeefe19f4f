// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/periodic_context.h"

#include <algorithm>
#include <cstdint>

namespace rtm {
namespace {

/// The interval at which watchdogs are checked if the period is longer.
constexpr std::chrono::nanoseconds kWatchPeriod = std::chrono::milliseconds(10);
constexpr double kHighestRate = 10'000.0;
/// A year, so that a period can be added to a time.
constexpr double kLongestPeriod = 3e16;  // ns

}  // namespace

std::chrono::nanoseconds PeriodicContext::period() const {
  const double hertz = std::min(rate(), kHighestRate);
  return std::chrono::nanoseconds(static_cast<std::int64_t>(std::min(1e9 / hertz, kLongestPeriod)));
}

void PeriodicContext::wake(const Participant& participant) {
  if (mark_woken(participant)) requested();
}

bool PeriodicContext::do_other_work(const Work& work) {
  if (work.has_changes)
    settle();
  else if (work.has_woken)
    run_woken();
  else
    return false;
  return true;
}

void PeriodicContext::run() {
  while (!is_closing()) {
    const Work work = this->work();
    if (!work.is_running) {
      was_busy_ = false;
      wait_for_work(std::nullopt);
      continue;
    }
    const auto period = this->period();
    auto now = clock().now();
    const bool is_alone = work.busy == 1 && activations() != activations_seen_;
    if (is_alone || !was_busy_) due_ = now;
    was_busy_ = work.busy > 0;
    activations_seen_ = activations();
    due_ = std::min(due_, now + period);
    if (work.busy > 0 && now >= due_) {
      woke(now - due_);
      // Missed passes are skipped.
      if (due_ + period <= now) count_late(static_cast<std::uint64_t>((now - due_) / period));
      due_ = due_ + period > now ? due_ + period : now + period;
      pass();
      activations_seen_ = activations();  // what has become ACTIVE in this pass has been executed in it
      continue;
    }
    if (do_other_work(work)) continue;
    if (work.busy == 0) {
      wait_for_work(std::nullopt);
      continue;
    }
    if (work.is_watched) watch();
    if (is_closing()) break;
    now = clock().now();
    const bool is_far = work.is_watched && due_ - now > kWatchPeriod;
    is_far ? wait_for_work(now + kWatchPeriod) : wait_until_due(due_);
  }
}

}  // namespace rtm
