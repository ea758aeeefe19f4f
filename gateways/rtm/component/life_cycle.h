// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace rtm {

// The life of a component in its execution contexts, in the OMG's form. All numbers are those of its IDL.

/// What an operation answers (RTC::ReturnCode_t).
enum class ReturnCode : std::uint8_t { ok, error, bad_parameter, unsupported, out_of_resources, precondition_not_met };
std::string_view to_string(ReturnCode code);  ///< "RTC_OK"

/// The state of a component in one execution context (RTC::LifeCycleState). `created`: it takes no part there.
enum class LifeCycle : std::uint8_t { created, inactive, active, error };
std::string_view to_string(LifeCycle state);  ///< "CREATED"

/// RTC::ExecutionKind.
enum class ContextKind : std::uint8_t { periodic, event_driven, other };

/// What an execution context calls.
enum class Callback : std::uint8_t {
  startup,
  shutdown,
  activated,
  deactivated,
  aborting,
  error,
  reset,
  execute,
  state_update,
  rate_changed
};
std::string_view to_string(Callback callback);  ///< "on_startup"

/// A component's number of one of its contexts: its own has 0, those of others in which it takes part 1000, 1001 ….
using ContextHandle = std::int32_t;
inline constexpr ContextHandle kNoContext = -1;
inline constexpr ContextHandle kFirstOtherContext = 1000;

/// How the own context of a component is made. `exec_cxt.…` in configuration files.
struct ContextSettings {
  /// "PeriodicExecutionContext", "ExtTrigExecutionContext", "SynchExtTriggerEC", "RealTimeEC" ("RTPreemptEC",
  /// "rtpreempt_ec"), or what a module brings. Empty: periodic. Where components are driven from outside, in lock-step,
  /// and of those without activity, the program decides.
  std::string type{};
  std::optional<double> rate{};  ///< Hz; nullopt: what the component asks for (`Component::set_rate`)
  /// Whether activate, deactivate and reset wait until the change has happened, and how long.
  bool sync_transition = true;
  std::chrono::milliseconds transition_timeout{500};
  int realtime_priority = 40;  ///< SCHED_FIFO, 1 to 99
};

class ContextLink;
class ExecutionContext;

/// What takes part in an execution context: a component of this process, or a reference to one elsewhere.
class Participant {
 public:
  virtual ~Participant() = default;
  virtual const std::string& name() const = 0;
  /// Whether both are the same component. The context is locked meanwhile, so this compares, and calls no one.
  virtual bool is(const Participant& other) const = 0;

  // The context calls these with no lock held, one at a time.

  /// It begins to take part; returns its number of the context, or kNoContext if it does not want to.
  virtual ContextHandle attach(const std::shared_ptr<ExecutionContext>& context) = 0;
  /// It takes part no longer.
  virtual void detach(const ExecutionContext& context, ContextHandle handle) = 0;
  /// Anything but `ok`, of the callbacks that may fail, makes it go to ERROR in this context. A component of this
  /// process answers bad_parameter to a context in which it takes no part, and precondition_not_met to the number of
  /// its own where another calls.
  virtual ReturnCode call(Callback callback, ContextHandle handle) = 0;

  // What only components of this process make use of; others keep these.

  /// Its state in this context has become that.
  virtual void state_changed([[maybe_unused]] ContextHandle handle, [[maybe_unused]] LifeCycle state) {}
  /// It is to be deactivated: a callback that waits at an InPort returns.
  virtual void interrupt() {}
  /// Whether `watch` is to be called between passes that are far apart, while it is ACTIVE. Lock-free.
  virtual bool is_watched() const { return false; }
  virtual ReturnCode watch([[maybe_unused]] ContextHandle handle) { return ReturnCode::ok; }
  /// Whether it is ACTIVE but does not execute, because a stream of values has stopped: its state reads ERROR.
  /// Lock-free.
  virtual bool is_stalled() const { return false; }
};

/// An execution context as a component sees it: one of this process, or a reference to one elsewhere.
class ContextLink {
 public:
  virtual ~ContextLink() = default;
  /// Whether both are the same context. Compares, and calls no one.
  virtual bool is(const ContextLink& other) const = 0;
  /// A component that is to end takes part no longer. Does not wait for others; it may still be called for a moment.
  virtual void dismiss(const Participant& leaving) = 0;
  /// A value has come into a signalling InPort of an active component. Does not wait.
  virtual void wake([[maybe_unused]] const Participant& participant) {}
  /// Whether it has been asked to deactivate that participant, which asks in one of its callbacks.
  virtual bool is_to_leave([[maybe_unused]] const Participant& participant) const { return false; }
};

}  // namespace rtm
