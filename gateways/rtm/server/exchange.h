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

/// Where the two threads meet: periods go one way, answers the other. The lock is held while things are swapped and no
/// longer, so the simulation thread never waits for a component or a network.
class Exchange {
 public:
  /// `lock_step`: every period counts. Otherwise one that has not been taken yet gets the newest sensations.
  /// `answered` is called on the thread of the periods, when there are answers.
  Exchange(bool lock_step, std::function<void()> answered);

  // Called on the simulation thread:
  /// Hands over `period` and leaves an empty one there.
  void submit(Period& period);
  /// Takes what has been answered since the last call; false if nothing has.
  bool take(AnswerList& answers);
  /// Whether there is something to take.
  bool has_answers() const { return has_answers_.load(); }
  /// The same, after a moment in which answers are likely to come; `answered` may not be called for those.
  bool wait_briefly();

  // Called on the thread of the periods:
  /// Waits for a period; false when `close` has been called.
  bool wait(Period& period);
  /// Hands over answers and leaves an empty list there.
  void answer(AnswerList& answers);

  /// Ends `wait`. May be called on any thread.
  void close();

 private:
  void merge(Period& period);

  const bool lock_step_;
  const std::function<void()> answered_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::list<Period> periods_;  ///< those to be taken
  std::list<Period> spare_;    ///< their nodes go to and fro, so that none is made in the long run
  AnswerList answers_;
  std::atomic<bool> has_periods_{false};  ///< or has been closed
  std::atomic<bool> has_answers_{false};
  std::atomic<bool> is_looking_{false};  ///< the simulation thread, for answers
  Polling period_polling_, answer_polling_;
  bool closed_ = false;
};

}  // namespace rtm
