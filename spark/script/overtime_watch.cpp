// SPDX-License-Identifier: Apache-2.0
#include "spark/script/overtime_watch.h"

#include <algorithm>

namespace spark {
namespace {
constexpr OvertimeWatch::Seconds kLongest{1e8};  // years; larger values would overflow the clock
}  // namespace

void OvertimeWatch::begin(Seconds limit) {
  const std::lock_guard lock(mutex_);
  limit_ = std::chrono::duration_cast<Clock::duration>(std::min(limit, kLongest));
  // Real time: a script that does not end blocks all loops, so the watch uses a separate thread.
  deadline_ = Clock::now() + limit_;
  is_under_way_ = true;
  ++turn_;
  if (wakes_at_ > deadline_) changed_.notify_one();
}

void OvertimeWatch::end() {
  const std::lock_guard lock(mutex_);
  is_under_way_ = false;
}

bool OvertimeWatch::is_current(std::uint64_t turn) {
  const std::lock_guard lock(mutex_);
  return is_under_way_ && turn == turn_;
}

std::optional<std::uint64_t> OvertimeWatch::await() {
  std::unique_lock lock(mutex_);
  for (std::uint64_t known = turn_; !is_interrupted_;) {
    const Clock::time_point now = Clock::now();
    if (is_under_way_ && now >= deadline_) return turn_;
    // While turns follow each other this thread wakes up at intervals of the limit, so that the turns need not wake it.
    const bool is_quiet = !is_under_way_ && known == turn_;
    known = turn_;
    wakes_at_ = is_quiet ? Clock::time_point::max() : is_under_way_ ? deadline_ : now + limit_;
    if (is_quiet)
      changed_.wait(lock);
    else
      changed_.wait_until(lock, wakes_at_);
  }
  is_interrupted_ = false;
  return {};
}

void OvertimeWatch::interrupt() {
  const std::lock_guard lock(mutex_);
  is_interrupted_ = true;
  changed_.notify_one();
}

}  // namespace spark
