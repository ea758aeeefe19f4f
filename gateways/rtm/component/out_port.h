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

/// What a component gives to others: the last value it has put, for those who ask, and pushes to those who have
/// subscribed. A component declares it in its constructor (`Component::add_out_port`) and has it as long as it lives.
/// The three kinds differ in who waits for the network (`make_out_port`). Everything but `put` may be called from any
/// thread; `put` from one at a time. No lock is held over `Subscriber::push`.
class OutPort {
 public:
  OutPort(std::string name, ValueType type, OutPortKind kind);
  virtual ~OutPort();
  OutPort(const OutPort&) = delete;
  OutPort& operator=(const OutPort&) = delete;

  const std::string& name() const { return name_; }
  std::string full_name() const;  ///< "Sensor0.light"
  /// "Sensor0"; as long as the component lives.
  const std::string& component_name() const;
  ValueType type() const { return type_; }
  OutPortKind kind() const { return kind_; }

  // Called from outside:

  /// The last value; never waits. The neutral one before the first.
  Value get() const;
  /// Whether the component has put anything yet.
  bool has_value() const;
  /// False, with nothing changed, if the pair is subscribed already, there are too many, this kind serves one only, or
  /// there is no subscriber. `once` of a port that pushes directly: the present value is pushed by this call, which is
  /// also false if the subscriber does not take it.
  /// Three pushes in a row that get no answer, or one that reaches no port, end a subscription, with one line in the
  /// log.
  bool subscribe(Request request, std::shared_ptr<Subscriber> subscriber);
  /// False if there is no such subscription. No push begins after it has returned; one under way may still arrive.
  bool unsubscribe(Request request, const Subscriber& subscriber);

  /// Subscribes a connector: as above, but in its own way, whatever the kind of this port. Where this port pushes
  /// directly for runs that must not depend on threads (`push_directly`), every delivery does; periodic ones then count
  /// by the times of the values. `flush` from a self-contained component, whose activity calls no one, is `newest`.
  /// Subscriptions of this kind are identified by their subscriber alone. Throws std::invalid_argument for a periodic
  /// delivery without a rate, and a rate that is no finite number > 0.
  bool subscribe(const Delivery& delivery, std::shared_ptr<Subscriber> subscriber);
  /// Ends that; as above.
  bool unsubscribe(const Subscriber& subscriber);

  /// A buffer for a connector that asks; it gets every put from now on. Null if there are kMaxSubscriptions, which is
  /// written to the log, or the port is closed.
  std::shared_ptr<Outlet> add_outlet(const BufferSettings& settings);
  void remove_outlet(const Outlet& outlet);

  struct Link {
    Request request;                   ///< repeated, of a connector
    std::optional<Delivery> delivery;  ///< of a connector
    std::shared_ptr<Subscriber> target;
    std::uint64_t pushed = 0;       ///< taken by the target
    std::uint64_t overwritten = 0;  ///< passed over, because the target was slower than the component
    std::uint64_t failed = 0;       ///< refused or unanswered
  };
  std::vector<Link> links() const;

  /// Sums over all subscriptions since the start, including those that have ended.
  struct Counts {
    std::uint64_t puts = 0;     ///< by the component
    std::uint64_t refused = 0;  ///< puts that are no values of the type
    std::uint64_t pushed = 0, overwritten = 0, failed = 0;
  };
  Counts counts() const;

  // Called by the component's code:

  /// Puts a value: keeps it, with the component's present time if it has none, and pushes it to all subscribers.
  /// Refused values (wrong type, not finite) change nothing, and are written to the log at times. Allocates nothing in
  /// the long run but what subscribers from elsewhere need for their calls.
  Refusal put(const Value& value);

  /// Makes every put from now on push to all subscribers itself, one after another in the order in which they
  /// subscribed, whatever the kind: for runs that must not depend on threads. Throws std::logic_error if there is a
  /// subscriber.
  void push_directly();
  /// Does the first part of `close`, without waiting.
  void begin_to_close();
  /// Ends subscriptions and threads; those that are pushing are waited for so long, and left to end by themselves then.
  /// There are no further subscriptions. For the end of a component.
  void close(std::chrono::milliseconds timeout = std::chrono::milliseconds(2000));

  // Called by `Component`:

  /// Called while the component is being made, and with null when it is gone.
  void belongs_to(Component* component) { component_ = component; }

 private:
  const std::string name_;
  const ValueType type_;
  const OutPortKind kind_;
  std::atomic<Component*> component_{nullptr};
  const std::shared_ptr<Deliveries> deliveries_;  ///< shared with the threads that push
};

/// Direct: `put` pushes and returns when the last subscriber has answered: a slow subscriber makes a slow component.
/// Single: a thread pushes, `put` copies; one subscriber at a time, a second is refused.
/// Multi: a thread for each subscriber: no subscriber waits for another's network.
/// With the last two a subscriber that is slower than the component gets the newest value next and misses others, which
/// are counted, never queued: old set points are dangerous. One that keeps up misses nothing and sees values in order.
std::shared_ptr<OutPort> make_out_port(std::string name, ValueType type, OutPortKind kind);

}  // namespace rtm
