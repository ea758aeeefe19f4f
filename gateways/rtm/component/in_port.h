// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gateways/rtm/component/port_buffer.h"
#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/component/watchdog.h"

namespace rtm {

class Component;

/// What a component is given from outside. Values come in three ways: by `put`, which keeps the last one only (the
/// interfaces of 2003, scripts, tools); through inlets, which keep as many as their connector has asked for; and from
/// sources, which are asked when the component reads. A component declares the port in its constructor
/// (`Component::add_in_port`) and has it as long as it lives. Everything here may be called from any thread; no lock is
/// held over a call to others, so no thread waits longer than it takes to copy a value, and as long as the sources take
/// that it asks. Code that uses a port from outside holds its component (`owner`) while doing so.
///
/// `take`, `read` and `get` give the newest value, whichever way it came: old set points are dangerous. `next` gives
/// one after another. (InPorts of published programs give the oldest of their ring first.)
///
/// This one is buffered: the component reads when it likes.
class InPort {
 public:
  using Time = std::chrono::nanoseconds;  ///< of the component's clock: simulated in the server, else that of day

  InPort(std::string name, ValueType type);
  virtual ~InPort();
  InPort(const InPort&) = delete;
  InPort& operator=(const InPort&) = delete;

  const std::string& name() const { return name_; }
  /// The name with that of its component: "Motor0.position".
  std::string full_name() const;
  ValueType type() const { return type_; }

  /// Called from outside. Refused values change nothing, are counted, and written to the log at times.
  Refusal put(const Value& value);
  /// A connector's way into this port; null if there are kMaxSubscriptions inlets and sources, which is written to the
  /// log.
  std::shared_ptr<Inlet> add_inlet(const BufferSettings& settings);
  /// What waits there is dropped, but for the port's newest value, which stays.
  void remove_inlet(const Inlet& inlet);
  /// A connector through which this port asks. False as above, and if there is no source.
  bool add_source(std::shared_ptr<ValueSource> source);
  /// No call to it begins after this has returned; one that is under way brings nothing any more.
  void remove_source(const ValueSource& source);
  /// The component of this port; null for one of no component.
  std::shared_ptr<Component> owner() const;

  // Called by the component's code:

  /// The last value; the neutral one before the first and after `forget`. Asks no source.
  Value get() const;
  /// The newest value, if one has come since the last `take`; false leaves `into` as it is. Older ones that wait are
  /// passed over. Allocates nothing once `into` has the room.
  bool take(Value& into);
  /// The newest value, taken or not; false if there is none, or if it has been read and came through an inlet whose
  /// connector wants no value twice (`Empty::do_nothing`).
  bool read(Value& into);
  /// The oldest value that has neither been passed over by `take` nor given by this; false leaves `into` as it is. The
  /// room of `into` is used for later values.
  bool next(Value& into);
  /// Whether `take` or `next` would give a value that is here already; asks no source.
  bool has_new_value() const;
  bool has_news() const { return has_new_value(); }  ///< the older name, for components that use it
  /// Forgets everything that has come.
  void forget();
  /// Forgets what `put` and sources have brought, and what has been taken. What has come through inlets and was not
  /// taken stays: controllers of the OMG's form find their first values when they are activated. Called when the
  /// component is switched on.
  void forget_put_and_taken();

  Watchdog& watchdog() { return watchdog_; }
  const Watchdog& watchdog() const { return watchdog_; }

  std::uint64_t puts() const { return puts_.load(std::memory_order_relaxed); }  ///< taken
  void count_refused() { refused_.fetch_add(1, std::memory_order_relaxed); }    ///< one that has not reached `put`
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }  ///< of wrong type, not finite …

  // Called by `Component`:

  /// Called while the component is being made, and with null when it is gone.
  void belongs_to(Component* component) { component_ = component; }
  /// The component's activity is to end: it waits no longer here.
  virtual void stop_waiting() {}

 protected:
  /// A value has been put; no lock is held.
  virtual void came() {}
  Component* component() const { return component_; }

 private:
  friend class Inlet;
  struct Asked;  ///< a source, with what it has said

  PortStatus put_through(Inlet& inlet, const Value& value);
  bool has_place() const;  ///< for one more way in; with the lock
  void complain_of_crowd() const;
  bool keep_arriving(ValueRing& ring);  ///< false if the ring is full; with the lock
  void complain(Refusal refusal) const;
  void value_is_here(bool is_direct, bool may_be_read_twice);  ///< `value_`, with the lock
  void count_and_report(const Value& value);
  void ask_sources();
  Inlet* oldest_inlet() const;

  const std::string name_;
  const ValueType type_;
  std::atomic<Component*> component_{nullptr};
  mutable std::mutex mutex_;
  Value value_;             ///< the newest
  Value arriving_;          ///< room for a value on its way into an inlet
  bool has_value_ = false;  ///< something has come and was not forgotten
  bool is_new_ = false;     ///< `value_` was neither taken nor given by `next`
  bool is_unread_ = false;  ///< nor read
  bool is_direct_ = false;  ///< `value_` came by `put` or from a source, and waits in no inlet
  bool may_be_read_twice_ = true;
  std::uint64_t arrivals_ = 0;   ///< numbers the values of all inlets
  std::uint64_t last_read_ = 0;  ///< those up to this number have been passed over by `read`
  std::vector<std::shared_ptr<Inlet>> inlets_;
  std::vector<std::shared_ptr<Asked>> sources_;
  std::atomic<bool> has_sources_{false};
  Watchdog watchdog_;
  std::atomic<std::uint64_t> puts_{0}, refused_{0};
};

/// The same, but a put wakes the component's activity, or the thread that waits here.
class SignallingInPort final : public InPort {
 public:
  using InPort::InPort;
  /// Waits until a value has been put since the last `take`, at most `longest` of real time; whether there is one. A
  /// put between two calls is not lost. The component's activity stops waiting when it is switched off.
  bool wait(std::chrono::nanoseconds longest);

  void stop_waiting() override;

 protected:
  void came() override;

 private:
  std::mutex signal_mutex_;
  std::condition_variable signal_;
};

}  // namespace rtm
