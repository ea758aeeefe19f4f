// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/peer_search.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rtm {
namespace {

/// The maximum number of tasks that are tried in one second: each may list all names, and a script may have ten
/// thousand tasks.
constexpr unsigned kMaxAtOnce = 100;

}  // namespace

PeerSearch::~PeerSearch() {
  end();
}

void PeerSearch::add(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_) return;
    open_.push_back({std::move(task), clock_.now()});
    has_added_ = true;
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  }
  changed_.notify_all();
}

bool PeerSearch::is_ending() const {
  const std::lock_guard lock(mutex_);
  return ending_;
}

void PeerSearch::begin_to_end() {
  const std::lock_guard lock(mutex_);
  ending_ = true;
  changed_.notify_all();
}

void PeerSearch::end() {
  begin_to_end();
  if (thread_.joinable()) thread_.join();
  open_.clear();
}

std::vector<PeerSearch::Open> PeerSearch::take_due() {
  const std::lock_guard lock(mutex_);
  has_added_ = false;
  const auto now = clock_.now();
  std::vector<Open> due;
  const auto later = std::stable_partition(open_.begin(), open_.end(), [&, count = 0U](const Open& one) mutable {
    return one.next <= now && count++ < kMaxAtOnce;
  });
  std::move(open_.begin(), later, std::back_inserter(due));
  open_.erase(open_.begin(), later);
  return due;
}

bool PeerSearch::is_over(Open& open) {
  const Attempt attempt = open.task();
  open.next = clock_.now() + (attempt == Attempt::later ? kLatePeriod : kPeriod);
  return attempt == Attempt::done;
}

void PeerSearch::wait() {
  clock_.wait(kPeriod, [this](spark::RealClock::Duration longest) {
    std::unique_lock waiting(mutex_);
    return changed_.wait_for(waiting, longest, [this] { return ending_ || has_added_; });
  });
}

void PeerSearch::run() {
  while (!is_ending()) {
    std::vector<Open> due = take_due();
    std::erase_if(due, [this](Open& open) { return !is_ending() && is_over(open); });
    {
      const std::lock_guard lock(mutex_);
      std::move(due.begin(), due.end(), std::back_inserter(open_));
      if (ending_) return;
    }
    wait();
  }
}

}  // namespace rtm
