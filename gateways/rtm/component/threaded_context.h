// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "gateways/rtm/component/execution_context.h"

namespace rtm {

/// A context with a thread of its own that runs its passes and holds a reference to the context as long as it runs. The
/// thread begins with the first `start`. A thread that hangs in a callback at the end is detached.
class ThreadedContext : public ExecutionContext {
 public:
  ~ThreadedContext() override;
  bool close(std::chrono::milliseconds longest) override;

 protected:
  using ExecutionContext::ExecutionContext;

  /// The thread's work, until `is_closing`.
  virtual void run() = 0;
  /// Waits until there may be work (`requested`), or the clock has reached `until`. Called by `run`.
  void wait_for_work(std::optional<spark::RealClock::Time> until);

  void starting() override;
  void requested() override;
  bool has_thread() const override { return has_thread_.load(); }

 private:
  std::thread thread_;
  std::atomic<bool> has_thread_{false};
  std::mutex work_mutex_;
  std::condition_variable work_;
  bool has_work_ = false;
};

}  // namespace rtm
