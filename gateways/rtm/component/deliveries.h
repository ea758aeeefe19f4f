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
/// push, so that a thread which hangs in a push finds it when the push returns, however long the port is gone. May be
/// used by any thread.
///
/// One mutex guards everything here. It is never held over `Subscriber::push`, nor over the log.
class Deliveries : public std::enable_shared_from_this<Deliveries> {
 public:
  Deliveries(ValueType type, OutPortKind kind);

  Value get() const;
  bool has_value() const;
  /// `from` is what log lines call the port; `log` may be null.
  bool subscribe(OutPort::Link link, std::string from, spark::Log* log);
  bool unsubscribe(Request request, const Subscriber& subscriber);
  bool unsubscribe(const Subscriber& subscriber);
  std::shared_ptr<Outlet> add_outlet(const BufferSettings& settings, const std::string& from, spark::Log* log);
  void remove_outlet(const Outlet& outlet);
  std::vector<OutPort::Link> links() const;
  OutPort::Counts counts() const;

  /// `now`: when the value was made if it does not say so itself.
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
    int unanswered = 0;  ///< in a row
    bool ended = false;  ///< no push begins any more
    /// Between two pushes (or, of `all`, between two times when everything is pushed); 0: as they come.
    const std::chrono::nanoseconds period;
    std::optional<Value::Time> last_time;  ///< of the last value pushed directly

    // Used by subscriptions with a thread. `in_hand` belongs to the thread while it pushes; the mutex guards the rest.
    Value next, in_hand;
    std::unique_ptr<ValueRing> waiting;  ///< of `all`: instead of `next`
    bool is_pending = false;             ///< `next`, or something in `waiting`, is to be pushed
    bool is_finished = false;            ///< the thread touches nothing any more
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
  /// Pushes with the lock released, and counts what became of it. `value` is the caller's while this lasts.
  Push push(Lock& lock, Subscription& subscription, const Value& value);
  void note(Lock& lock, Subscription& subscription, Push result);
  void end(const Subscription& subscription);
  void join_finished();

  const OutPortKind kind_;
  mutable std::mutex mutex_;
  Value value_;
  bool has_value_ = false, pushes_directly_, is_closed_ = false;
  bool is_waited_for_ =
      false;  ///< the driver of the component waits for its pushes, and the world waits for the driver
  Subscriptions subscriptions_;  ///< in the order in which they came
  Subscriptions with_threads_;   ///< also those that have ended, until their threads have
  std::vector<std::shared_ptr<Outlet>> outlets_;
  std::condition_variable finished_;
  OutPort::Counts counts_;

  // Used by puts that push directly.
  bool is_pushing_ = false, has_more_ = false;
  Subscriptions round_;
  Value sent_;
};

}  // namespace rtm
