// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/memory_budget.h"

namespace sigverse::wire {

bool MemoryBudget::take(std::size_t octets, std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, timeout, [&] { return ended_ || octets <= left_; });
  if (ended_ || octets > left_) return false;
  left_ -= octets;
  return true;
}

void MemoryBudget::give_back(std::size_t octets) {
  if (octets == 0) return;
  {
    const std::scoped_lock lock(mutex_);
    left_ += octets;
  }
  changed_.notify_all();
}

void MemoryBudget::end() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
}

}  // namespace sigverse::wire
