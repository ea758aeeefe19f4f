// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/component/ports.h"

namespace rtm {

class Component;
class Deliveries;

/// An output of a component: its last value, for those who read it, and pushes to its subscribers. A component declares
/// it in its constructor (`Component::add_out_port`), and the port lives as long as the component. The three kinds
/// differ in which thread waits for the network (`make_out_port`). Every function but `put` may be called from any
/// thread; `put` from one thread at a time. No lock is held during `Subscriber::push`.
class OutPort {
 public:
  OutPort(std::string name, ValueType type, OutPortKind kind);
  virtual ~OutPort();
  OutPort(const OutPort&) = delete;
  OutPort& operator=(const OutPort&) = delete;

  const std::string& name() const { return name_; }
  std::string full_name() const;  ///< "Sensor0.light"
  /// "Sensor0"; valid as long as the component lives.
  const std::string& component_name() const;
  ValueType type() const { return type_; }
  OutPortKind kind() const { return kind_; }

  // Called from outside:

  /// The last value; never waits. The neutral value before the first put.
  Value get() const;
  /// Whether the component has put anything yet.
  bool has_value() const;
  /// Returns false, with nothing changed, if this subscription already exists, there are too many, this kind serves
  /// only one, or `subscriber` is null. `once` on a port that pushes directly: this call pushes the present value and
  /// also returns false if the subscriber refuses it. Three consecutive pushes without an answer, or one that reaches
  /// no port, end a subscription, with one line in the log.
  bool subscribe(Request request, std::shared_ptr<Subscriber> subscriber);
  /// Returns false if there is no such subscription. No push begins after it has returned; one in progress may still
  /// arrive.
  bool unsubscribe(Request request, const Subscriber& subscriber);

  /// Subscribes a connector with its own delivery, whatever the kind of this port. If this port pushes directly, for
  /// runs that must not depend on threads (`push_directly`), so does every delivery; periodic ones then count by the
  /// times of the values. `flush` from a self-contained component, whose activity makes no calls, is treated as
  /// `newest`. Subscriptions of this kind are identified by their subscriber alone. Throws std::invalid_argument for a
  /// periodic delivery without a rate, and for a rate that is not a finite number > 0.
  bool subscribe(const Delivery& delivery, std::shared_ptr<Subscriber> subscriber);
  /// Ends that subscription; as above.
  bool unsubscribe(const Subscriber& subscriber);

  /// A buffer for a connector that pulls; every put from now on is added to it. Null if there are kMaxSubscriptions,
  /// which is logged, or if the port is closed.
  std::shared_ptr<Outlet> add_outlet(const BufferSettings& settings);
  void remove_outlet(const Outlet& outlet);

  struct Link {
    Request request;                   ///< repeated, for a connector
    std::optional<Delivery> delivery;  ///< of a connector
    std::shared_ptr<Subscriber> target;
    std::uint64_t pushed = 0;       ///< accepted by the target
    std::uint64_t overwritten = 0;  ///< skipped, because the target was slower than the component
    std::uint64_t failed = 0;       ///< refused or unanswered
  };
  std::vector<Link> links() const;

  /// Sums over all subscriptions since the start, including those that have ended.
  struct Counts {
    std::uint64_t puts = 0;     ///< by the component
    std::uint64_t refused = 0;  ///< puts of values that do not fit the type
    std::uint64_t pushed = 0, overwritten = 0, failed = 0;
  };
  Counts counts() const;

  // Called by the component's code:

  /// Puts a value: stores it, with the component's present time if it has none, and pushes it to all subscribers.
  /// Refused values (wrong type, not finite) change nothing and are reported as complaints. In steady state, only
  /// remote subscribers allocate, for their calls.
  Refusal put(const Value& value);

  /// Makes every put from now on push to all subscribers itself, in the order of their subscription, whatever the kind:
  /// for runs that must not depend on threads. Throws std::logic_error if there is a subscriber.
  void push_directly();
  /// Does the first part of `close`, without waiting.
  void begin_to_close();
  /// Ends subscriptions and threads; waits this long for threads that are pushing, then leaves them to end by
  /// themselves. Further subscriptions are refused. Called at the end of a component.
  void close(std::chrono::milliseconds timeout = std::chrono::milliseconds(2000));

  // Called by `Component`:

  /// Called while the component is constructed, and with null when it is destroyed.
  void belongs_to(Component* component) { component_ = component; }

 private:
  const std::string name_;
  const ValueType type_;
  const OutPortKind kind_;
  std::atomic<Component*> component_{nullptr};
  const std::shared_ptr<Deliveries> deliveries_;  ///< shared with the threads that push
};

/// Direct: `put` pushes and returns when the last subscriber has answered: a slow subscriber slows the component down.
/// Single: a thread pushes, `put` copies; one subscriber at a time, a second is refused. Multi: each subscriber has a
/// thread, so no subscriber waits for another's network. With the last two, a subscriber that is slower than the
/// component gets the newest value next and misses others, which are counted, never queued, because old set points are
/// dangerous. One that keeps up misses nothing and sees values in order.
std::shared_ptr<OutPort> make_out_port(std::string name, ValueType type, OutPortKind kind);

}  // namespace rtm
