// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/rtm/component/in_port.h"
#include "gateways/rtm/component/out_port.h"
#include "spark/core/log.h"
#include "spark/core/real_clock.h"

namespace rtm {

class Activity;

/// What a component is given by the program it lives in. All of it outlives the component.
struct Environment {
  spark::Log& log;
  spark::RealClock& real_clock;                    ///< for rhythms and patience
  std::function<std::chrono::nanoseconds()> time;  ///< the component's clock: simulated time in the server. Any thread
  /// Whether components are driven from outside, one `tick` per period, instead of by threads of their own; OutPorts
  /// push directly then.
  bool driven = false;
  std::chrono::milliseconds call_timeout{1000};  ///< how long switching on and off may take
};

/// How a component works (types 0, 1 and 2).
enum class Pattern : std::uint8_t {
  passive,         ///< 0: no activity, a plain object
  self_contained,  ///< 1: an activity that calls nobody: its OutPorts have threads of their own, none is direct
  client           ///< 2: an activity that is a client of others
};

enum class State : std::uint8_t { off, on, fault };
std::string_view to_string(State state);

/// A part of a robot system: ports, a switch, and perhaps an activity, which runs while it is on. Written by deriving
/// from this class; the constructor declares ports and parameters:
///
///     class Gate final : public rtm::Component {
///      public:
///       Gate() : Component("Gate", Pattern::client), in_(add_in_port("in", ValueType::float32,
///       InPortKind::signalling)), … {} void on_execute() override { if (in_.take(value_)) out_.put(value_); }
///
/// Owned by the `Manager` and by whoever serves it on the network (shared_ptr). What is public may be called from any
/// thread; the callbacks come one at a time, on the activity's thread or that of `tick`.
class Component : public std::enable_shared_from_this<Component> {
 public:
  /// `type` is a name; instances are called Gate0, Gate1 ….
  Component(std::string type, Pattern pattern);
  virtual ~Component();

  const std::string& type() const { return type_; }
  Pattern pattern() const { return pattern_; }
  /// For people and the browser: "Motor", "Sensor"; the type unless set.
  const std::string& category() const { return category_; }
  /// The name of the instance, "Gate0", or the type's before it has one. Set once, by the manager, before it is on the
  /// network.
  const std::string& name() const { return name_; }

  /// Ports in the order of their declaration, which is that from top to bottom in a drawing.
  const std::vector<std::shared_ptr<InPort>>& in_ports() const { return in_ports_; }
  const std::vector<std::shared_ptr<OutPort>>& out_ports() const { return out_ports_; }
  std::shared_ptr<InPort> in_port(std::string_view name) const;    ///< null if there is none
  std::shared_ptr<OutPort> out_port(std::string_view name) const;  ///< null if there is none

  struct Status {
    State state = State::off;
    std::string fault;  ///< why, where it is a fault
  };
  Status status() const;
  State state() const { return state_.load(); }

  /// Starts the activity; on already: nothing; a fault: tries again. What was put while it was off is forgotten. Waits
  /// until the activity has done `on_activated`, unless it is driven: then the next tick does. False if that takes
  /// longer than `Environment::call_timeout`; the component is at fault then.
  bool switch_on();
  /// Stops the activity, in the same manner.
  bool switch_off();

  /// Parameters are texts that a person may set at any time; a component reads them in its callbacks.
  std::vector<std::pair<std::string, std::string>> parameters() const;
  /// False if there is none of that name.
  bool set_parameter(std::string_view name, std::string text);

  // By the manager:
  /// Gives it its name and surroundings; the activity's thread starts, and waits. Once.
  void enter(std::string name, const Environment& environment);
  /// Stops everything, waiting up to `patience`; false if the activity hangs: it must then be kept for ever.
  bool leave(std::chrono::milliseconds patience);
  /// One pass of a driven component: switching if that was asked for, watchdogs, `on_execute` if it is on.
  void tick();
  /// Looks at the watchdogs of its InPorts; for whoever drives a passive component.
  void look_at_watchdogs();

  // By ports:
  void value_came(InPort& port);  ///< a fault that a watchdog has raised on this port ends
  void wake();                    ///< a signalling port has got a value
  spark::Log* log() const;        ///< null before it has entered
  std::chrono::nanoseconds time() const;

 protected:
  // In the constructor only. Throw std::invalid_argument for names that are none, that stand twice in one direction,
  // and for too many ports. What they return lives as long as the component.
  InPort& add_in_port(std::string name, ValueType type = ValueType::float32, InPortKind kind = InPortKind::buffered);
  OutPort& add_out_port(std::string name, ValueType type = ValueType::float32, OutPortKind kind = OutPortKind::multi);
  void add_parameter(std::string name, std::string preset);
  void set_category(std::string category) { category_ = std::move(category); }
  /// How often `on_execute` is called, beside the puts into signalling ports; Hz, > 0, at most 10,000. Default 100.
  void set_rate(double hertz);

  std::string parameter(std::string_view name) const;                      ///< empty if there is none
  double number_parameter(std::string_view name, double otherwise) const;  ///< otherwise: if it is no finite number

  // Callbacks. Whatever they throw makes the component faulty, with that text; it is switched on again by a person.
  virtual void on_activated() {}
  virtual void on_deactivated() {}  ///< also where an exception has ended the activity
  virtual void on_execute() {}
  /// The stream into this port has stopped; the component is at fault until the next value comes there.
  virtual void on_watchdog([[maybe_unused]] InPort& port) {}

 private:
  friend class Activity;
  const std::string type_;
  const Pattern pattern_;
  std::string category_, name_;
  std::vector<std::shared_ptr<InPort>> in_ports_;
  std::vector<std::shared_ptr<OutPort>> out_ports_;
  std::atomic<State> state_{State::off};
};

}  // namespace rtm
