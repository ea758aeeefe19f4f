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
namespace {
/// Maximum number of separate payers. Peers from further addresses share one.
constexpr std::size_t kMaxPayers = 1024;
constexpr std::string_view kOthers = "others";
}  // namespace

CommandQueue::CommandQueue(const RealClock& clock)
    : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), clock_(clock), earned_until_(clock.now()) {
  if (event_ < 0) throw std::system_error(errno, std::system_category(), "cannot create the command queue");
}

CommandQueue::~CommandQueue() {
  close(event_);
}

/// Other threads call this without the lock, because the woken thread needs it, and the system may suspend the caller,
/// whose priority is low, at that moment. If it is raised already, another thread has written, or is about to.
void CommandQueue::raise() {
  if (raised_.exchange(true)) return;
  const std::uint64_t one = 1;
  SPARK_DEMAND(write(event_, &one, sizeof one) == sizeof one);
}

/// A thread that finds it raised has posted its command before the caller, which has the lock, took the commands.
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

std::shared_ptr<CommandLane> CommandQueue::open_lane(CommandLane::Limits limits, std::string_view payer_name) {
  const std::scoped_lock lock(mutex_);
  auto lane = std::make_shared<CommandLane>(*this, limits, payer(payer_name));
  std::erase_if(lanes_, [](const auto& each) { return each->closed_ && each->waiting_.empty(); });
  lanes_.push_back(lane);
  return lane;
}

/// Called with the lock.
std::shared_ptr<CommandLane::Payer> CommandQueue::payer(std::string_view name) {
  const auto make = [this] { return std::make_shared<CommandLane::Payer>(CommandLane::Payer{.used = max_used_}); };
  if (name.empty()) return make();
  const auto find = [&](std::string_view wanted) {
    const auto found = payers_.find(wanted);
    return found != payers_.end() ? found->second : payers_.emplace(std::string(wanted), make()).first->second;
  };
  if (payers_.size() < kMaxPayers || payers_.contains(name)) return find(name);
  // A payer without lanes may be removed unless it has used more than those that are served.
  std::erase_if(payers_,
                [this](const auto& each) { return each.second.use_count() == 1 && each.second->used <= min_used_; });
  return find(payers_.size() < kMaxPayers ? name : kOthers);
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
  // Commands posted by these commands wait for the next call: nothing can hold the simulation here forever.
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
  // As above: no more commands than there were at the beginning.
  while (left > 0 && saved_ > Duration::zero()) {
    CommandLane::PartOfCommand command;
    const auto lane = next_lane(command);
    if (!lane) break;
    const RealClock::Time begin = clock_.now();
    const bool is_done = command();
    const Duration cost = clock_.now() - begin;
    saved_ -= cost;
    if (charge(lane, std::move(command), is_done, cost)) --left;
  }
  const std::scoped_lock lock(mutex_);
  held_back_ = in_lanes_ > 0 && saved_ <= Duration::zero();
  if (!waiting_.empty() || (in_lanes_ > 0 && !held_back_))
    raise();
  else
    lower();
}

/// The lane with the next turn. Its first command is removed, but its place stays occupied until the command is done.
std::shared_ptr<CommandLane> CommandQueue::next_lane(CommandLane::PartOfCommand& command) {
  const std::scoped_lock lock(mutex_);
  const auto goes_before = [](const CommandLane& a, const CommandLane& b) {
    if (a.payer_ == b.payer_) return a.used_ < b.used_;
    return a.payer_->used < b.payer_->used;
  };
  std::shared_ptr<CommandLane> next;
  for (const auto& lane : lanes_)
    if (!lane->waiting_.empty() && (!next || goes_before(*lane, *next))) next = lane;
  if (!next) return next;
  min_used_ = std::max(min_used_, next->payer_->used);
  next->payer_->min_used = std::max(next->payer_->min_used, next->used_);
  command = std::exchange(next->waiting_.front().command, nullptr);
  return next;
}

/// True if the command is finished: it is done, or the lane was cleared meanwhile.
bool CommandQueue::charge(const std::shared_ptr<CommandLane>& lane, CommandLane::PartOfCommand command, bool is_done,
                          Duration cost) {
  const std::scoped_lock lock(mutex_);
  CommandLane::Payer& payer = *lane->payer_;
  lane->used_ += cost;
  payer.used += cost;
  payer.max_used = std::max(payer.max_used, lane->used_);
  max_used_ = std::max(max_used_, payer.used);
  // A peer that has cleared the lane may have posted again, but not a command that was taken out.
  if (lane->waiting_.empty() || lane->waiting_.front().command) return true;
  if (!is_done) {
    lane->waiting_.front().command = std::move(command);
    return false;
  }
  lane->bytes_ -= lane->waiting_.front().bytes;
  lane->waiting_.pop_front();
  --payer.waiting;
  --in_lanes_;
  return true;
}

void CommandQueue::earn(RealClock::Time now) {
  const auto earned = std::chrono::duration_cast<Duration>(kShare * (now - earned_until_));
  saved_ = std::min<Duration>(saved_ + earned, kMaxSaved);
  earned_until_ = now;
}

bool CommandLane::post(Command command, std::size_t bytes) {
  return post_in_parts([command = std::move(command)] { return command(), true; }, bytes);
}

bool CommandLane::post_in_parts(PartOfCommand command, std::size_t bytes) {
  bytes += kCommandBytes;
  bool held_back = false;
  {
    const std::scoped_lock lock(queue_.mutex_);
    if (waiting_.size() >= limits_.commands || bytes > limits_.bytes - bytes_) return false;
    // An idle peer saves no time, but starts level with those that are served now.
    if (payer_->waiting == 0) payer_->used = std::max(payer_->used, queue_.min_used_);
    if (waiting_.empty()) used_ = std::max(used_, payer_->min_used);
    waiting_.push_back({std::move(command), bytes});
    bytes_ += bytes;
    ++payer_->waiting;
    ++queue_.in_lanes_;
    held_back = queue_.held_back_;
  }
  if (!held_back) queue_.raise();
  return true;
}

std::size_t CommandLane::clear() {
  std::deque<Waiting> dropped;  // released without the lock
  const std::scoped_lock lock(queue_.mutex_);
  dropped.swap(waiting_);
  bytes_ = 0;
  payer_->waiting -= dropped.size();
  queue_.in_lanes_ -= dropped.size();
  // A command that is being carried out is not dropped.
  return static_cast<std::size_t>(std::ranges::count_if(dropped, [](const Waiting& each) { return !!each.command; }));
}

std::size_t CommandLane::close() {
  {
    const std::scoped_lock lock(queue_.mutex_);
    closed_ = true;
    std::size_t left = 0, left_of_payer = 0;
    for (const auto& lane : queue_.lanes_) {
      if (!lane->closed_ || lane->waiting_.empty()) continue;
      ++left;
      left_of_payer += lane->payer_ == payer_;
    }
    if (left <= kMaxLeft && left_of_payer <= kMaxLeftOfOne) return 0;
  }
  return clear();
}

void CommandLane::set_payer(std::string_view payer) {
  const std::scoped_lock lock(queue_.mutex_);
  const auto found = queue_.payer(payer);
  payer_->waiting -= waiting_.size();
  found->waiting += waiting_.size();
  payer_ = found;
  used_ = payer_->max_used;
}

}  // namespace spark
