// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/command_lane.h"

#include <algorithm>
#include <utility>

#include "spark/sim/command_queue.h"

namespace spark {

bool CommandLane::post(Command command, std::size_t bytes) {
  bytes += kCommandBytes;
  bool held_back = false;
  {
    const std::scoped_lock lock(queue_.mutex_);
    if (waiting_.size() >= limits_.commands || bytes > limits_.bytes - bytes_) return false;
    // An idle lane saves no time: it starts level with those being served now.
    if (waiting_.empty()) used_ = std::max(used_, queue_.least_used_);
    waiting_.push_back({std::move(command), bytes});
    bytes_ += bytes;
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
  queue_.in_lanes_ -= dropped.size();
  return dropped.size();
}

std::size_t CommandLane::close() {
  {
    const std::scoped_lock lock(queue_.mutex_);
    closed_ = true;
    const auto left =
        std::ranges::count_if(queue_.lanes_, [](const auto& lane) { return lane->closed_ && !lane->waiting_.empty(); });
    if (static_cast<std::size_t>(left) <= kMaxLeft) return 0;
  }
  return clear();
}

}  // namespace spark
