// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/threaded_context.h"

#include <utility>

namespace rtm {

ThreadedContext::~ThreadedContext() {
  if (!thread_.joinable()) return;
  // The thread holds the context, too, so it has ended, or it is the thread that runs this destructor.
  if (thread_.get_id() == std::this_thread::get_id())
    thread_.detach();
  else
    thread_.join();
}

void ThreadedContext::starting() {
  const std::lock_guard lock(work_mutex_);
  if (has_thread_) return;
  thread_ = std::thread([this, self = shared_from_this()] {
    run();
    finish();
  });
  has_thread_ = true;
}

void ThreadedContext::requested() {
  {
    const std::lock_guard lock(work_mutex_);
    has_work_ = true;
  }
  work_.notify_one();
}

void ThreadedContext::wait_for_work(std::optional<spark::RealClock::Time> until) {
  const auto must_look = [this] { return has_work_; };
  if (until) {
    const auto longest = *until - clock().now();
    if (longest > spark::RealClock::Duration::zero())
      clock().wait(longest, [&](spark::RealClock::Duration at_most) {
        std::unique_lock lock(work_mutex_);
        return work_.wait_for(lock, at_most, must_look);
      });
  }
  std::unique_lock lock(work_mutex_);
  if (!until) work_.wait(lock, must_look);
  has_work_ = false;
}

bool ThreadedContext::close(std::chrono::milliseconds longest) {
  const bool has_ended = ExecutionContext::close(longest);
  std::thread thread;
  {
    const std::lock_guard lock(work_mutex_);
    thread = std::move(thread_);
  }
  if (!thread.joinable()) return has_ended;
  // If a callback of this thread removes its own component, the thread ends when the callback has returned.
  if (has_ended && thread.get_id() != std::this_thread::get_id())
    thread.join();
  else
    thread.detach();
  return has_ended;
}

}  // namespace rtm
