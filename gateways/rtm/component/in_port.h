// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/component/watchdog.h"

namespace rtm {

class Component;

/// What a component is given from outside: the last value that was put. A component declares it in its constructor
/// (`Component::add_in_port`) and has it as long as it lives. Everything here may be called from any thread; no lock is
/// held over a call to others, so nobody waits longer than it takes to copy a value. Whoever uses a port from outside
/// holds its component (`owner`) while doing so.
///
/// This one is buffered: the component reads when it likes. What it misses in between is overwritten.
class InPort {
 public:
  using Time = std::chrono::nanoseconds;  ///< of the component's clock: simulated in the server, else since the start

  InPort(std::string name, ValueType type);
  virtual ~InPort() = default;
  InPort(const InPort&) = delete;
  InPort& operator=(const InPort&) = delete;

  const std::string& name() const { return name_; }
  /// With that of its component: "Motor0.position".
  std::string full_name() const;
  ValueType type() const { return type_; }

  /// From outside. Refused values change nothing, are counted, and written to the log at times.
  Refusal put(const Value& value);
  /// The component of this port; null for one of no component.
  std::shared_ptr<Component> owner() const;

  // For the component:

  /// The last value; the neutral one before the first and after `forget`.
  Value get() const;
  /// The last value, if one has been put since the last `take`; false leaves `into` as it is. Allocates nothing once
  /// `into` has the room.
  bool take(Value& into);
  /// The last value, taken or not; false if there is none.
  bool read(Value& into) const;
  bool has_news() const;
  /// As if nothing had been put: what came while the component was off.
  void forget();

  Watchdog& watchdog() { return watchdog_; }
  const Watchdog& watchdog() const { return watchdog_; }

  std::uint64_t puts() const { return puts_.load(std::memory_order_relaxed); }        ///< taken
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }  ///< of wrong type, not finite …

  // By the component:

  /// While it is being made; null when it is gone.
  void belongs_to(Component* component) { component_ = component; }
  /// The component's activity is to end: it waits no longer here.
  virtual void stop_waiting() {}

 protected:
  /// A value has been put; no lock is held.
  virtual void came() {}
  Component* component() const { return component_; }

 private:
  const std::string name_;
  const ValueType type_;
  std::atomic<Component*> component_{nullptr};
  mutable std::mutex mutex_;
  Value value_;
  bool has_value_ = false, is_new_ = false;
  Watchdog watchdog_;
  std::atomic<std::uint64_t> puts_{0}, refused_{0};
};

/// The same, but a put wakes the component's activity, or whoever waits here.
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
