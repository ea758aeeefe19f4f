// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "gateways/rtm/component/out_port.h"
#include "spark/core/log.h"

namespace rtm {

/// The last value of an OutPort and those who are told of it. Shared by the port and the threads that push, so that one
/// which hangs in a push finds it when it comes back, however long the port is gone. Any thread.
///
/// One mutex guards everything here. It is never held over `Subscriber::push`, nor over the log.
class Deliveries : public std::enable_shared_from_this<Deliveries> {
 public:
  Deliveries(ValueType type, OutPortKind kind);

  Value get() const;
  bool has_value() const;
  /// `from` is what log lines call the port; `log` may be null.
  bool subscribe(Request request, std::shared_ptr<Subscriber> subscriber, std::string from, spark::Log* log);
  bool unsubscribe(Request request, const Subscriber& subscriber);
  std::vector<OutPort::Link> links() const;
  OutPort::Counts counts() const;

  Refusal put(const Value& value);
  void push_directly();
  void begin_to_close();
  void close(std::chrono::milliseconds patience);

 private:
  using Lock = std::unique_lock<std::mutex>;

  struct Subscription {
    Subscription(OutPort::Link to, std::string port, spark::Log* lines, ValueType type);

    OutPort::Link link;
    const std::string from;
    spark::Log* const log;
    int unanswered = 0;  ///< in a row
    bool ended = false;  ///< no push begins any more

    // Of those with a thread. What it has in hand is its own while it pushes; all else is guarded by the mutex.
    Value next, in_hand;
    bool is_pending = false;   ///< `next` waits to be pushed
    bool is_finished = false;  ///< the thread touches nothing any more
    std::condition_variable wake;
    std::thread thread;
  };
  using Subscriptions = std::vector<std::shared_ptr<Subscription>>;

  bool may_subscribe(Request request, const Subscriber& subscriber, const Subscription& as) const;
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
  bool is_waited_for_ = false;   ///< whoever drives the component waits for its pushes, and the world for him
  Subscriptions subscriptions_;  ///< in the order in which they came
  Subscriptions with_threads_;   ///< also those that have ended, until their threads have
  std::condition_variable finished_;
  OutPort::Counts counts_;

  // Of puts that push directly.
  bool is_pushing_ = false, has_more_ = false;
  Subscriptions round_;
  Value sent_;
};

}  // namespace rtm
