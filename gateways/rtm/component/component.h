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
  std::chrono::milliseconds call_timeout{1000};  ///< how long switching off may take
  /// Hears of every value that an OutPort has told, on the thread that put it; nobody if empty.
  std::function<void(const OutPort&, const Value&)> told{};
  /// How long switching on may take: longer, for `on_activated` opens cameras and loads models.
  std::chrono::milliseconds patience{10'000};
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
/// Owned by the `Manager` and by whoever serves it on the network (shared_ptr), and by its activity's thread as long as
/// that runs. What is public may be called from any thread; the callbacks come one at a time, with no lock held: on the
/// activity's thread, or on that of `tick`, or, where it is passive, on that of whoever switches it or looks at its
/// watchdogs. A callback may switch its own component; that happens when it has returned.
class Component : public std::enable_shared_from_this<Component> {
 public:
  /// `type` is a name; instances are called Gate0, Gate1 …. Throws std::invalid_argument if it is none.
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

  /// Starts the activity; on already: nothing; a fault: tries again. What was put before is forgotten. Waits until the
  /// activity has done `on_activated`, unless it is driven: then the next tick does. True also where that has failed:
  /// `status` says so. False if it takes longer than `Environment::patience`: the component is at fault then, and
  /// deactivated when it comes back, which `status` says, too. False before it has entered and when it has left.
  bool switch_on();
  /// Stops the activity, in the same manner, within `Environment::call_timeout`. One that comes back later is off then.
  bool switch_off();

  /// Parameters are texts that a person may set at any time; a component reads them in its callbacks.
  std::vector<std::pair<std::string, std::string>> parameters() const;
  /// False if there is none of that name, or the text is longer than a value may be.
  bool set_parameter(std::string_view name, std::string text);

  // By the manager:
  /// Gives it its name and surroundings; the activity's thread starts, and waits. Once. Throws std::logic_error the
  /// second time, or if no shared_ptr owns it, and std::system_error if there is no thread.
  void enter(std::string name, const Environment& environment);
  /// What `leave` begins with, without waiting: so several can end at the same time.
  void begin_to_leave();
  /// Stops everything, ports included, waiting up to `patience` of real time; false if the activity hangs: its thread
  /// is left to itself then, and keeps the component. Off for ever afterwards, and the environment is needed no more.
  bool leave(std::chrono::milliseconds patience);
  bool has_left() const { return has_left_.load(); }
  /// One pass of a driven component: switching if that was asked for, watchdogs, `on_execute` if it is on. Of a passive
  /// one: watchdogs. Of others: nothing, they do so themselves.
  void tick();
  /// Looks at the watchdogs of its InPorts; for whoever drives a passive component. Waits for nobody.
  void look_at_watchdogs();

  // By ports:
  void value_came(InPort& port);                       ///< a fault that a watchdog has raised on this port ends
  void wake();                                         ///< a signalling port has got a value
  void told(const OutPort& port, const Value& value);  ///< an OutPort has told that, for `Environment::told`
  bool is_to_end() const;                 ///< asked on the activity's own thread: whether it has been asked to stop
  spark::Log* log() const;                ///< null before it has entered and when it has left
  std::chrono::nanoseconds time() const;  ///< 0 before it has entered and when it has left

 protected:
  // In the constructor only. Throw std::invalid_argument for names that are none, that stand twice in one direction,
  // for too many ports, and for a direct OutPort of a self-contained component. What they return lives as long as the
  // component.
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
  virtual void on_deactivated() {}  ///< also where an exception has ended the activity, or its beginning
  virtual void on_execute() {}
  /// The stream into this port has stopped; the component is at fault, and `on_execute` is not called, until the next
  /// value comes there.
  virtual void on_watchdog([[maybe_unused]] InPort& port) {}

 private:
  friend class Activity;
  void declare(const std::string& port, bool is_taken) const;

  const std::string type_;
  const Pattern pattern_;
  std::string category_, name_;
  std::vector<std::shared_ptr<InPort>> in_ports_;
  std::vector<std::shared_ptr<OutPort>> out_ports_;
  std::vector<std::pair<std::string, std::string>> parameters_;
  mutable std::mutex parameters_mutex_;
  std::atomic<State> state_{State::off};
  std::atomic<bool> has_left_{false};
  const std::unique_ptr<Activity> activity_;
};

}  // namespace rtm
