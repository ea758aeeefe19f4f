// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/rtm/component/in_port.h"
#include "gateways/rtm/component/life_cycle.h"
#include "gateways/rtm/component/out_port.h"
#include "gateways/rtm/component/parameters.h"
#include "gateways/rtm/component/service_port.h"
#include "spark/core/log.h"
#include "spark/core/real_clock.h"

namespace rtm {

class Activity;
class Component;

/// What the program gives to a component. All of it outlives the component.
struct Environment {
  spark::Log& log;
  spark::RealClock& real_clock;  ///< for periods and timeouts
  /// The component's clock: simulated time in the server, `time_of_day` outside. Any thread.
  std::function<std::chrono::nanoseconds()> time;
  /// Whether components are driven from outside, one `tick` per period, instead of by threads of their own; OutPorts
  /// push directly then.
  bool driven = false;
  std::chrono::milliseconds call_timeout{1000};  ///< how long switching off may take
  /// Called with every value that a component has put into an OutPort, on the thread that put it, but for those of
  /// components that are not to be reported (`Component::report_no_puts`); may be empty.
  std::function<void(const OutPort&, const Value&)> on_put{};
  /// The same of every value that an InPort has taken, as it was given, on the thread that gave it.
  std::function<void(const InPort&, const Value&)> on_taken{};
  /// How long switching on may take: longer, for `on_activated` opens cameras and loads models.
  std::chrono::milliseconds switch_on_timeout{10'000};
  /// How components get their own execution contexts unless they are given other settings. In lock-step the type says
  /// nothing: there it is always a SynchExtTriggerEC.
  ContextSettings context{};
  /// Called when a component is asked to exit, on the thread that asks; ends it soon, on another thread. The manager
  /// sets this.
  std::function<void(const std::shared_ptr<Component>&)> on_exit{};
};

/// How a component works (types 0, 1 and 2).
enum class Pattern : std::uint8_t {
  passive,         ///< 0: no activity, a plain object
  self_contained,  ///< 1: an activity that calls no other component: its OutPorts have threads of their own, none is
                   ///< direct
  client           ///< 2: an activity that is a client of others
};

enum class State : std::uint8_t { off, on, fault };
std::string_view to_string(State state);

/// A part of a robot system: ports, a switch, and perhaps an activity, which runs while it is on. Execution contexts
/// call its callbacks: its own, and those of others in which it takes part (life_cycle.h, execution_context.h). It is
/// on when it is ACTIVE in its own, off when INACTIVE, at fault when in ERROR. Written by deriving
/// from this class; the constructor declares ports and parameters:
///
///     class Gate final : public rtm::Component {
///      public:
///       Gate() : Component("Gate", Pattern::client), in_(add_in_port("in", ValueType::float32,
///       InPortKind::signalling)), … {} void on_execute() override { if (in_.take(value_)) out_.put(value_); }
///
/// Owned by the `Manager`, by what serves it on the network (shared_ptr), and by its activity's thread as long as that
/// runs. What is public may be called from any thread; the callbacks come one at a time, with no lock held: on the
/// thread of the context, or on that of `tick`, or, where it is passive, on the thread that switches it or checks its
/// watchdogs. A callback may switch its own component; that happens when it has returned.
class Component : public Participant, public std::enable_shared_from_this<Component> {
 public:
  /// `type` is a name; instances are called Gate0, Gate1 …. Throws std::invalid_argument if it is none.
  Component(std::string type, Pattern pattern);
  ~Component() override;

  const std::string& type() const { return type_; }
  Pattern pattern() const { return pattern_; }
  /// Whether its own thread may call peers: pushes values into connections with the subscription type flush, and asks
  /// for those of connections that pull. Otherwise other threads push, and such connections are refused.
  virtual bool may_wait_for_peers() const { return pattern_ != Pattern::self_contained; }
  /// What the component asks for (`set_rate`); that of its own context may be another.
  double rate() const;  // Hz
  /// A word for users and the browser: "Motor", "Sensor"; the type unless set.
  const std::string& category() const { return category_; }
  /// In which it is written, for the tools of others.
  virtual std::string_view language() const { return "C++"; }
  /// The name of the instance, "Gate0", or the type's before it has one. Set once, by the manager, before it is on the
  /// network.
  const std::string& name() const override { return name_; }

