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

/// The services of the program for a component. All of them outlive the component.
struct Environment {
  spark::Log& log;
  spark::RealClock& real_clock;  ///< for periods and timeouts
  /// The component's clock: simulated time in the server, `time_of_day` outside. Any thread.
  std::function<std::chrono::nanoseconds()> time;
  /// Whether components are driven from outside, by one `tick` per period, instead of by threads of their own; OutPorts
  /// then push directly.
  bool driven = false;
  std::chrono::milliseconds call_timeout{1000};  ///< maximum time for switching off
  /// Called with every value that a component puts into an OutPort, on the thread of the put, except for components
  /// that are not reported (`Component::report_no_puts`); may be empty.
  std::function<void(const OutPort&, const Value&)> on_put{};
  /// Called in the same way with every value that an InPort accepts, before its conversion to the port's type, on the
  /// thread that puts or pulls it.
  std::function<void(const InPort&, const Value&)> on_taken{};
  /// Maximum time for switching on. It is longer because `on_activated` opens cameras and loads models.
  std::chrono::milliseconds switch_on_timeout{10'000};
  /// How components get their own execution contexts unless they are given other settings. In lock-step the type is
  /// ignored: the context is always a SynchExtTriggerEC.
  ContextSettings context{};
  /// Called when a component is asked to exit, on the requesting thread; ends the component soon, on another thread.
  /// The manager sets this.
  std::function<void(const std::shared_ptr<Component>&)> on_exit{};
};

/// How a component works (component types 0, 1 and 2).
enum class Pattern : std::uint8_t {
  passive,         ///< 0: no activity, a plain object
  self_contained,  ///< 1: an activity that calls no other component: its OutPorts have threads of their own, none is
                   ///< direct
  client           ///< 2: an activity that may call other components
};

enum class State : std::uint8_t { off, on, fault };
std::string_view to_string(State state);

/// A part of a robot system: ports, a switch, and possibly an activity, which runs while the component is on. Execution
/// contexts call its callbacks: its own context, and others in which it participates (life_cycle.h,
/// execution_context.h). It is on while it is ACTIVE in its own context, off while INACTIVE, and at fault while in
/// ERROR. Components derive from this class; the constructor declares ports and parameters:
///
///     class Gate final : public rtm::Component {
///      public:
///       Gate() : Component("Gate", Pattern::client),
///                in_(add_in_port("in", ValueType::float32, InPortKind::signalling)), … {}
///      private:
///       void on_execute() override { if (in_.take(value_)) out_.put(value_); }
///       …
///     };
///
/// Owned by the `Manager`, by its servants on the network (shared_ptr), and by the thread of its activity while that
/// runs. Public functions may be called from any thread; callbacks are called one at a time, with no lock held: on the
/// thread of the context, on that of `tick`, or, if the component is passive, on the thread that switches it or checks
/// its watchdogs. A callback may switch its own component, which takes effect after its return.
class Component : public Participant, public std::enable_shared_from_this<Component> {
 public:
  /// `type` is a name; instances are called Gate0, Gate1 …. Throws std::invalid_argument if it is not a valid name.
  Component(std::string type, Pattern pattern);
  ~Component() override;

  const std::string& type() const { return type_; }
  Pattern pattern() const { return pattern_; }
  /// Whether the component's own thread may call peers. If so, it pushes the values of connections with the
  /// subscription type flush and pulls those of pulled connections. Otherwise other threads push, and pulled
  /// connections are refused.
  virtual bool may_wait_for_peers() const { return pattern_ != Pattern::self_contained; }
  /// The rate that the component requests (`set_rate`); that of its own context may differ.
  double rate() const;  // Hz
  /// A word for users and the browser: "Motor", "Sensor"; the type unless set.
  const std::string& category() const { return category_; }
  /// The language in which it is written, for OMG tools that show it.
  virtual std::string_view language() const { return "C++"; }
  /// The name of the instance, "Gate0", or the type's before it has one. Set once, by the manager, before it is
  /// published on the network.
  const std::string& name() const override { return name_; }

  /// Ports in the order of their declaration, which is the order from top to bottom in a drawing.
  const std::vector<std::shared_ptr<InPort>>& in_ports() const { return in_ports_; }
  const std::vector<std::shared_ptr<OutPort>>& out_ports() const { return out_ports_; }
  const std::vector<std::shared_ptr<ServicePort>>& service_ports() const { return service_ports_; }
  std::shared_ptr<InPort> in_port(std::string_view name) const;    ///< null if there is none
  std::shared_ptr<OutPort> out_port(std::string_view name) const;  ///< null if there is none

  struct Status {
    State state = State::off;
    std::string fault;  ///< the reason of a fault, else empty
  };
  Status status() const;
  State state() const { return state_.load(); }

  /// Starts the activity; does nothing if the component is on; tries again if it is at fault. Drops the values that
  /// were put before. Waits for `on_activated`, unless the component is driven: then the next tick calls it. Returns
  /// true even if `on_activated` has failed; `status` shows that. Returns false if it takes longer than
  /// `Environment::switch_on_timeout`: the component is then at fault, and is deactivated as soon as the callback
  /// returns. Returns false before `enter` and after `leave`.
  bool switch_on();
  /// Stops the activity in the same way, within `Environment::call_timeout`. If a callback takes longer, the component
  /// is off as soon as the callback returns.
  bool switch_off();

  /// Parameters are texts that a user may set at any time; a component reads them in its callbacks.
  Parameters::Texts parameters() const { return parameters_.all(); }
  /// Returns false if there is no such parameter, or the text is longer than a value may be.
  bool set_parameter(std::string_view name, std::string text) { return parameters_.set(name, std::move(text)); }
  /// Sets of parameters, which are applied before the next on_activated or on_execute.
  Parameters& parameter_sets() { return parameters_; }

