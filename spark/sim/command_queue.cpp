// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/command_queue.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include "spark/core/check.h"

namespace spark {

CommandQueue::CommandQueue(const RealClock& clock)
    : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), clock_(clock), earned_until_(clock.now()) {
  if (event_ < 0) throw std::system_error(errno, std::system_category(), "cannot create the command queue");
}

CommandQueue::~CommandQueue() {
  close(event_);
}

/// Other threads call this without the lock, for whoever is woken up wants it, and the system may let the caller, whose
/// priority is low, wait for a processor in that very moment. Where it is raised, one has written, or is about to.
void CommandQueue::raise() {
  if (raised_.exchange(true)) return;
  const std::uint64_t one = 1;
  SPARK_DEMAND(write(event_, &one, sizeof one) == sizeof one);
}

/// Whoever finds it raised meanwhile has posted what the caller, who has the lock, has already seen.
void CommandQueue::lower() {
  if (!raised_.load()) return;
  std::uint64_t count = 0;
  if (read(event_, &count, sizeof count) == sizeof count)
    raised_.store(false);
  else
    SPARK_DEMAND(errno == EAGAIN);  // about to be written: the next call reads it
}

void CommandQueue::post(Command command) {
  {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(command));
  }
  raise();
}

std::shared_ptr<CommandLane> CommandQueue::open_lane(CommandLane::Limits limits) {
  auto lane = std::make_shared<CommandLane>(*this, limits);
  const std::scoped_lock lock(mutex_);
  std::erase_if(lanes_, [](const auto& each) { return each->closed_ && each->waiting_.empty(); });
  lanes_.push_back(lane);
  return lane;
}

void CommandQueue::run_all() {
  ++rounds_;
  run_own();
  run_lanes();
}

void CommandQueue::run_own() {
  SPARK_DEMAND(running_.empty());
  {
    const std::scoped_lock lock(mutex_);
    running_.swap(waiting_);
    if (in_lanes_ == 0 || held_back_) lower();
  }
  // Commands posted by these commands wait for the next call: nothing can keep the simulation here for ever.
  for (const Command& command : running_) command();
  running_.clear();
}

void CommandQueue::run_lanes() {
  std::size_t left = 0;
  {
    const std::scoped_lock lock(mutex_);
    left = in_lanes_;
  }
  if (left == 0) return;
  earn(clock_.now());
  // As above: no more than were there when it began.
  for (; left > 0 && saved_ > Duration::zero(); --left) {
    Command command;
    const auto lane = next_lane(command);
    if (!lane) break;
    const RealClock::Time begin = clock_.now();
    command();
    const Duration cost = clock_.now() - begin;
    saved_ -= cost;
    const std::scoped_lock lock(mutex_);
    lane->used_ += cost;
  }
  const std::scoped_lock lock(mutex_);
  held_back_ = in_lanes_ > 0 && saved_ <= Duration::zero();
  if (!waiting_.empty() || (in_lanes_ > 0 && !held_back_))
    raise();
  else
    lower();
}

/// The lane whose turn it is; its first command is taken out.
std::shared_ptr<CommandLane> CommandQueue::next_lane(Command& command) {
  const std::scoped_lock lock(mutex_);
  std::shared_ptr<CommandLane> next;
  for (const auto& lane : lanes_)
    if (!lane->waiting_.empty() && (!next || lane->used_ < next->used_)) next = lane;
  if (!next) return next;
  least_used_ = std::max(least_used_, next->used_);
  command = std::move(next->waiting_.front().command);
  next->bytes_ -= next->waiting_.front().bytes;
  next->waiting_.pop_front();
  --in_lanes_;
  return next;
}

void CommandQueue::earn(RealClock::Time now) {
  const auto earned = std::chrono::duration_cast<Duration>(kShare * (now - earned_until_));
  saved_ = std::min<Duration>(saved_ + earned, kMaxSaved);
  earned_until_ = now;
}

}  // namespace spark
