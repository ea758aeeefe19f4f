// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/command_queue.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include "spark/core/check.h"

namespace spark {

CommandQueue::CommandQueue() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (event_ < 0) throw std::system_error(errno, std::system_category(), "cannot create the command queue");
}

CommandQueue::~CommandQueue() {
  close(event_);
}

void CommandQueue::post(Command command) {
  const std::scoped_lock lock(mutex_);
  waiting_.push_back(std::move(command));
  if (waiting_.size() > 1) return;
  const std::uint64_t one = 1;
  SPARK_DEMAND(write(event_, &one, sizeof one) == sizeof one);
}

void CommandQueue::run_all() {
  SPARK_DEMAND(running_.empty());
  {
    const std::scoped_lock lock(mutex_);
    if (waiting_.empty()) return;
    running_.swap(waiting_);
    // Under the lock, so that the event is set exactly while something waits.
    std::uint64_t count = 0;
    SPARK_DEMAND(read(event_, &count, sizeof count) == sizeof count);
  }
  // What these commands post themselves waits for the next call: peers cannot keep the simulation here for ever.
  for (const Command& command : running_) command();
  running_.clear();
}

}  // namespace spark
