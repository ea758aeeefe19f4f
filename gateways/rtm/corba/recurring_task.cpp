// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/recurring_task.h"

#include <utility>

namespace rtm {

RecurringTask::RecurringTask(spark::RealClock& clock, std::chrono::nanoseconds pause, std::function<void()> task)
    : clock_(clock), pause_(pause), task_(std::move(task)) {}

RecurringTask::~RecurringTask() {
  end();
}

void RecurringTask::begin() {
  const std::lock_guard lock(mutex_);
  if (!is_ending_ && !thread_.joinable()) thread_ = std::thread([this] { run(); });
}

bool RecurringTask::is_ending() const {
  const std::lock_guard lock(mutex_);
  return is_ending_;
}

void RecurringTask::end() {
  std::thread thread;
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    thread.swap(thread_);
    changed_.notify_all();
  }
  if (thread.joinable()) thread.join();
}

void RecurringTask::run() {
  while (true) {
    clock_.wait(pause_, [this](spark::RealClock::Duration longest) {
      std::unique_lock waiting(mutex_);
      return changed_.wait_for(waiting, longest, [this] { return is_ending_; });
    });
    if (is_ending()) return;
    task_();
  }
}

}  // namespace rtm
