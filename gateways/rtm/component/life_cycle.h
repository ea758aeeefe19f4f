// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace rtm {

// The life cycle of a component in its execution contexts, as the OMG defines it. All numbers are those of its IDL.

/// The result of an operation (RTC::ReturnCode_t).
enum class ReturnCode : std::uint8_t { ok, error, bad_parameter, unsupported, out_of_resources, precondition_not_met };
std::string_view to_string(ReturnCode code);  ///< "RTC_OK"

/// The state of a component in one execution context (RTC::LifeCycleState). `created`: it does not participate there.
enum class LifeCycle : std::uint8_t { created, inactive, active, error };
std::string_view to_string(LifeCycle state);  ///< "CREATED"

/// RTC::ExecutionKind.
enum class ContextKind : std::uint8_t { periodic, event_driven, other };

/// The callbacks of an execution context.
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

/// A component's handle of one of its contexts: 0 for its own, 1000, 1001 … for others in which it participates.
using ContextHandle = std::int32_t;
inline constexpr ContextHandle kNoContext = -1;
inline constexpr ContextHandle kFirstOtherContext = 1000;

/// How a component's own context is made; `exec_cxt.…` in configuration files.
struct ContextSettings {
  /// "PeriodicExecutionContext", "ExtTrigExecutionContext", "SynchExtTriggerEC", "RealTimeEC" ("RTPreemptEC",
  /// "rtpreempt_ec"), or a type from a module. Empty: periodic. The program decides if components are driven from
  /// outside, in lock-step, and for those without activity.
  std::string type{};
  std::optional<double> rate{};  ///< Hz; nullopt: the rate that the component requests (`Component::set_rate`)
  /// Whether activate, deactivate and reset wait until the change has happened, and for how long.
  bool sync_transition = true;
  std::chrono::milliseconds transition_timeout{500};
  int realtime_priority = 40;  ///< SCHED_FIFO, 1 to 99
};

class ContextLink;
class ExecutionContext;

/// A participant of an execution context: a component of this process, or a reference to one elsewhere.
class Participant {
 public:
  virtual ~Participant() = default;
  virtual const std::string& name() const = 0;
  /// Whether both are the same component. The context is locked during the call, so this only compares and calls
  /// nothing.
  virtual bool is(const Participant& other) const = 0;

  // The context calls these with no lock held, one at a time.

  /// Makes it participate; returns its handle of the context, or kNoContext if it refuses.
  virtual ContextHandle attach(const std::shared_ptr<ExecutionContext>& context) = 0;
  /// Ends its participation.
  virtual void detach(const ExecutionContext& context, ContextHandle handle) = 0;
  /// Any result but `ok` of a callback that may fail moves it to ERROR in this context. A component of this process
  /// returns bad_parameter to a context in which it does not participate, and precondition_not_met if another context
  /// calls with the handle of its own.
  virtual ReturnCode call(Callback callback, ContextHandle handle) = 0;

  // Used only by components of this process; others inherit these.

  /// Reports its new state in this context.
  virtual void state_changed([[maybe_unused]] ContextHandle handle, [[maybe_unused]] LifeCycle state) {}
  /// Called when it is to be deactivated: a callback that waits at an InPort has to return.
  virtual void interrupt() {}
  /// Whether `watch` is to be called between passes that are far apart while the participant is ACTIVE. Lock-free.
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
  /// Whether both are the same context. It compares and calls nothing.
  virtual bool is(const ContextLink& other) const = 0;
  /// Removes a component that is to end. Does not wait: a callback of the component may still be called shortly
  /// afterwards.
  virtual void dismiss(const Participant& leaving) = 0;
  /// Called when a value has arrived at a signalling InPort of an active component. Does not wait.
  virtual void wake([[maybe_unused]] const Participant& participant) {}
  /// Whether the context has been asked to deactivate that participant, which calls this in one of its callbacks.
  virtual bool is_to_leave([[maybe_unused]] const Participant& participant) const { return false; }
};

}  // namespace rtm
