// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/command_lane.h"

#include <algorithm>
#include <utility>

#include "spark/sim/command_queue.h"

namespace spark {

bool CommandLane::post(Command command, std::size_t bytes) {
  return post_in_parts([command = std::move(command)] { return command(), true; }, bytes);
}

bool CommandLane::post_in_parts(PartOfCommand command, std::size_t bytes) {
  bytes += kCommandBytes;
  bool held_back = false;
  {
    const std::scoped_lock lock(queue_.mutex_);
    if (waiting_.size() >= limits_.commands || bytes > limits_.bytes - bytes_) return false;
    // Who is idle saves no time, but starts level with those being served now.
    if (payer_->waiting == 0) payer_->used = std::max(payer_->used, queue_.least_used_);
    if (waiting_.empty()) used_ = std::max(used_, payer_->least_used);
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
  // One that is being carried out is not dropped.
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
  used_ = payer_->most_used;
}

}  // namespace spark