  /// Ports in the order of their declaration, which is that from top to bottom in a drawing.
  const std::vector<std::shared_ptr<InPort>>& in_ports() const { return in_ports_; }
  const std::vector<std::shared_ptr<OutPort>>& out_ports() const { return out_ports_; }
  const std::vector<std::shared_ptr<ServicePort>>& service_ports() const { return service_ports_; }
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
  /// `status` says so. False if it takes longer than `Environment::switch_on_timeout`: the component is at fault then,
  /// and deactivated when it comes back, which `status` says, too. False before it has entered and when it has left.
  bool switch_on();
  /// Stops the activity, in the same manner, within `Environment::call_timeout`. One that comes back later is off then.
  bool switch_off();

  /// Parameters are texts that a person may set at any time; a component reads them in its callbacks.
  Parameters::Texts parameters() const { return parameters_.all(); }
  /// False if there is none of that name, or the text is longer than a value may be.
  bool set_parameter(std::string_view name, std::string text) { return parameters_.set(name, std::move(text)); }
  /// Sets of parameters, which are taken over before the next on_activated or on_execute.
  Parameters& parameter_sets() { return parameters_; }

  // Called by the manager:
  /// Gives it its name, environment and own context, calls `on_initialize` and starts the context. Called once. With no
  /// `own` it is a SynchExtTriggerEC if it is driven, else a PeriodicExecutionContext; a passive component's own is
  /// always one that makes changes at once. Throws std::logic_error the second time, or if no shared_ptr owns it;
  /// std::system_error if there is no thread; std::runtime_error if `on_initialize` fails. It has left then.
  void enter(std::string name, const Environment& environment, std::shared_ptr<ExecutionContext> own = nullptr);
  /// Does the first part of `leave`, without waiting, so that several components can end at the same time.
  void begin_to_leave();
  /// Stops everything, ports included, waiting up to `timeout` of real time; false if the activity hangs: its thread
  /// is left to itself then, and keeps the component. Off for ever afterwards, and the environment is needed no more.
  bool leave(std::chrono::milliseconds timeout);
  bool has_left() const { return has_left_.load(); }
  /// It is not ticked together with others (`Manager::tick`): the control of a robot does that, in its own order.
  void tick_apart() { is_ticked_apart_ = true; }
  bool is_ticked_apart() const { return is_ticked_apart_.load(); }
  /// What it puts is not reported (`Environment::on_put`).
  void report_no_puts() { reports_no_puts_ = true; }
  /// A tick of the own context of a driven component: switching if that was asked for, watchdogs, `on_execute` if it is
  /// on. Of a passive one: watchdogs. Of others: nothing, they do so themselves.
  void tick();
  /// Checks the watchdogs of its InPorts; for those who drive a passive component. Does not wait.
  void check_watchdogs();

  // What the OMG's form asks. Any thread.

  /// precondition_not_met: the manager has initialized it.
  ReturnCode initialize();
  /// precondition_not_met, unless it has been asked to exit, which does that.
  ReturnCode finalize();
  /// Has the manager end it, soon: callbacks on_deactivated if it is ACTIVE, on_shutdown, on_finalize. ok the second
  /// time; precondition_not_met before it has entered.
  ReturnCode exit();
  /// Whether it takes part in that context and has not been asked to end.
  bool is_alive(const ContextLink& context) const;
  /// It takes part in a context of others from now on, whose number is returned; kNoContext: there are too many.
  ContextHandle attach_context(std::shared_ptr<ContextLink> context);
  /// bad_parameter: there is none of that number; precondition_not_met: it is its own.
  ReturnCode detach_context(ContextHandle handle);
  std::shared_ptr<ContextLink> context(ContextHandle handle) const;  ///< null if there is none
  ContextHandle handle_of(const ContextLink& context) const;         ///< kNoContext if it does not take part
  std::vector<std::shared_ptr<ExecutionContext>> owned_contexts() const;
  std::vector<std::shared_ptr<ContextLink>> participating_contexts() const;

