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

/// An input of a component. Values arrive in three ways: by `put`, which stores only the last one (the interfaces of
/// 2003, scripts, tools); through inlets, which store as many as their connector requests; and from sources, which are
/// pulled when the component reads. A component declares the port in its constructor (`Component::add_in_port`), and
/// the port lives as long as the component. Every function may be called from any thread; no lock is held while other
/// objects are called, so a thread waits only for the copy of a value and for the sources that it pulls. Code that uses
/// a port from outside holds a reference to its component (`owner`) during that use.
///
/// `take`, `read` and `get` return the newest value, whichever way it arrived, because old set points are dangerous.
/// `next` returns one value after another. (InPorts of OpenRTM-aist return the oldest value of their ring first.)
///
/// This class is buffered: the component reads at any time.
class InPort {
 public:
  using Time = std::chrono::nanoseconds;  ///< of the component's clock: simulated time in the server, else time of day

  InPort(std::string name, ValueType type);
  virtual ~InPort();
  InPort(const InPort&) = delete;
  InPort& operator=(const InPort&) = delete;

  const std::string& name() const { return name_; }
  /// The name with that of its component: "Motor0.position".
  std::string full_name() const;
  ValueType type() const { return type_; }

  /// Called from outside. Refused values change nothing; they are counted and reported as complaints.
  Refusal put(const Value& value);
  /// Adds a connector's inlet; returns null if there are kMaxSubscriptions inlets and sources, which is logged.
  std::shared_ptr<Inlet> add_inlet(const BufferSettings& settings);
  /// Drops the values that wait there, except the port's newest value.
  void remove_inlet(const Inlet& inlet);
  /// Adds a connector that this port pulls. Returns false as above, and if there is no source.
  bool add_source(std::shared_ptr<ValueSource> source);
  /// No call to it begins after this has returned; the result of one in progress is ignored.
  void remove_source(const ValueSource& source);
  /// The component of this port; null if it has none.
  std::shared_ptr<Component> owner() const;

  // Called by the component's code:

  /// The last value; the neutral one before the first and after `forget`. Pulls no source.
  Value get() const;
  /// The newest value, if one has arrived since the last `take`; false leaves `into` unchanged. Older values that wait
  /// are skipped. Allocates nothing once the capacity of `into` suffices.
  bool take(Value& into);
  /// The newest value, taken or not; false if there is none, or if it has been read and arrived through an inlet whose
  /// connector returns no value twice (`Empty::do_nothing`).
  bool read(Value& into);
  /// The oldest value that was neither skipped by `take` nor returned by this; false leaves `into` unchanged. The old
  /// storage of `into` is reused for later values.
  bool next(Value& into);
  /// Whether `take` or `next` would return a value that has already arrived; pulls no source.
  bool has_new_value() const;
  bool has_news() const { return has_new_value(); }  ///< the older name, for components that use it
  /// Drops all values.
  void forget();
  /// Drops the values of `put` and of sources, and those that were taken. Keeps values that arrived through inlets and
  /// were not taken: OMG controllers find their first values when they are activated. Called when the component is
  /// switched on.
  void forget_put_and_taken();

  Watchdog& watchdog() { return watchdog_; }
  const Watchdog& watchdog() const { return watchdog_; }

  std::uint64_t puts() const { return puts_.load(std::memory_order_relaxed); }  ///< accepted
  void count_refused() { refused_.fetch_add(1, std::memory_order_relaxed); }    ///< a value that has not reached `put`
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }  ///< of wrong type, not finite …

  // Called by `Component`:

  /// Called while the component is constructed, and with null when it is destroyed.
  void belongs_to(Component* component) { component_ = component; }
  /// The component's activity is to end, so it must not wait here any longer.
  virtual void stop_waiting() {}

 protected:
  /// A value has been put; no lock is held.
  virtual void came() {}
  Component* component() const { return component_; }

 private:
  friend class Inlet;
  struct Asked;  ///< a source, with the last value pulled from it

  PortStatus put_through(Inlet& inlet, const Value& value);
  bool has_place() const;  ///< whether one more inlet or source fits; with the lock
  void complain_of_crowd() const;
  bool keep_arriving(ValueRing& ring);  ///< false if the ring is full; with the lock
  void complain(Refusal refusal) const;
  void value_is_here(bool is_direct, bool may_be_read_twice);  ///< makes `value_` the newest; with the lock
  void count_and_report(const Value& value);
  void ask_sources();
  Inlet* oldest_inlet() const;

  const std::string name_;
  const ValueType type_;
  std::atomic<Component*> component_{nullptr};
  mutable std::mutex mutex_;
  Value value_;             ///< the newest
  Value arriving_;          ///< storage for a value on its way into an inlet
  bool has_value_ = false;  ///< a value has arrived and was not dropped
  bool is_new_ = false;     ///< `value_` was neither taken nor returned by `next`
  bool is_unread_ = false;  ///< nor was it read
  bool is_direct_ = false;  ///< `value_` arrived by `put` or from a source, not through an inlet
  bool may_be_read_twice_ = true;
  std::uint64_t arrivals_ = 0;   ///< numbers the values of all inlets
  std::uint64_t last_read_ = 0;  ///< those up to this number have been skipped by `read`
  std::vector<std::shared_ptr<Inlet>> inlets_;
  std::vector<std::shared_ptr<Asked>> sources_;
  std::atomic<bool> has_sources_{false};
  Watchdog watchdog_;
  std::atomic<std::uint64_t> puts_{0}, refused_{0};
};

/// Like InPort, but a put wakes the component's activity, or the thread that waits here.
class SignallingInPort final : public InPort {
 public:
  using InPort::InPort;
  /// Waits until a value has been put since the last `take`, at most `longest` of real time; returns whether there is
  /// one. A put between two calls is not lost. The component's activity stops waiting when it is switched off.
  bool wait(std::chrono::nanoseconds longest);

  void stop_waiting() override;

 protected:
  void came() override;

 private:
  std::mutex signal_mutex_;
  std::condition_variable signal_;
};

}  // namespace rtm
