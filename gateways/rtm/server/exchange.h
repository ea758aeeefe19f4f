// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <vector>

#include "gateways/rtm/component/polling.h"
#include "gateways/rtm/device/period.h"

namespace rtm {

/// Exchanges data between the simulation thread and the thread of the periods: periods in one direction, answers in the
/// other. The lock is held only while objects are swapped, so the simulation thread never waits for a component or a
/// network.
class Exchange {
 public:
  /// `lock_step`: every period is delivered. Otherwise a period that has not been taken yet is updated to the newest
  /// sensations. `answered` is called on the thread of the periods, when there are answers.
  Exchange(bool lock_step, std::function<void()> answered);

  // Called on the simulation thread:
  /// Moves `period` to the other thread and leaves an empty one.
  void submit(Period& period);
  /// Takes the answers since the last call; returns false if there are none.
  bool take(AnswerList& answers);
  /// Whether there are answers to take.
  bool has_answers() const { return has_answers_.load(); }
  /// The same, after polling for a short time in which answers are likely to arrive; `answered` may not be called for
  /// those.
  bool wait_briefly();

  // Called on the thread of the periods:
  /// Waits for a period; returns false after `close`.
  bool wait(Period& period);
  /// Moves the answers to the other thread and leaves an empty list.
  void answer(AnswerList& answers);

  /// Ends `wait`. May be called on any thread.
  void close();

 private:
  void merge(Period& period);

  const bool lock_step_;
  const std::function<void()> answered_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::list<Period> periods_;  ///< not taken yet
  std::list<Period> spare_;    ///< spare nodes, so that none is allocated in steady state
  AnswerList answers_;
  std::atomic<bool> has_periods_{false};  ///< true also after `close`
  std::atomic<bool> has_answers_{false};
  std::atomic<bool> is_looking_{false};  ///< the simulation thread polls for answers
  Polling period_polling_, answer_polling_;
  bool closed_ = false;
};

}  // namespace rtm