  // Called by the manager:
  /// Sets name, environment and own context, calls `on_initialize` and starts the context. Called once. Without `own`,
  /// a driven component gets a SynchExtTriggerEC, others a PeriodicExecutionContext; a passive component always gets a
  /// context that makes changes at once. Throws std::logic_error the second time, or if no shared_ptr owns it;
  /// std::system_error if no thread can be created; std::runtime_error if `on_initialize` fails. After an exception the
  /// component has left.
  void enter(std::string name, const Environment& environment, std::shared_ptr<ExecutionContext> own = nullptr);
  /// Does the first part of `leave`, without waiting, so that several components can end at the same time.
  void begin_to_leave();
  /// Stops everything, including ports, waiting up to `timeout` of real time; false if the activity hangs: its thread
  /// is then detached and keeps the component alive. The component stays off from then on and no longer needs the
  /// environment.
  bool leave(std::chrono::milliseconds timeout);
  bool has_left() const { return has_left_.load(); }
  /// Excludes it from `Manager::tick`: the control of a robot ticks it in its own order.
  void tick_apart() { is_ticked_apart_ = true; }
  bool is_ticked_apart() const { return is_ticked_apart_.load(); }
  /// Its puts are not reported (`Environment::on_put`).
  void report_no_puts() { reports_no_puts_ = true; }
  /// One tick of a driven component's own context: pending switching, watchdogs, and `on_execute` if it is on. A
  /// passive component checks its watchdogs. Others do nothing, since their threads do this.
  void tick();
  /// Checks the watchdogs of its InPorts; called by the driver of a passive component. Does not wait.
  void check_watchdogs();

  // Operations of the OMG's interface. Any thread.

  /// Returns precondition_not_met, because the manager has already initialized it.
  ReturnCode initialize();
  /// Returns precondition_not_met, unless it has been asked to exit, which finalizes it.
  ReturnCode finalize();
  /// Makes the manager end it soon, with the callbacks on_deactivated (if it is ACTIVE), on_shutdown and on_finalize.
  /// Returns ok the second time; precondition_not_met before `enter`.
  ReturnCode exit();
  /// Whether it participates in that context and has not been asked to end.
  bool is_alive(const ContextLink& context) const;
  /// Makes it participate in a context that is not its own; returns its handle, or kNoContext if there are too many.
  ContextHandle attach_context(std::shared_ptr<ContextLink> context);
  /// Returns bad_parameter for an unknown handle, precondition_not_met for that of its own context.
  ReturnCode detach_context(ContextHandle handle);
  std::shared_ptr<ContextLink> context(ContextHandle handle) const;  ///< null if there is none
  ContextHandle handle_of(const ContextLink& context) const;         ///< kNoContext if it does not participate
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
  void value_came(InPort& port);                             ///< ends the fault that a watchdog has raised on this port
  void wake();                                               ///< a signalling port has received a value
  void value_put(const OutPort& port, const Value& value);   ///< for `Environment::on_put`
  void value_taken(const InPort& port, const Value& value);  ///< for `Environment::on_taken`
  bool is_to_end() const;                 ///< called on the activity's own thread: whether it has been asked to stop
  spark::Log* log() const;                ///< null before `enter` and after `leave`
  std::chrono::nanoseconds time() const;  ///< 0 before `enter` and after `leave`

 protected:
  // Called in the constructor only. They throw std::invalid_argument for invalid names, for a name that is used twice
  // in one direction, for too many ports, and for a direct OutPort of a self-contained component. The returned ports
  // live as long as the component.
  InPort& add_in_port(std::string name, ValueType type = ValueType::float32, InPortKind kind = InPortKind::buffered);
  OutPort& add_out_port(std::string name, ValueType type = ValueType::float32, OutPortKind kind = OutPortKind::multi);
  /// The name of a service port must also differ from those of all data ports.
  ServicePort& add_service_port(std::string name);
  void add_parameter(std::string name, std::string preset);
  void set_category(std::string category) { category_ = std::move(category); }
  /// The rate at which `on_execute` is called, in addition to calls for puts into signalling ports; Hz, > 0, at most
  /// 10,000. Default 100. The settings of its own context take precedence, and `ExecutionContext::set_rate` changes it
  /// later.
  void set_rate(double hertz);

  /// Empty if there is none.
  std::string parameter(std::string_view name) const { return parameters_.text(name); }
  /// Returns `otherwise` if the text is not a finite number.
  double number_parameter(std::string_view name, double otherwise) const { return parameters_.number(name, otherwise); }

  // Callbacks. An exception of on_activated, on_execute, on_state_update, on_rate_changed or on_reset makes the
  // component faulty, with that text, and leads to ERROR; a user has to switch it on again. A component that
  // participates in several contexts gets the callbacks of each.
  virtual void on_initialize() {}  ///< before its own context starts; if it throws, the component is not created
  virtual void on_finalize() {}    ///< the last callback
  virtual void on_startup() {}     ///< the context starts running
  virtual void on_shutdown() {}    ///< the context has stopped running
  virtual void on_activated() {}
  virtual void on_deactivated() {}  ///< also if an exception has ended the activity, or on_activated
  virtual void on_aborting() {}     ///< on the way to ERROR, after on_deactivated
  virtual void on_error() {}        ///< in each pass while it is in ERROR
  virtual void on_reset() {}        ///< from ERROR to INACTIVE; if this throws, it stays in ERROR
  virtual void on_execute() {}
  virtual void on_state_update() {}  ///< after the on_execute of all components of the context
  virtual void on_rate_changed() {}
  /// The stream into this port has stopped; the component is at fault, and `on_execute` is not called, until the next
  /// value arrives there.
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