  // Participant; called by contexts. `call` waits for its turn, at most as long as a call may last.
  bool is(const Participant& other) const override { return this == &other; }
  ContextHandle attach(const std::shared_ptr<ExecutionContext>& context) override;
  void detach(const ExecutionContext& context, ContextHandle handle) override;
  ReturnCode call(Callback callback, ContextHandle handle) override;
  void state_changed(ContextHandle handle, LifeCycle state) override;
  void interrupt() override;
  bool is_watched() const override;
  ReturnCode watch(ContextHandle handle) override;
  bool is_stalled() const override;

  // Called by ports:
  void value_came(InPort& port);                             ///< a fault that a watchdog has raised on this port ends
  void wake();                                               ///< a signalling port has got a value
  void value_put(const OutPort& port, const Value& value);   ///< a component has put that; for `Environment::on_put`
  void value_taken(const InPort& port, const Value& value);  ///< the port has taken that; for `Environment::on_taken`
  bool is_to_end() const;                 ///< asked on the activity's own thread: whether it has been asked to stop
  spark::Log* log() const;                ///< null before it has entered and when it has left
  std::chrono::nanoseconds time() const;  ///< 0 before it has entered and when it has left

 protected:
  // Called in the constructor only. They throw std::invalid_argument for names that are none, that stand twice in one
  // direction, for too many ports, and for a direct OutPort of a self-contained component. What they return lives as
  // long as the component.
  InPort& add_in_port(std::string name, ValueType type = ValueType::float32, InPortKind kind = InPortKind::buffered);
  OutPort& add_out_port(std::string name, ValueType type = ValueType::float32, OutPortKind kind = OutPortKind::multi);
  /// The name of a service port is also different from those of all data ports.
  ServicePort& add_service_port(std::string name);
  void add_parameter(std::string name, std::string preset);
  void set_category(std::string category) { category_ = std::move(category); }
  /// How often `on_execute` is called, beside the puts into signalling ports; Hz, > 0, at most 10,000. Default 100. The
  /// settings of its own context go before that, and `ExecutionContext::set_rate` changes it later.
  void set_rate(double hertz);

  /// Empty if there is none.
  std::string parameter(std::string_view name) const { return parameters_.text(name); }
  /// `otherwise` if it is no finite number.
  double number_parameter(std::string_view name, double otherwise) const { return parameters_.number(name, otherwise); }

  // Callbacks. Whatever on_activated, on_execute, on_state_update, on_rate_changed or on_reset throw makes the
  // component faulty, with that text, and leads to ERROR; it is switched on again by a person. A component that takes
  // part in several contexts gets those of each.
  virtual void on_initialize() {}  ///< before its own context starts; a component that throws here does not come to be
  virtual void on_finalize() {}    ///< the last of all
  virtual void on_startup() {}     ///< the context runs
  virtual void on_shutdown() {}    ///< it runs no longer
  virtual void on_activated() {}
  virtual void on_deactivated() {}  ///< also where an exception has ended the activity, or its beginning
  virtual void on_aborting() {}     ///< on the way to ERROR, behind on_deactivated
  virtual void on_error() {}        ///< in each pass while it is in ERROR
  virtual void on_reset() {}        ///< from ERROR to INACTIVE; if this throws, it stays in ERROR
  virtual void on_execute() {}
  virtual void on_state_update() {}  ///< when the on_execute of all components of the context have been called
  virtual void on_rate_changed() {}
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
  std::vector<std::shared_ptr<ServicePort>> service_ports_;
  Parameters parameters_;
  std::atomic<State> state_{State::off};
  std::atomic<bool> has_left_{false}, is_asked_to_exit_{false}, is_ticked_apart_{false}, reports_no_puts_{false};
  const std::unique_ptr<Activity> activity_;
};

}  // namespace rtm
