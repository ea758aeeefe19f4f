// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "gateways/rtm/component/out_port.h"
#include "spark/core/log.h"

namespace rtm {

/// The last value of an OutPort and the subscribers to which it is pushed. Shared by the port and the threads that
/// push, so that it still exists when a hanging push returns, even if the port has been destroyed. Any thread.
///
/// One mutex guards everything here. It is never held while `Subscriber::push` or the log is called.
class Deliveries : public std::enable_shared_from_this<Deliveries> {
 public:
  Deliveries(ValueType type, OutPortKind kind);

  Value get() const;
  bool has_value() const;
  /// `from` is the port's name in log lines; `log` may be null.
  bool subscribe(OutPort::Link link, std::string from, spark::Log* log);
  bool unsubscribe(Request request, const Subscriber& subscriber);
  bool unsubscribe(const Subscriber& subscriber);
  std::shared_ptr<Outlet> add_outlet(const BufferSettings& settings, const std::string& from, spark::Log* log);
  void remove_outlet(const Outlet& outlet);
  std::vector<OutPort::Link> links() const;
  OutPort::Counts counts() const;

  /// `now` is the time of the value if it has none.
  Refusal put(const Value& value, Value::Time now);
  void push_directly();
  void begin_to_close();
  void close(std::chrono::milliseconds timeout);

 private:
  using Lock = std::unique_lock<std::mutex>;

  struct Subscription {
    Subscription(OutPort::Link to, std::string port, spark::Log* lines, ValueType type);

    OutPort::Link link;
    const std::string from;
    spark::Log* const log;
    int unanswered = 0;  ///< consecutive pushes without an answer
    bool ended = false;  ///< no further push begins
    /// The minimum time between two pushes (for `all`, between two times at which the buffer is emptied); 0: values are
    /// pushed immediately.
    const std::chrono::nanoseconds period;
    std::optional<Value::Time> last_time;  ///< of the last value pushed directly

    // Used by subscriptions with a thread. The thread owns `in_hand` while it pushes; the mutex guards the rest.
    Value next, in_hand;
    std::unique_ptr<ValueRing> waiting;  ///< for `all`: used instead of `next`
    bool is_pending = false;             ///< `next`, or something in `waiting`, has to be pushed
    bool is_finished = false;            ///< the thread no longer accesses anything
    std::condition_variable wake;
    std::thread thread;
  };
  using Subscriptions = std::vector<std::shared_ptr<Subscription>>;

  bool may_subscribe(const Subscription& subscription) const;
  bool is_crowded() const { return subscriptions_.size() + outlets_.size() >= kMaxSubscriptions; }
  bool is_direct(const Subscription& subscription) const;
  bool is_due(Subscription& subscription) const;
  void hand_over(Subscription& subscription);
  template <typename IsThat>
  bool end_first(const IsThat& is_that);
  bool start_thread(const std::shared_ptr<Subscription>& subscription);
  static void run(const std::shared_ptr<Deliveries>& self, const std::shared_ptr<Subscription>& subscription);
  void push_to_all(Lock& lock);
  /// Pushes with the lock released, and counts the result. `value` must not change during the push.
  Push push(Lock& lock, Subscription& subscription, const Value& value);
  void note(Lock& lock, Subscription& subscription, Push result);
  void end(const Subscription& subscription);
  void join_finished();

  const OutPortKind kind_;
  mutable std::mutex mutex_;
  Value value_;
  bool has_value_ = false, pushes_directly_, is_closed_ = false;
  bool is_waited_for_ = false;   ///< its pushes block the driver, and thus the world
  Subscriptions subscriptions_;  ///< in the order of their subscription
  Subscriptions with_threads_;   ///< including ended ones, until their threads have ended
  std::vector<std::shared_ptr<Outlet>> outlets_;
  std::condition_variable finished_;
  OutPort::Counts counts_;

  // Used by direct puts.
  bool is_pushing_ = false, has_more_ = false;
  Subscriptions round_;
  Value sent_;
};

}  // namespace rtm
